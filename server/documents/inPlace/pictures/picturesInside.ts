import { createHash } from 'node:crypto';
import type { Language } from '../../../contract/common.ts';
import { AppError } from '../../../core/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { inLanes } from '../../../core/lanes.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { meanConfidence } from '../../ocr/rows.ts';
import { openPictureFormat } from '../image/pictureCode.ts';
import type { InPlacePicture } from '../image/pictureFile.ts';
import type { Report } from '../report.ts';
import { packLayout, unpackLayout, type RecognizedPictures } from '../recognition/layout.ts';
import type { RecognizedPicture, Recognizer } from '../recognition/types.ts';
import type { ForbiddenValue, InPlaceFormat, TextReplacement } from '../types.ts';
import { neutralPicture } from './neutralPicture.ts';
import { pictureKind } from './pictureKind.ts';
import { canStrip, stripMetadata } from './stripMetadata.ts';

/** A picture in a document that is no picture file itself. */
export interface PictureBytes {
  /** Of the part that holds it; tells the format where the bytes do not. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A picture that was looked into. */
export interface PictureInside {
  /** Its words in reading order; empty where it has none, or where they are no part of the document's text. */
  readonly text: string;
  /**
   * The picture as it stands in an anonymized document: words covered, nothing kept but pixels. One that cannot be looked into becomes a grey one.
   * @param replacements - offsets in `text`
   */
  write(replacements: readonly TextReplacement[], report: Report): Promise<Uint8Array>;
}

/** What a reading or rewriting of a document knows of the pictures in it. The same bytes always give the same words, whatever stands around them. */
export interface PicturesInside {
  /** Pictures with the same bytes are recognized once. */
  read(pictures: readonly PictureBytes[]): Promise<readonly PictureInside[]>;
  /** For `InPlaceText`; nothing where no picture was large enough to hold words. */
  found(): { readonly layout?: Uint8Array; readonly confidence?: number };
}

export interface PicturesOptions {
  readonly recognizer: Recognizer;
  /** What `found` gave for the same pictures. */
  readonly layout?: Uint8Array | undefined;
  readonly language?: Language | undefined;
  /** Values that must not be left in the bytes of a picture. */
  readonly forbidden: readonly ForbiddenValue[];
  /** false: nobody has seen the words, and they are no part of the text. All of them are covered when a picture is written. */
  readonly reviewed: boolean;
  /** Most pages and frames, and most pixels of all together, that are recognized. */
  readonly limits?: { readonly pages: number; readonly pixels: number };
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

const USUAL_LIMITS = Object.freeze({ pages: DOCUMENT_LIMITS.picturesInside, pixels: DOCUMENT_LIMITS.pixelsInside });

/**
 * Smaller pictures are icons and bullets. The smallest letters that can be told from each other are five pixels wide and seven high, with one between them:
 * below these sides there is no room for a line, or for more than six letters.
 */
const SMALLEST = Object.freeze({ shortSide: 8, longSide: 40 });
/** Pictures decoded at a time; recognition itself is bounded by the recognizer. */
const LANES = 2;

/** A picture before its words are known. */
interface Opened {
  readonly key: string;
  readonly kind: InPlacePicture;
  readonly format: InPlaceFormat;
  readonly bytes: Uint8Array;
  /** Blocks of metadata that are gone from `bytes`. */
  readonly stripped: number;
  readonly pages: number;
  readonly canHoldWords: boolean;
}

interface Looked extends Opened {
  readonly text: string;
  readonly recognized: RecognizedPictures;
}

export function createPicturesInside({
  recognizer,
  layout,
  language,
  forbidden,
  reviewed,
  limits = USUAL_LIMITS,
  signal,
  onProgress,
}: PicturesOptions): PicturesInside {
  const known = layout === undefined ? new Map<string, RecognizedPicture>() : unpackLayout(layout);
  const recognized = new Map<string, RecognizedPicture>();
  /** null: cannot be looked into. */
  const looked = new Map<string, Looked | null>();
  const formats = new Map<InPlacePicture, Promise<InPlaceFormat>>();
  const left = { ...limits };
  const steps = { done: 0, all: 0, shown: 0 };

  const formatOf = (kind: InPlacePicture): Promise<InPlaceFormat> => {
    const format = formats.get(kind) ?? openPictureFormat(kind, recognizer);
    formats.set(kind, format);
    return format;
  };
  const step = (): void => {
    steps.done += 1;
    steps.shown = Math.max(steps.shown, steps.done / steps.all);
    onProgress?.(steps.shown);
  };

  async function open(key: string, original: Uint8Array): Promise<Opened | null> {
    const kind = pictureKind(original);
    if (kind === null) return null;
    const { bytes, removed: stripped } = stripMetadata(original);
    return await unlessUnreadable(signal, async () => {
      const format = await formatOf(kind);
      const { openPicture } = await import('../image/pictureFile.ts');
      const file = await openPicture(bytes, kind);
      const { width, height } = await file.open(0);
      const { pages } = file;
      const canHoldWords =
        Math.min(width, height) >= SMALLEST.shortSide && Math.max(width, height) >= SMALLEST.longSide;
      if (canHoldWords) {
        const pixels = pages * width * height;
        if (pages > left.pages || pixels > left.pixels) return null;
        left.pages -= pages;
        left.pixels -= pixels;
      }
      return { key, kind, format, bytes, stripped, pages, canHoldWords };
    });
  }

  async function look(opened: Opened): Promise<Looked | null> {
    const { key, kind, format, bytes, pages, canHoldWords } = opened;
    if (!canHoldWords) return { ...opened, text: '', recognized: new Map() };
    return await unlessUnreadable(signal, async () => {
      const own = pagesIn(known, key, pages) ?? (await recognize(format, bytes, kind));
      for (const [page, picture] of own) recognized.set(`${key} ${page}`, picture);
      const { textOf } = await import('../image/pictureFormat.ts');
      return { ...opened, text: textOf(own, pages).text, recognized: own };
    });
  }

  async function recognize(
    format: InPlaceFormat,
    bytes: Uint8Array,
    kind: InPlacePicture,
  ): Promise<RecognizedPictures> {
    const { layout: found } = await format.read(bytes, { signal, ...(language && { language }) });
    if (found === undefined) throw new TypeError(`the format ${kind} gave no words`);
    return unpackLayout(found);
  }

  async function write(
    { name, bytes: original }: PictureBytes,
    picture: Looked | null,
    replacements: readonly TextReplacement[],
    report: Report,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    const written = picture === null ? null : await covered(picture, replacements, report);
    onProgress?.(steps.shown);
    if (written !== null) return written;
    report.removed('image_text');
    return await neutralPicture(original, name);
  }

  async function covered(
    { text, format, bytes, stripped, recognized: words }: Looked,
    replacements: readonly TextReplacement[],
    report: Report,
  ): Promise<Uint8Array | null> {
    const all = reviewed || text === '' ? replacements : [{ start: 0, end: text.length, text: '' }];
    return await unlessUnreadable(signal, async () => {
      const { hasHiddenColors } = await import('../image/hiddenColors.ts');
      if (all.length === 0 && canStrip(bytes) && !(await hasHiddenColors(bytes))) {
        report.cleaned('image_metadata', stripped);
        return bytes;
      }
      const request = {
        replacements: all,
        purpose: 'anonymize',
        forbidden,
        layout: packLayout(words),
        signal,
      } as const;
      const { bytes: result, ...rest } = await format.rewrite(bytes, request);
      report.include(rest);
      report.cleaned('image_metadata', stripped);
      if (all !== replacements) report.removed('image_text');
      return result;
    });
  }

  return {
    async read(pictures) {
      const keys = pictures.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
      const fresh: Opened[] = [];
      for (const [index, key] of keys.entries()) {
        if (looked.has(key)) continue;
        signal.throwIfAborted();
        looked.set(key, null);
        const opened = await open(key, pictures[index]!.bytes);
        if (opened !== null) fresh.push(opened);
      }
      steps.all += fresh.length;
      await inLanes(fresh, LANES, async (opened) => {
        signal.throwIfAborted();
        looked.set(opened.key, await look(opened));
        step();
      });
      return pictures.map((picture, index): PictureInside => {
        const own = looked.get(keys[index]!) ?? null;
        return {
          text: reviewed && own !== null ? own.text : '',
          write: (replacements, report) => write(picture, own, replacements, report),
        };
      });
    },
    found() {
      if (recognized.size === 0) return {};
      const sorted = new Map([...recognized].sort(([a], [b]) => (a < b ? -1 : 1)));
      const words = [...sorted.values()].flatMap((picture) => picture.words);
      return { layout: packLayout(sorted), ...(words.length > 0 && { confidence: meanConfidence(words) }) };
    },
  };
}

/** The words of one picture, page by page; null where they are not known. */
function pagesIn(known: RecognizedPictures, key: string, pages: number): RecognizedPictures | null {
  const own = new Map<string, RecognizedPicture>();
  for (let page = 1; page <= pages; page += 1) {
    const picture = known.get(`${key} ${String(page)}`);
    if (picture === undefined) return null;
    own.set(String(page), picture);
  }
  return own;
}

/** Reasons for which a picture cannot be looked into, or not be written safely. */
const CLOSED: ReadonlySet<ErrorCode> = new Set([
  ...(['UNREADABLE_FILE', 'TEXT_TOO_LARGE', 'DOCUMENT_ANONYMIZATION_FAILED'] as const),
]);

async function unlessUnreadable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && CLOSED.has(error.code)) return null;
    throw error;
  }
}
