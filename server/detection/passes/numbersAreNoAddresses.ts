import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { exceptStrict } from './exceptStrict.ts';

/**
 * Words without diacritics that texts about networks use, in five languages at once: papers about technology mix them. Compounds count by their beginning or end, because German
 * writes them as one word ("Routerprotokoll", "Mailserver").
 */
const NETWORK_WORD =
  /^(?:ip(?:v[46])?|ips|cidr|d?dns|dhcp|nat|vpn|v?w?lan|wi-?fi|wifi|ssid|ssh|s?ftp|https?|smtp|imap|rdp|snmp|tcp|udp|icmp|ping\w*|port|ports|puerto|puertos|porta|porte|host\w*|localhost|client|clients|cliente|subnet\w*|subred|sottorete|reseau\w*|internet\w*|intranet|red|redes|rete|reti|log|logs|login\w*|logon|webcam|nas|isp|botnet|ddos|proxy\w*|proxies|switch\w*|accesspoint|address|addresses|adress\w*|adresse|adresses|indirizzo|indirizzi|direccion|direcciones)$|netzw|network|netz$|router|routeur|firewall|gateway|server|servidor|serveur|zugriff|modem|cortafuegos|pare-?feu|passerelle/u;
/** Every number is as small as those of chapters and articles; addresses of machines are so once in forty times. */
const NUMBERING = /^(?:\d{1,2}\.){3}\d{1,2}$/;
const SHAPE = 'shape:ip';

/**
 * Takes back four small numbers with points, for example "10.20.3.4", where nothing but their form makes them a network address and no word of the text has to do with networks:
 * there they number articles, chapters and versions. The strict level keeps them.
 */
export function createNumbersAreNoAddressesPass(): DocumentPass {
  return exceptStrict((view, winners) => {
    if (!winners.some((find) => isNumbering(view, find))) return winners;
    if (view.folded.some((word) => NETWORK_WORD.test(word))) return winners;
    return winners.filter((find) => !isNumbering(view, find));
  });
}

function isNumbering(view: TextView, { category, sources, start, end }: Candidate): boolean {
  return (
    category === 'ip' && sources.every((source) => source === SHAPE) && NUMBERING.test(view.text.slice(start, end))
  );
}
