import { Secret, TOTP } from 'otpauth';

/** RFC 6238, 1.2 and 5.2; the values that every authenticator app takes for granted. */
const PARAMETERS = Object.freeze({ algorithm: 'SHA1', digits: 6, period: 30 });
/** RFC 4226, 4: 160 bits are recommended. */
const SECRET_BYTES = 20;
/** RFC 6238, 6: clocks may differ by one step each way. */
const DRIFT_STEPS = 1;
const ISSUER = 'Deckname';

const SHAPE = /^\d{6}$/;

/** A new secret in base32 (RFC 4648, 6). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that authenticator apps read from a QR code (Key Uri Format). */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: account, secret: Secret.fromBase32(secret) }).toString();
}

/** Whether a code, without its spaces, has the shape of one of an authenticator app. */
export function isTotpCode(code: string): boolean {
  return SHAPE.test(code);
}

/**
 * The step that a code belongs to, counted since 1970, within the allowed drift; null where it belongs to none. The caller remembers the step and
 * refuses it and all before it from then on (RFC 6238, 5.2: a code is accepted once).
 * @param now - milliseconds since 1970
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: now,
    window: DRIFT_STEPS,
  });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
}
