import { documentError } from '../../failures.ts';
import { openNesting, type Nesting } from '../container/children.ts';
import { joinParts, replacementsOf } from '../container/parts.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../report.ts';
import { openPictures } from '../pictures/openPictures.ts';
import type { Recognizer } from '../recognition/types.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import { createEdits } from '../text/edits.ts';
import type { InPlaceFormat, ReadInPlaceOptions } from '../types.ts';
import { readMessage, type Entity } from './entity.ts';
import { unfold } from './fields.ts';
import { scanMessage, type MessagePart } from './scanMessage.ts';
import { decodeWords } from './words.ts';

/**
 * Mail messages (RFC 5322, RFC 2045 to 2049): names, addresses and subjects of the header, texts, messages and files in it, each by its own format.
 * When anonymizing, all other fields of the header go, and so do signatures and files that cannot be looked into. Encrypted messages are refused.
 */
export function createEmlFormat(recognizer: Recognizer, nesting: Nesting): InPlaceFormat {
  return {
    async read(bytes, options) {
      // How many files there are is not known before the last one was read.
      const waiting = { ...options, onProgress: () => options.onProgress?.(0) };
      const source = asString(bytes);
      const parts = await scanMessage(readMessage(source), {
        ...{ source, edits: createEdits(), report: createReport(), nesting: openNesting(nesting) },
        ...{ options: waiting, pictures: openPictures(recognizer, waiting), request: null, sweeper: null },
      });
      const { text, places } = joinParts(parts);
      return { text, places };
    },

    async rewrite(bytes, { expectedText, ...request }) {
      const source = asString(bytes);
      const isCleaned = request.purpose === 'anonymize';
      const sweeper = createSweeper(isCleaned ? request.forbidden : []);
      const report = createReport();
      const edits = createEdits();
      const parts = await scanMessage(readMessage(source), {
        ...{ source, edits, report, nesting: openNesting(nesting), options: request },
        ...{ request, sweeper: isCleaned ? sweeper : null, pictures: openPictures(recognizer, request) },
      });
      const placed = joinParts(parts);
      checkExpectedText(placed.text, expectedText);
      const replacements = replacementsOf(placed, sweeper.extend(placed.text, request.replacements));
      for (const [index, part] of parts.entries()) {
        request.signal.throwIfAborted();
        await part.apply(replacements.get(part) ?? []);
        request.onProgress?.((index + 1) / parts.length);
      }
      const result = edits.apply(source);
      if (isCleaned) verify(readMessage(result), result, sweeper);
      return { bytes: Buffer.from(result, 'latin1'), ...report.result() };
    },
  };
}

/** The texts of a message without words of pictures, in the order in which they make its text. Throws what reading throws. */
export async function readParts(
  bytes: Uint8Array,
  nesting: Nesting,
  options: Pick<ReadInPlaceOptions, 'signal' | 'language'>,
): Promise<readonly MessagePart[]> {
  const source = asString(bytes);
  return await scanMessage(readMessage(source), {
    ...{ source, edits: createEdits(), report: createReport(), nesting: openNesting(nesting), options },
    ...{ request: null, sweeper: null, pictures: null },
  });
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();
const asString = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Looks at every header and at what lies between parts; bodies were looked at by their formats. */
function verify(entity: Entity, source: string, sweeper: Sweeper): void {
  const header = utf8(source.slice(entity.headerStart, entity.bodyStart));
  const between = [{ start: entity.start, end: entity.headerStart }, ...entity.hidden].map(({ start, end }) =>
    utf8(source.slice(start, end)),
  );
  if ([header, decodeWords(unfold(header)), ...between].some((text) => sweeper.leaksText(text))) {
    throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
  }
  for (const child of entity.children) verify(child, source, sweeper);
}
