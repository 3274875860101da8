import { AppError } from '../../../core/errors.ts';
import { decodeXml } from '../../package/xml.ts';
import { openZip } from '../../package/zip.ts';
import { checkExpectedText } from '../expectedText.ts';
import { openPictures } from '../pictures/openPictures.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import type { Recognizer } from '../recognition/types.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import { assemble, type Assembled } from '../text/assemble.ts';
import { spliceTrack } from '../text/splice.ts';
import type { InPlaceFormat, RewriteRequest } from '../types.ts';
import { isCompressed, isXmlName } from './finish.ts';
import { createBudget, type PackageScanner, type ScanContext } from './scan.ts';
import { createReport } from '../report.ts';

const PART_BYTES = 256 * 1024 * 1024;
/** Packages inside packages inside packages are not looked into: they are removed. */
const DEPTH = 2;
const SHARES = Object.freeze({ read: 0.3, written: 0.7 });

export interface FormatOptions {
  readonly scan: PackageScanner;
  /** For what is embedded in a document. */
  readonly scanEmbedded: ScanContext['openEmbedded'];
  /** For pictures in the document. */
  readonly recognizer: Recognizer;
}

/** The interface of a format that is a zip package of XML parts and pictures. */
export function createPackageFormat({ scan, scanEmbedded, recognizer }: FormatOptions): InPlaceFormat {
  const contextFor = (sweeper: Sweeper | null, pictures: PicturesInside | null, signal: AbortSignal): ScanContext => ({
    sweeper,
    pictures,
    signal,
    report: createReport(),
    budget: createBudget(),
    depth: 0,
    openEmbedded: async (bytes, context) => (context.depth > DEPTH ? null : await scanEmbedded(bytes, context)),
  });
  const read = async (
    bytes: Uint8Array,
    pictures: PicturesInside | null,
    signal: AbortSignal,
    most?: number,
  ): Promise<Assembled> => assemble((await scan(bytes, contextFor(null, pictures, signal))).segments, most);

  /** Reads a document, replaces and writes it. What was read of it ends here: reading what was written takes as much memory again. */
  const written = async (bytes: Uint8Array, request: RewriteRequest, context: ScanContext): Promise<Uint8Array> => {
    const { expectedText, signal, onProgress } = request;
    const scanned = await scan(bytes, context);
    const assembled = assemble(scanned.segments);
    checkExpectedText(assembled.text, expectedText);
    onProgress?.(SHARES.read);
    splice(assembled, request, context.sweeper);
    return await failClosed(context.sweeper, signal, async () => {
      await scanned.finish();
      return await scanned.write();
    });
  };

  return {
    async read(bytes, options) {
      const pictures = openPictures(recognizer, options);
      const { text, places } = await read(bytes, pictures, options.signal);
      return { text, places, ...pictures?.found() };
    },
    async rewrite(bytes, request) {
      const { purpose, forbidden, signal, onProgress } = request;
      const sweeper = purpose === 'anonymize' ? createSweeper(forbidden) : null;
      const context = contextFor(sweeper, openPictures(recognizer, request, SHARES.read), signal);
      const output = await written(bytes, request, context);
      onProgress?.(SHARES.written);
      if (sweeper !== null) {
        await failClosed(sweeper, signal, async () => {
          // Placeholders may make the text longer than what is accepted. Pictures have covered their words themselves.
          const { text } = await read(output, null, signal, Infinity);
          if (sweeper.leaksText(text)) throw new TypeError('a value is left in the text');
          await verify(output, sweeper, 0);
        });
      }
      onProgress?.(1);
      return { bytes: output, ...context.report.result() };
    },
  };
}

function splice({ text, tracks }: Assembled, { replacements }: RewriteRequest, sweeper: Sweeper | null): void {
  const all = sweeper?.extend(text, replacements) ?? replacements;
  for (const track of tracks) spliceTrack(track, all);
}

/** When anonymizing, whatever goes wrong after the reading means that the result cannot be trusted. */
async function failClosed<T>(sweeper: Sweeper | null, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (sweeper === null) throw error;
    throw new AppError('DOCUMENT_ANONYMIZATION_FAILED', 'The document could not be anonymized safely.', {
      cause: error,
    });
  }
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Looks at the bytes of every part, also of packages inside. */
async function verify(bytes: Uint8Array, sweeper: Sweeper, depth: number): Promise<void> {
  const zip = await openZip(bytes);
  for (const name of zip.names) {
    if (sweeper.name(name) !== name) throw new TypeError('a value is left in a name');
    const part = (await zip.read(name, PART_BYTES))!;
    if (depth <= DEPTH && ZIP.every((byte, index) => part[index] === byte)) await verify(part, sweeper, depth + 1);
    else if (isXmlName(name) ? sweeper.leaksPart(decodeXml(part)) : sweeper.leaksBinary(part, isCompressed(name))) {
      throw new TypeError('a value is left in a part');
    }
  }
}
