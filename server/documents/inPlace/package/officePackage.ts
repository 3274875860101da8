import { zipSync, type Zippable } from 'fflate';
import { documentError } from '../../failures.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { decodeXml } from '../../package/xml.ts';
import { openZip } from '../../package/zip.ts';
import { createEdits, type Edits } from '../text/edits.ts';
import type { ScanContext } from './scan.ts';

/** An XML part that was read. */
export interface XmlPart {
  readonly name: string;
  /** Decoded; offsets of edits count in it. */
  readonly source: string;
  readonly edits: Edits;
}

/** A zip package whose parts are read one at a time and written anew; parts without changes keep their bytes. */
export interface OfficePackage {
  /** Names of the parts that were not removed, in the order of the file; folders are left out. */
  names(): readonly string[];
  has(name: string): boolean;
  /** @throws AppError UNREADABLE_FILE when there is no such part */
  bytes(name: string): Promise<Uint8Array>;
  /** Decodes a part; the same object for the same name. */
  xml(name: string): Promise<XmlPart>;
  replace(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Whether a part that was read as XML has edits. */
  isChanged(): boolean;
  /**
   * @param finish - the last look at every part: gets its XML, or its bytes where it was not read as XML, and its name, and gives what is written
   */
  write(finish: Finish): Promise<Uint8Array>;
}

export interface Finish {
  name(name: string): string;
  xml(source: string, name: string): string;
  binary(bytes: Uint8Array, name: string): Uint8Array;
}

/** Contents that are compressed already: packing them again costs time and gains nothing. */
const COMPRESSED = /\.(?:png|jpe?g|gif|docx|xlsx|pptx|od[tspg]|zip|mp[34]|m4[av]|wdp|webp)$/i;
/** The earliest time a zip entry can carry: when a file was made is nobody's business. */
const MODIFIED = new Date(1980, 0, 1);
const MIMETYPE = 'mimetype';
/** Inflated size of a package that is held in memory. */
const PACKAGE_BYTES = 256 * 1024 * 1024;

const BOM = Object.freeze({ utf8: [0xef, 0xbb, 0xbf], utf16le: [0xff, 0xfe], utf16be: [0xfe, 0xff] });
type Encoding = keyof typeof BOM | 'plain';

interface Entry {
  bytes: Uint8Array | null;
  part: (XmlPart & { readonly encoding: Encoding; readonly isMended: boolean }) | null;
}

/** @throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED, ZIP_RATIO_SUSPICIOUS */
export async function openPackage(bytes: Uint8Array, { budget, signal }: ScanContext): Promise<OfficePackage> {
  const zip = await openZip(bytes);
  const entries = new Map<string, Entry>();
  for (const name of zip.names) if (!name.endsWith('/')) entries.set(name, { bytes: null, part: null });
  let held = 0;
  const hold = (content: Uint8Array): Uint8Array => {
    held += content.byteLength;
    if (held > PACKAGE_BYTES) throw documentError('ZIP_RATIO_SUSPICIOUS');
    return content;
  };

  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw documentError('UNREADABLE_FILE');
    return entry;
  };
  const read = async (name: string, most: number): Promise<Uint8Array> => {
    const entry = entryOf(name);
    if (entry.bytes !== null) return entry.bytes;
    signal.throwIfAborted();
    const content = await zip.read(name, most);
    if (content === null) throw documentError('UNREADABLE_FILE');
    return content;
  };

  return {
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    async bytes(name) {
      const entry = entryOf(name);
      entry.bytes ??= hold(await read(name, PACKAGE_BYTES));
      return entry.bytes;
    },
    async xml(name) {
      const entry = entryOf(name);
      if (entry.part !== null) return entry.part;
      const content = await read(name, DOCUMENT_LIMITS.xmlPartBytes);
      budget.take(content.byteLength);
      const encoding = encodingOf(content);
      const stored = decodeXml(content);
      const source = name.endsWith('.vml') ? wellFormedVml(stored) : stored;
      entry.part = { name, source, edits: createEdits(), encoding, isMended: source !== stored };
      return entry.part;
    },
    replace(name, content) {
      entries.set(name, { bytes: content, part: null });
    },
    remove: (name) => void entries.delete(name),
    isChanged: () => [...entries.values()].some(({ part }) => part?.edits.isEmpty() === false),
    async write(finish) {
      const files: Zippable = {};
      held = 0;
      const names = [...entries.keys()].sort((a, b) => Number(b === MIMETYPE) - Number(a === MIMETYPE));
      for (const name of names) {
        const { part } = entryOf(name);
        let content: Uint8Array;
        if (part === null) {
          content = finish.binary(await read(name, PACKAGE_BYTES), name);
        } else {
          const xml = finish.xml(part.edits.apply(part.source), name);
          const keepsBytes = xml === part.source && !part.isMended;
          content = keepsBytes ? await read(name, PACKAGE_BYTES) : encode(xml, part.encoding);
        }
        entries.delete(name);
        files[finish.name(name)] = [
          hold(content),
          { level: name === MIMETYPE || COMPRESSED.test(name) ? 0 : 6, mtime: MODIFIED },
        ];
      }
      return zipSync(files);
    },
  };
}

function encodingOf(bytes: Uint8Array): Encoding {
  for (const [encoding, mark] of Object.entries(BOM)) {
    if (mark.every((byte, index) => bytes[index] === byte)) return encoding as Encoding;
  }
  return 'plain';
}

function encode(xml: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'plain':
      return Buffer.from(xml, 'utf8');
    case 'utf8':
      return Buffer.from(`\uFEFF${xml}`, 'utf8');
    case 'utf16le':
      return Buffer.from(`\uFEFF${xml}`, 'utf16le');
    case 'utf16be':
      return Buffer.from(`\uFEFF${xml}`, 'utf16le').swap16();
  }
}

/** Excel writes the line breaks of old notes as HTML does, without an end; PowerPoint puts pictures of controls between conditions of its HTML, which all programs of today meet. */
const wellFormedVml = (vml: string): string =>
  vml.replace(/<br>/gi, '<br/>').replace(/<!\[(?:if\b[^\]<>]*|endif)\]>/gi, '');
