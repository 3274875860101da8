import { randomBytes } from 'node:crypto';
import { basename, dirname, extname } from 'node:path';
import { Command, Option } from 'commander';
import { LEVELS, type ExportFormat, type ProtectionLevel } from '../contract/anonymization.ts';
import { BUILT_IN_CATEGORIES, CATEGORY_TABLE } from '../contract/categories.ts';
import { type Language, LANGUAGES } from '../contract/common.ts';
import { DOCUMENT_TYPES } from '../contract/documentFormats.ts';
import { type MaskedText, maskText } from '../core/placeholders/mask.ts';
import { createMac, createMemoryBook } from '../core/placeholders/memoryBook.ts';
import type { DetectionOptions } from '../detection/types.ts';
import { EXIT_CODE_HELP, runCommand } from './commandError.ts';
import { readInput, writeTogether } from './commandFiles.ts';
import { type CommandTools, openDocument, type OpenedDocument, rewriteDocument, withTools } from './commandTools.ts';
import { MAPPING_SUFFIX, sealMappings } from './mapping.ts';

const FORMATS = ['original', 'native', 'txt', 'pdf', 'docx'] as const;

interface Options {
  readonly language?: Language;
  readonly out?: string;
  readonly format: (typeof FORMATS)[number];
  readonly level: ProtectionLevel;
  readonly json?: boolean;
}

const HELP = `
Writes the anonymized document and, beside it, a mapping file with the replaced values, encrypted with the
master key of this installation. \`deanonymize\` puts the values back with it.

--format original keeps TXT byte for byte apart from the values, DOCX as DOCX and PDF as PDF with the text of the
document; pictures become PDF. --format native keeps the document itself, with placeholders in place and without
traces of people in it (\`deanonymize --format native\` takes it back). The anonymized document takes the name of the input only where that holds no value.
${EXIT_CODE_HELP}`;

/** `anonymize FILE`: the main job without a server. */
export function run(args: readonly string[]): Promise<void> {
  const command = new Command('anonymize')
    .description('replace personal data in a document by placeholders')
    .argument('<file>', 'PDF, DOCX, TXT, PNG, JPG, GIF, BMP or TIFF')
    .addOption(new Option('--language <code>', 'language of the document; detected when absent').choices(LANGUAGES))
    .option('--out <dir>', 'folder for the results; the folder of the input when absent')
    .addOption(new Option('--format <format>', 'format of the result').choices(FORMATS).default('original'))
    .addOption(new Option('--level <level>', 'how much is masked when in doubt').choices(LEVELS).default('balanced'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action((file: string, options: Options) => withTools((tools) => anonymize(tools, file, options)));
  return runCommand(command, args);
}

async function anonymize(tools: CommandTools, path: string, options: Options): Promise<void> {
  const document = await openDocument(tools, path, await readInput(path), options.language);
  const detection = detectionOptions(options);
  const { spans, language, stages } = await tools.detector.detect(document.text, detection);
  // A key of this document alone: placeholders of different documents cannot be linked.
  const masked = await maskText(document.text, spans, { book: createMemoryBook(), mac: createMac(randomBytes(32)) });
  const format = formatOf(document, options);
  const isText = format === 'txt' || format === 'native';
  const kind = format === 'native' ? DOCUMENT_TYPES[document.format].extension : format;
  const extension = isText && document.encode !== null ? extname(path) || '.txt' : `.${kind}`;
  const stem = await sharableStem(tools, path, masked, { ...detection, language });
  const body =
    format === 'native'
      ? await writeNative(tools, document, masked)
      : await write(tools, document, masked.text, { format, language });
  const mapping = sealMappings(masked.mappings, await tools.masterKey());
  const [mappingPath, documentPath] = await writeTogether(options.out ?? dirname(path), stem + extension, [
    { suffix: MAPPING_SUFFIX, bytes: mapping },
    { suffix: '', bytes: body },
  ]);
  const unavailable = stages.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const result = {
    document: documentPath!,
    mapping: mappingPath!,
    language,
    entities: countMentions(masked),
    unavailable,
  };
  report(result, options);
}

function detectionOptions({ language, level }: Options): DetectionOptions {
  const categories = Object.fromEntries(
    BUILT_IN_CATEGORIES.map((name) => [name, CATEGORY_TABLE[name].enabledByDefault]),
  );
  return { language, level, categories, terms: [] };
}

function formatOf({ format }: OpenedDocument, options: Options): ExportFormat | 'native' {
  if (options.format !== 'original') return options.format;
  return format === 'txt' || format === 'docx' ? format : 'pdf';
}

function writeNative(
  tools: CommandTools,
  document: OpenedDocument,
  { parts, mappings }: MaskedText,
): Promise<Uint8Array> {
  return rewriteDocument(tools, document, {
    replacements: parts.map(({ start, end, mapping }) => ({ start, end, text: mapping.placeholder })),
    forbidden: mappings.map(({ original, placeholder }) => ({ value: original, replacement: placeholder })),
    purpose: 'anonymize',
  });
}

function write(
  { documents }: CommandTools,
  { encode }: OpenedDocument,
  text: string,
  target: { format: ExportFormat; language: Language },
): Promise<Uint8Array> {
  if (target.format === 'txt' && encode !== null) return Promise.resolve(encode(text));
  // Without a title the document holds its own text alone, and can be restored to it.
  return documents.write({ ...target, text, title: '', prompt: null });
}

/** The input's name, or a neutral one where the name itself holds a value: file names often are names of clients. */
async function sharableStem(
  { detector }: CommandTools,
  path: string,
  { mappings }: MaskedText,
  options: DetectionOptions,
): Promise<string> {
  const stem = basename(path, extname(path));
  const asText = (text: string) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_.\-]+/g, ' ');
  const words = asText(stem);
  const repeatsValue = mappings.some(({ original }) =>
    asText(original)
      .split(' ')
      .some((word) => word.length > 2 && words.includes(word)),
  );
  const holdsValue = repeatsValue || (await detector.detect(stem.replace(/[_\-]+/g, ' '), options)).spans.length > 0;
  return `${holdsValue ? `document-${randomBytes(4).toString('hex')}` : stem}-anonymized`;
}

function countMentions({ parts }: MaskedText): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { mapping } of parts) counts[mapping.category] = (counts[mapping.category] ?? 0) + 1;
  return counts;
}

/** What the command tells about its work. */
interface Report {
  readonly document: string;
  readonly mapping: string;
  readonly language: Language;
  /** Mentions by category. */
  readonly entities: Readonly<Record<string, number>>;
  /** Optional detectors that could not work. */
  readonly unavailable: readonly string[];
}

function report(result: Report, { json }: Options): void {
  if (json === true) {
    console.log(JSON.stringify(result));
    return;
  }
  console.log(`Document: ${result.document}`);
  console.log(`Mapping:  ${result.mapping}`);
  console.log(`Language: ${result.language}`);
  for (const id of result.unavailable) console.log(`Without:  ${id} (not available)`);
  const rows = Object.entries(result.entities).sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length === 0) console.log('No personal data found.');
  const width = Math.max(0, ...rows.map(([category]) => category.length));
  for (const [category, count] of rows) console.log(`  ${category.padEnd(width)}  ${String(count).padStart(6)}`);
}
