import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Clock, systemClock } from '../../server/core/clock.ts';
import type { ApiClient } from './apiClient.ts';
import { succeeded } from './workspace.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const STEP_MS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * What an authenticator app shows, worked out by RFC 6238 and RFC 4226 alone, so that the server is not compared with its own library.
 * @param secret - base32
 * @param time - milliseconds since 1970
 */
export function authenticatorCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest[19]! & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/**
 * Sets up a second factor with the session of a login.
 * @returns its secret; the code of this moment is spent, the one of the next step is not
 */
export async function addSecondFactor(call: ApiClient['call'], clock: Clock = systemClock): Promise<string> {
  const begun = succeeded(await call('POST', '/v1/account/second-factor'), 201);
  const { secret } = begun.read(z.object({ secret: z.string() }));
  const code = authenticatorCode(secret, clock.now());
  succeeded(await call('POST', '/v1/account/second-factor/confirm', { code }), 200);
  return secret;
}
