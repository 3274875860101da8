import { describe, expect, it } from 'vitest';
import { createNumbersAreNoAddressesPass } from './numbersAreNoAddresses.ts';
import { keeps } from '../../../test/helpers/detection/passes.ts';

const pass = createNumbersAreNoAddressesPass();
const address = { category: 'ip', sources: ['shape:ip'] };

describe('four small numbers', () => {
  it.each([
    ['de', '14 Stk. Griffleiste Edelstahl, Pos. 10.20.3.4', '10.20.3.4'],
    ['en', 'as agreed under 10.12.1.3 of the specification', '10.12.1.3'],
    ['es', 'el contrato remite al anexo 12.2.1.4', '12.2.1.4'],
    ['fr', 'le lot 10.2.1.6 du marché', '10.2.1.6'],
    ['it', 'la voce 10.15.2.8 del capitolato', '10.15.2.8'],
  ] as const)('number articles where nothing speaks of networks: %s', (language, text, value) => {
    expect(keeps(pass, language, text, value, address)).toBe(false);
    expect(keeps(pass, language, text, value, address, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Der Mailserver hat 10.20.3.4', '10.20.3.4'],
    ['de', 'Zugriffe kamen von 10.20.3.4', '10.20.3.4'],
    ['de', 'Meine Netzwerkkarte zeigt 10.20.3.4', '10.20.3.4'],
    ['en', 'she logged in over the VPN, from 10.12.1.3', '10.12.1.3'],
    ['en', 'IP: 10.12.1.3', '10.12.1.3'],
    ['es', 'la impresora de la red está en 10.2.1.4', '10.2.1.4'],
    ['es', 'su dirección es 10.2.1.4', '10.2.1.4'],
    ['fr', 'le réseau du cabinet, 10.2.1.6', '10.2.1.6'],
    ['fr', 'adresse 10.2.1.6', '10.2.1.6'],
    ['it', 'la rete dello studio: 10.15.2.8', '10.15.2.8'],
    ['it', 'ha risposto al ping 10.15.2.8', '10.15.2.8'],
  ] as const)('stay beside words of networks: %s %s', (language, text, value) => {
    expect(keeps(pass, language, text, value, address)).toBe(true);
  });

  it('stay where a label or the tagger says so, and where a number is too large for a chapter', () => {
    const text = 'gesehen: 10.20.3.4 und 192.168.0.12';
    expect(keeps(pass, 'de', text, '10.20.3.4', { ...address, sources: ['shape:ip', 'tagger:context'] })).toBe(true);
    expect(keeps(pass, 'de', text, '10.20.3.4', { ...address, sources: ['label:ip'] })).toBe(true);
    expect(keeps(pass, 'de', text, '192.168.0.12', address)).toBe(true);
  });
});
