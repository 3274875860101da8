import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * Providers sign the thinking of a model and take it back only as it was. Restoring it changes the signed text, so what goes to the client in
 * place of the signature is a seal: the text with its placeholders and the signature. Clients send signatures back as they got them;
 * then the provider gets exactly what it signed. The seal shows nothing that the restored text does not, and is worth nothing to anybody
 * else: it opens only for the account, whose key authenticates it.
 */
export interface ThinkingSeal {
  seal(thinking: SignedThinking): string;
  /** undefined: the text is no seal of this account. */
  open(seal: string): SignedThinking | undefined;
}

export interface SignedThinking {
  /** As the model wrote it. */
  readonly thinking: string;
  readonly signature: string;
}

const PREFIX = 'dk1';
const MAC_BYTES = 16;
const content = z.tuple([z.string(), z.string()]);

/** @param mac - a message authentication code under a key of the account */
export function createThinkingSeal(mac: (value: string) => Uint8Array): ThinkingSeal {
  const tagOf = (body: string) => Buffer.from(mac(`thinking\0${body}`)).subarray(0, MAC_BYTES);
  return {
    seal({ thinking, signature }) {
      const body = Buffer.from(JSON.stringify([thinking, signature]), 'utf8').toString('base64url');
      return `${PREFIX}.${body}.${tagOf(body).toString('base64url')}`;
    },
    open(seal) {
      const [prefix, body, tag, ...more] = seal.split('.');
      if (prefix !== PREFIX || body === undefined || tag === undefined || more.length > 0) return undefined;
      const given = Buffer.from(tag, 'base64url');
      if (given.length !== MAC_BYTES || !timingSafeEqual(given, tagOf(body))) return undefined;
      const [thinking, signature] = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      return { thinking, signature };
    },
  };
}
