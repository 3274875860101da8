import { describe, expect, it } from 'vitest';
import { createAddressesOfNobodyPass } from './addressesOfNobody.ts';
import { keeps } from '../../../test/helpers/detection/passes.ts';

const pass = createAddressesOfNobodyPass();
const address = { category: 'ip', sources: ['pattern:network'] };

describe('network addresses', () => {
  it.each(['127.0.0.1', '0.0.0.0', '0.0.0.0/0', '255.255.255.0', '224.0.0.251', '::1', '::', 'ff02::fb'])(
    'of no machine are nobody’s: %s',
    (value) => {
      expect(keeps(pass, 'en', `listening on ${value} now`, value, address)).toBe(false);
      expect(keeps(pass, 'en', `listening on ${value} now`, value, address, 'strict')).toBe(true);
    },
  );

  it.each(['10.20.8.77', '192.168.0.12', '169.254.7.9', '203.0.113.84', '1.2.3.4', 'fe80::1', '2001:db8::7334'])(
    'of machines stay: %s',
    (value) => {
      expect(keeps(pass, 'en', `request from ${value} at`, value, address)).toBe(true);
    },
  );
});
