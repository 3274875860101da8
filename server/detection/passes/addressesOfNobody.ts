import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { DocumentPass } from '../recognizer.ts';
import { exceptStrict } from './exceptStrict.ts';

/** This host, this network, groups, broadcasts and net masks (IANA special-purpose registries, RFC 6890; RFC 5771 and RFC 4291 for groups). */
const NOBODY = Object.freeze({
  ipv4: [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 127],
    ['ff00::', 8],
  ],
} as const);

/** Takes back network addresses that name no machine: "127.0.0.1", "255.255.255.0", "::1". The strict level keeps them. */
export function createAddressesOfNobodyPass(): DocumentPass {
  const nobody = new BlockList();
  for (const [network, prefix] of NOBODY.ipv4) nobody.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of NOBODY.ipv6) nobody.addSubnet(network, prefix, 'ipv6');
  const isNobody = (address: string): boolean =>
    (isIPv4(address) && nobody.check(address, 'ipv4')) || (isIPv6(address) && nobody.check(address, 'ipv6'));
  return exceptStrict((view, winners) =>
    winners.filter(
      ({ category, start, end }) => category !== 'ip' || !isNobody(view.text.slice(start, end).replace(/\/\d+$/, '')),
    ),
  );
}
