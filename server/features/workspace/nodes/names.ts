import { AppError } from '../../../core/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Vault } from '../../../core/vault/types.ts';
import { countCharacters } from '../../../contract/characters.ts';
import { isNodeName } from './nameRules.ts';
import type { NodeRow } from '../storage/nodes.ts';

/** What an encrypted text of a node is bound to. */
export const nodeTextBoundTo = (nodeId: string, field: 'name' | 'description'): string => `nodes/${nodeId}/${field}`;

/** Decrypted names that are kept, over all spaces. */
const CACHED_NAMES = 200_000;
/** A nonce is never used twice, so it stands for the name it encrypts: version byte, then 12 bytes (core/vault). */
const NONCE = Object.freeze({ from: 1, to: 13 });
/** Base64url characters of the HMAC that are kept: 132 bits. */
const KEY_CHARACTERS = 22;

/** Names of the nodes of one space, with its keys at hand. */
export interface SpaceNames {
  /** Form by which a name is unique among siblings and found in a path. */
  readonly keyOf: (name: string) => string;
  readonly open: (node: Pick<NodeRow, 'id' | 'name'>) => string;
}

/** Names and other texts of nodes, encrypted at rest under the key of their space. */
export interface NodeNames {
  of(spaceId: string): Promise<SpaceNames>;
  /** A name's encrypted form and its key, for a node's row. */
  seal(spaceId: string, nodeId: string, name: string): Promise<Pick<NodeRow, 'name' | 'nameKey'>>;
  open(node: Pick<NodeRow, 'id' | 'spaceId' | 'name'>): Promise<string>;
  sealText(spaceId: string, nodeId: string, field: 'description', text: string): Promise<Uint8Array>;
  openText(node: Pick<NodeRow, 'id' | 'spaceId'>, field: 'description', sealed: Uint8Array): Promise<string>;
}

/**
 * A name as it is stored: NFC, without spaces at its ends.
 * @throws AppError INVALID_BODY when it is no name (decisions 5, rights 3)
 */
export function cleanName(name: string): string {
  const clean = name.normalize('NFC').trim();
  if (!isNodeName(clean)) {
    throw new AppError('INVALID_BODY', 'The name is not valid.', {
      details: {
        issues: [
          {
            path: ['name'],
            message:
              'No slashes, control or invisible characters, "." or "..", nor what Windows reserves; 1 to 255 characters.',
          },
        ],
      },
    });
  }
  return clean;
}

/** Letter case does not tell names apart. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** `name (2).ext`, `name (3).ext`, …; the stem is shortened where the name would become too long. */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = splitName(name);
  return withExtension(stem, ` (${number})${extension}`);
}

/** A name with more at its end, shortened before that where it would become too long. */
export function withExtension(stem: string, extension: string): string {
  return `${cutText(stem, LIMITS.nodeNameCharacters - countCharacters(extension))}${extension}`;
}

/** Stem and extension with its dot; a leading dot begins no extension, and neither does a dot in a sentence. */
export function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[\p{L}\p{N}_-]{1,20}$/u.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** At most so many characters, without a joiner at the end that nothing follows. */
function cutText(text: string, characters: number): string {
  return Array.from(text)
    .slice(0, characters)
    .join('')
    .replace(/(?<![\u200c\u200d\s])[\u200c\u200d\s]+$/u, '');
}

export function createNodeNames(vault: Vault): NodeNames {
  const cache = new Map<string, string>();

  const openWith = (
    open: (boundTo: string, sealed: Uint8Array) => string,
    { id, name }: Pick<NodeRow, 'id' | 'name'>,
  ) => {
    const key = Buffer.from(name.buffer, name.byteOffset + NONCE.from, NONCE.to - NONCE.from).toString('latin1');
    const known = cache.get(key);
    if (known !== undefined) return known;
    const opened = open(nodeTextBoundTo(id, 'name'), name);
    // A Map keeps the order of insertion: the oldest entries go first.
    if (cache.size >= CACHED_NAMES) cache.delete(cache.keys().next().value!);
    cache.set(key, opened);
    return opened;
  };

  const names: NodeNames = {
    async of(spaceId) {
      const mac = await vault.macFor(spaceId, 'lookup');
      const open = await vault.textOpenerFor(spaceId);
      return {
        keyOf: (name) =>
          Buffer.from(mac(`node-name/${foldName(name)}`))
            .toString('base64url')
            .slice(0, KEY_CHARACTERS),
        open: (node) => openWith(open, node),
      };
    },
    async seal(spaceId, nodeId, name) {
      const space = await names.of(spaceId);
      return {
        name: await vault.encryptText(spaceId, nodeTextBoundTo(nodeId, 'name'), name),
        nameKey: space.keyOf(name),
      };
    },
    open: async (node) => (await names.of(node.spaceId)).open(node),
    sealText: (spaceId, nodeId, field, text) => vault.encryptText(spaceId, nodeTextBoundTo(nodeId, field), text),
    openText: (node, field, sealed) => vault.decryptText(node.spaceId, nodeTextBoundTo(node.id, field), sealed),
  };
  return names;
}
