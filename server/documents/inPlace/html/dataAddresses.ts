import type { PictureBytes } from '../pictures/picturesInside.ts';
import { pictureKind } from '../pictures/pictureKind.ts';

/** RFC 2397: the content follows the first comma. Browsers look at what a picture is, not at what the address says it is. */
const DATA = /^\s*data:[^,]{0,1000},/i;
const BASE64 = /;\s*base64\s*,$/i;
/** Enough of a content to tell the kind of a picture. */
const HEAD_CHARACTERS = 64;

function contentOf(address: string, most: number): Buffer | null {
  const head = DATA.exec(address)?.[0];
  if (head === undefined) return null;
  const content = address.slice(head.length, head.length + most);
  const unescaped = content.includes('%')
    ? content.replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : content;
  return BASE64.test(head) ? Buffer.from(unescaped, 'base64') : Buffer.from(unescaped, 'latin1');
}

/** Whether an address is itself a picture of pixels. */
export function isPictureAddress(address: string): boolean {
  const head = contentOf(address, HEAD_CHARACTERS);
  return head !== null && pictureKind(head) !== null;
}

/** The picture in an address for which `isPictureAddress` holds. */
export const pictureIn = (address: string): PictureBytes => ({ name: '', bytes: contentOf(address, Infinity)! });

/** The address that is a picture. */
export const pictureAddress = (bytes: Uint8Array): string =>
  `data:image/${pictureKind(bytes) ?? 'png'};base64,${Buffer.from(bytes).toString('base64')}`;

/** Addresses that `pictureAddress` makes. */
const WRITTEN = /data:image\/[a-z]{3,4};base64,[A-Za-z0-9+/]+=*/g;

/** Markup without the addresses that were written for its pictures: in Base64 short values occur by chance. */
export const withoutPictures = (markup: string, written: ReadonlySet<string>): string =>
  written.size === 0 ? markup : markup.replace(WRITTEN, (address) => (written.has(address) ? '' : address));

/** An address of a list with the width or density it is for (WHATWG HTML, 4.8.4.2.1). */
export interface Candidate {
  readonly address: string;
  /** With the white space before it. */
  readonly descriptor: string;
}

const CANDIDATE = /[\s,]*([^\s,]\S*)/y;
const DESCRIPTOR = /[^,]*/y;

/** Reads `srcset`: commas inside an address belong to it. */
export function readCandidates(list: string): Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = 0; ;) {
    CANDIDATE.lastIndex = at;
    const match = CANDIDATE.exec(list);
    if (match === null) return candidates;
    at = CANDIDATE.lastIndex;
    const address = match[1]!.replace(/(?<!,),+$/, '');
    let descriptor = '';
    if (address.length === match[1]!.length) {
      DESCRIPTOR.lastIndex = at;
      descriptor = DESCRIPTOR.exec(list)?.[0] ?? '';
      at = DESCRIPTOR.lastIndex;
    }
    candidates.push({ address, descriptor: descriptor.trimEnd() });
  }
}

export const writeCandidates = (candidates: readonly Candidate[]): string =>
  candidates.map(({ address, descriptor }) => address + descriptor).join(', ');
