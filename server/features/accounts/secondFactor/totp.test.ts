import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, normalizedRecoveryCode } from './recoveryCodes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890, and the last six of the eight digits given there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at second %i', (second, code) => {
    expect(totpStep(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  it('may be one step early or late, and no more', () => {
    const now = 1_111_111_111_000;
    const own = totpStep(SECRET, '050471', now)!;
    for (const [drift, expected] of [
      [-60, null],
      [-30, own],
      [30, own],
      [60, null],
    ] as const) {
      expect(totpStep(SECRET, '050471', now + drift * 1000)).toBe(expected);
    }
  });

  it('have six digits', () => {
    for (const code of ['', '50471', '0050471', '05047x']) expect(totpStep(SECRET, code, 1_111_111_111_000)).toBeNull();
  });

  it('come from secrets of 160 bits, with an address that apps understand', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, 'mia+work@example.org'));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.href).toContain('//totp/Deckname:mia%2Bwork%40example.org');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ secret, issuer: 'Deckname', algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});

describe('recovery codes', () => {
  it('are ten different ones', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    let calls = 0;
    // A source that repeats itself makes no two alike.
    expect(new Set(newRecoveryCodes((below) => Math.floor(calls++ / 20) % below)).size).toBe(10);
  });

  it('are read as people type them', () => {
    for (const typed of ['7K1QX-9MW0D', ' 7k1qx 9mwod ', '7klqx9MWOD', '7KIQX--9MW0D']) {
      expect(normalizedRecoveryCode(typed)).toBe('7K1QX9MW0D');
    }
  });
});
