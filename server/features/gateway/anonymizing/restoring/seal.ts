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
  /**
   * What a provider has encrypted for itself, with a stamp that tells later that it came from a provider: nobody can look into it for values, so nothing
   * else of the kind may leave.
   */
  stamp(encrypted: string): string;
  /** What was stamped; undefined: the text bears no stamp of this account. */
  unstamp(stamped: string): string | undefined;
}

export interface SignedThinking {
  /** As the model wrote it. */
  readonly thinking: string;
  readonly signature: string;
}

const PREFIX = 'dk1';
const STAMP = 'dk2';
const MAC_BYTES = 16;
const content = z.tuple([z.string(), z.string()]);

/** @param mac - a message authentication code under a key of the account */
export function createThinkingSeal(mac: (value: string) => Uint8Array): ThinkingSeal {
  const tagOf = (body: string, kind: 'thinking' | 'encrypted') =>
    Buffer.from(mac(`${kind}\0${body}`)).subarray(0, MAC_BYTES);
  const isTagOf = (tag: string, body: string, kind: 'thinking' | 'encrypted') => {
    const given = Buffer.from(tag, 'base64url');
    return given.length === MAC_BYTES && timingSafeEqual(given, tagOf(body, kind));
  };
  return {
    seal({ thinking, signature }) {
      const body = Buffer.from(JSON.stringify([thinking, signature]), 'utf8').toString('base64url');
      return `${PREFIX}.${body}.${tagOf(body, 'thinking').toString('base64url')}`;
    },
    open(seal) {
      const [prefix, body, tag, ...more] = seal.split('.');
      if (prefix !== PREFIX || body === undefined || tag === undefined || more.length > 0) return undefined;
      if (!isTagOf(tag, body, 'thinking')) return undefined;
      const [thinking, signature] = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      return { thinking, signature };
    },
    stamp: (encrypted) => `${STAMP}.${tagOf(encrypted, 'encrypted').toString('base64url')}.${encrypted}`,
    unstamp(stamped) {
      const [prefix, tag] = stamped.split('.', 2);
      if (prefix !== STAMP || tag === undefined) return undefined;
      const encrypted = stamped.slice(prefix.length + tag.length + 2);
      return isTagOf(tag, encrypted, 'encrypted') ? encrypted : undefined;
    },
  };
}
