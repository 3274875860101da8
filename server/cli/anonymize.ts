import { createHmac, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { LEVELS } from '../contract/anonymization.ts';
import { LANGUAGES } from '../contract/common.ts';
import { DOCUMENT_TYPES } from '../contract/documentFormats.ts';
import { createMac, createMemoryBook } from '../core/placeholders/memoryBook.ts';
import { nameHoldsValue, wordsOf } from '../core/sharableName.ts';
import {
  anonymizeDocument,
  type AnonymizeOptions,
  countMentions,
  detectionOptions,
  FORMATS,
} from './anonymizeDocument.ts';
import { anonymizeMany, RUN_MAPPING } from './anonymizeMany.ts';
import { EXIT_CODE_HELP, EXIT_CODES, runCommand } from './commandError.ts';
import { readInput, writeTogether } from './commandFiles.ts';
import { type CommandTools, withTools } from './commandTools.ts';
import { filesInArchive, filesInFolder, type InputFile } from './manyFiles.ts';
import { MAPPING_SUFFIX, sealMappings } from './mapping.ts';
import { countResults, reportDocument, reportFile, reportTotals } from './reports.ts';

interface Options extends AnonymizeOptions {
  readonly out?: string;
  readonly json?: boolean;
}

const HELP = `
Writes the anonymized document and, beside it, a mapping file with the replaced values, encrypted with the
master key of this installation. \`deanonymize\` puts the values back with it.

A folder (with all folders in it) or a ZIP gives a folder of results with the same paths and one mapping file,
${RUN_MAPPING}: a value has the same placeholder in all files. A run that was stopped goes on where it was when it
is started again with the same folders, and files that did not change since are skipped. Names of files and
folders that hold a value are replaced; files that cannot be processed are listed with the reason.

--format original keeps TXT byte for byte apart from the values, DOCX as DOCX and PDF as PDF with the text of the
document; pictures become PDF. --format native keeps the document itself, with placeholders in place and without
traces of people in it (\`deanonymize --format native\` takes it back). The anonymized document takes the name of the input only where that holds no value.
${EXIT_CODE_HELP}`;

const EXTENSIONS = [...new Set(Object.values(DOCUMENT_TYPES).map(({ extension }) => extension.toUpperCase()))];

/** `anonymize PATH`: the main job without a server. */
export function run(args: readonly string[]): Promise<void> {
  const command = new Command('anonymize')
    .description('replace personal data in documents by placeholders')
    .argument('<path>', `a document (${EXTENSIONS.join(', ')}), or a folder or ZIP of documents`)
    .addOption(new Option('--language <code>', 'language of the documents; detected when absent').choices(LANGUAGES))
    .option('--out <dir>', 'folder for the results; that of the input, or NAME-anonymized beside a folder or ZIP')
    .addOption(new Option('--format <format>', 'format of the result').choices(FORMATS).default('original'))
    .addOption(new Option('--level <level>', 'how much is masked when in doubt').choices(LEVELS).default('balanced'))
    .option('--json', 'print the result as JSON, a line for each file')
    .addHelpText('after', HELP)
    .action((path: string, options: Options) => withTools((tools) => anonymize(tools, path, options)));
  return runCommand(command, args);
}

async function anonymize(tools: CommandTools, path: string, options: Options): Promise<void> {
  const out = options.out ?? join(dirname(resolve(path)), `${await folderName(tools, path, options)}-anonymized`);
  const files = await manyFilesIn(path, out);
  if (files === null) await anonymizeFile(tools, path, options);
  else await anonymizeFiles(tools, files, { ...options, out });
}

/** What the folder of the results is called: like the input, but for a name that holds a value. The same with every run, so that a run can go on. */
async function folderName(tools: CommandTools, path: string, options: Options): Promise<string> {
  const name = basename(path, extname(path));
  const detection = detectionOptions(options);
  const detects = async (text: string) => (await tools.detector.detect(text, detection)).spans.length > 0;
  if (!(await nameHoldsValue(name, new Set(), detects))) return name;
  const mac = createHmac('sha256', await tools.masterKey())
    .update(`folder of results\n${name}`)
    .digest('hex');
  return `folder-${mac.slice(0, 8)}`;
}

async function manyFilesIn(path: string, out: string): Promise<InputFile[] | null> {
  if (await isFolder(path)) return await filesInFolder(path, out);
  return extname(path).toLowerCase() === '.zip' ? await filesInArchive(path) : null;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Whoever reads it says why it cannot be read.
    return false;
  }
}

async function anonymizeFiles(
  tools: CommandTools,
  files: readonly InputFile[],
  options: Options & { readonly out: string },
): Promise<void> {
  const counts = countResults();
  for await (const result of anonymizeMany(tools, files, options)) {
    counts.add(result);
    reportFile(result, options);
  }
  reportTotals({ folder: options.out, mapping: join(options.out, RUN_MAPPING), ...counts.result() }, options);
  if (counts.result().failed > 0) process.exitCode = EXIT_CODES.some;
}

async function anonymizeFile(tools: CommandTools, path: string, options: Options): Promise<void> {
  const bytes = await readInput(path);
  // A key of this document alone: placeholders of different documents cannot be linked.
  const mask = { book: createMemoryBook(), mac: createMac(randomBytes(32)) };
  const document = await anonymizeDocument(tools, { name: basename(path), bytes }, options, mask);
  const { masked, language, unavailable } = document;
  const stem = basename(path, extname(path));
  const words = wordsOf(masked.mappings.map(({ original }) => original));
  const detection = detectionOptions({ ...options, language });
  const detects = async (text: string) => (await tools.detector.detect(text, detection)).spans.length > 0;
  const holdsValue = await nameHoldsValue(stem, words, detects);
  const name = `${holdsValue ? `document-${randomBytes(4).toString('hex')}` : stem}-anonymized`;
  const mapping = sealMappings(masked.mappings, await tools.masterKey());
  const [mappingPath, documentPath] = await writeTogether(options.out ?? dirname(path), name + document.extension, [
    { suffix: MAPPING_SUFFIX, bytes: mapping },
    { suffix: '', bytes: document.bytes },
  ]);
  reportDocument(
    {
      document: documentPath!,
      mapping: mappingPath!,
      language,
      entities: countMentions(masked),
      unavailable,
    },
    options,
  );
}
