import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadConfig } from '../config.ts';
import { createLogger } from '../core/log/createLogger.ts';
import { loadMasterKey } from '../core/vault/masterKey.ts';
import { createDetector } from '../detection/createDetector.ts';
import type { Detector } from '../detection/types.ts';
import { createDocuments } from '../documents/createDocuments.ts';
import { createEngines } from '../documents/ocr/engines.ts';
import { openOcrProgram } from '../documents/ocr/program/openProgram.ts';
import type { DocumentFormat, Documents, ReadOptions, ReadResult, RewriteRequest } from '../documents/types.ts';
import { CommandError } from './commandError.ts';
import { encodeAs, encodingOf } from '../documents/text/encoding.ts';

/** What the commands work with: the server's own parts, without its database. */
export interface CommandTools {
  readonly detector: Detector;
  readonly documents: Documents;
  /** The installation's master key; made when this is its first use. */
  readonly masterKey: () => Promise<Uint8Array>;
}

/** Runs work with the tools and closes them. */
export async function withTools<T>(work: (tools: CommandTools) => Promise<T>): Promise<T> {
  const config = loadConfig({ env: process.env, cwd: process.cwd() });
  const logger = createLogger({ dir: config.dataDir, level: 'silent', console: null });
  const { resourcesDir, modelsDir, detectors } = config;
  // Detectors that were added in the settings are in the database, which belongs to a server.
  const plugged = () => Promise.resolve(detectors.filter(({ enabled }) => enabled));
  const detector = createDetector({ resourcesDir, modelsDir, plugged, threads: 1 });
  const { ocr, workers } = config;
  const ocrProgram = ocr.engine === 'system' ? await openOcrProgram({ program: ocr.program, threads: workers }) : null;
  const documents = createDocuments({ threads: workers, logger, engines: createEngines(ocrProgram) });
  try {
    return await work({
      detector,
      documents,
      masterKey: () =>
        loadMasterKey(config.masterKey, { mayCreate: !existsSync(join(config.dataDir, 'deckname.db')), logger }),
    });
  } finally {
    await Promise.all([detector.close(), documents.close()]);
  }
}

/** A document and how to write it again. */
export interface OpenedDocument extends ReadResult {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** false: pictures in it were left out. */
  readonly pictures?: false;
  /** Bytes of another text in the encoding of this one, UTF-8 where that lacks a character. Only for text files. */
  readonly encode: ((text: string) => Uint8Array) | null;
}

/** Reads a document of any supported format. */
export async function openDocument(
  { documents }: CommandTools,
  path: string,
  bytes: Uint8Array,
  options: Partial<Pick<ReadOptions, 'language' | 'pictures'>> = {},
): Promise<OpenedDocument> {
  const format = await documents.identify(bytes, basename(path));
  const signal = new AbortController().signal;
  const result = await documents.read(bytes, format, { ...options, signal, onProgress: () => undefined });
  const { pictures } = options;
  return {
    ...result,
    ...(pictures === false && { pictures }),
    format,
    bytes,
    encode: format === 'txt' ? encoderLike(bytes, result.text) : null,
  };
}

/** Writes a document in its own format. Throws AppError DOCUMENT_ANONYMIZATION_FAILED. */
export async function rewriteDocument(
  { documents }: CommandTools,
  { bytes, format, layout, pictures }: OpenedDocument,
  change: Pick<RewriteRequest, 'replacements' | 'purpose' | 'forbidden'>,
): Promise<Uint8Array> {
  const { signal } = new AbortController();
  const asRead = { ...(layout && { layout }), ...(pictures === false && { pictures }) };
  const written = await documents.rewrite(bytes, format, { ...change, ...asRead, signal });
  return written.bytes;
}

function encoderLike(bytes: Uint8Array, text: string): (text: string) => Uint8Array {
  const encoding = encodingOf(bytes, text);
  // A text that does not give its own bytes again could not be restored exactly.
  if (encoding === undefined) throw new CommandError('input', 'The text file is damaged.');
  return (other) => encodeAs(other, encoding) ?? Buffer.from(other, 'utf8');
}
