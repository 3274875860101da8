import { readStorages, type Storage } from '../../compound/storage.ts';
import { writeStorages } from '../../compound/write.ts';
import { documentError } from '../../failures.ts';
import { openNesting, type Nesting } from '../container/children.ts';
import { joinParts, replacementsOf } from '../container/parts.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../report.ts';
import { openPictures } from '../pictures/openPictures.ts';
import type { Recognizer } from '../recognition/types.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import type { PlacedText } from '../placedText.ts';
import type { InPlaceFormat, RewriteRequest } from '../types.ts';
import type { MessageContext, MessagePart } from './context.ts';
import { openNames } from './names.ts';
import { FIRST_NAMED, isMessageStorage } from './properties.ts';
import { scanMessage } from './scanMessage.ts';

/**
 * Messages, appointments, tasks and contacts of Outlook (MS-OXMSG in a compound file): texts of their properties and bodies, the files and messages in
 * them, each by its own format. When anonymizing, all other properties go: headers of the internet, identifiers, search keys, names of directories,
 * properties nobody knows; and so do files that cannot be looked into. Encrypted messages are refused.
 */
export function createMsgFormat(recognizer: Recognizer, nesting: Nesting): InPlaceFormat {
  return {
    async read(bytes, options) {
      // How many files there are is not known before the last one was read.
      const waiting = { ...options, onProgress: () => options.onProgress?.(0) };
      const { parts } = await scanFile(bytes, {
        ...{ report: createReport(), nesting: openNesting(nesting) },
        ...{ options: waiting, pictures: openPictures(recognizer, waiting) },
        ...{ request: null, isCleaned: false, sweeper: createSweeper([]) },
      });
      const { text, places } = joinParts(parts);
      return { text, places };
    },

    async rewrite(bytes, { expectedText, ...request }) {
      const isCleaned = request.purpose === 'anonymize';
      if (!isCleaned && request.replacements.length === 0) return { bytes, cleaned: [], removed: [] };
      const sweeper = createSweeper(isCleaned ? request.forbidden : []);
      const report = createReport();
      const { root, parts, context } = await scanFile(bytes, {
        ...{ report, nesting: openNesting(nesting), options: request, request, isCleaned, sweeper },
        pictures: openPictures(recognizer, request),
      });
      const placed = joinParts(parts);
      checkExpectedText(placed.text, expectedText);
      await writeParts(placed, parts, request, sweeper);
      if (isCleaned) clean(root, context);
      for (const properties of context.opened) properties.finish();
      if (isCleaned) verify(root, context, sweeper);
      return { bytes: writeStorages(root), ...report.result() };
    },
  };
}

/** The texts of a message without words of pictures, in the order in which they make its text. Throws what reading throws. */
export async function readParts(
  bytes: Uint8Array,
  nesting: Nesting,
  options: MessageContext['options'],
): Promise<readonly MessagePart[]> {
  const { parts } = await scanFile(bytes, {
    ...{ report: createReport(), nesting: openNesting(nesting), options, pictures: null },
    ...{ request: null, isCleaned: false, sweeper: createSweeper([]) },
  });
  return parts;
}

async function scanFile(bytes: Uint8Array, context: Omit<MessageContext, 'names' | 'opened' | 'closing'>) {
  const root = readStorages(bytes);
  if (!isMessageStorage(root)) throw documentError('UNREADABLE_FILE');
  const whole: MessageContext = { ...context, names: openNames(root), opened: [], closing: [] };
  const parts = await scanMessage(root, { attachment: null, codePage: null }, whole);
  return { root, parts, context: whole };
}

async function writeParts(
  placed: PlacedText<MessagePart>,
  parts: readonly MessagePart[],
  request: RewriteRequest,
  sweeper: Sweeper,
): Promise<void> {
  const replacements = replacementsOf(placed, sweeper.extend(placed.text, request.replacements));
  for (const [index, part] of parts.entries()) {
    request.signal.throwIfAborted();
    await part.apply(replacements.get(part) ?? []);
    request.onProgress?.((index + 1) / parts.length);
  }
}

/** Numbers that are left to be set when all parts are written, and what tells when storages were made. */
function clean(root: Storage, { closing, opened, names, report }: MessageContext): void {
  for (const close of closing) close();
  for (const properties of opened) report.cleaned('hidden_content', properties.removeOthers());
  const used = opened.flatMap((properties) => properties.all().map(({ id }) => id)).filter((id) => id >= FIRST_NAMED);
  const numbers = names.reduce(used);
  for (const properties of opened) properties.renumber(numbers);
  forEachStorage(root, (storage) => {
    storage.stamp = Buffer.concat([storage.stamp.subarray(0, CLASS_BYTES), Buffer.alloc(TIME_BYTES)]);
  });
}

/** Class identifier and state bits, times of creation and change (MS-CFB 2.6.1). */
const CLASS_BYTES = 20;
const TIME_BYTES = 16;

function forEachStorage(storage: Storage, visit: (storage: Storage) => void): void {
  visit(storage);
  for (const inner of storage.storages.values()) forEachStorage(inner, visit);
}

/** Bodies and files were looked at by their formats. */
const CHECKED = /^__substg1\.0_(?:3701|1009|1013)0102$/;

/** Looks at every text as it is read, and at the bytes of every stream of properties and every name. */
function verify(root: Storage, { opened }: MessageContext, sweeper: Sweeper): void {
  for (const properties of opened) {
    const texts = properties.all().flatMap((property) => properties.texts(property) ?? []);
    if (texts.some((text) => sweeper.leaksText(text))) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
  }
  forEachStorage(root, ({ streams, storages }) => {
    for (const name of storages.keys())
      if (sweeper.leaksText(name)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
    for (const [name, stream] of streams) {
      if (CHECKED.test(name)) continue;
      const bytes = Buffer.from(stream);
      const texts = [name, bytes.toString('utf16le'), bytes.toString('latin1'), bytes.toString('utf8')];
      if (texts.some((text) => sweeper.leaksText(text))) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
    }
  });
}
