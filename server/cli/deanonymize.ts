import { basename, dirname, extname } from 'node:path';
import { Command, Option } from 'commander';
import { createMemoryBook } from '../core/placeholders/memoryBook.ts';
import { findPlaceholders, type FoundPlaceholder } from '../core/placeholders/find.ts';
import {
  mentionedHashes,
  resolvePlaceholder,
  restorePlaceholders,
  type Restoration,
} from '../core/placeholders/restore.ts';
import { CommandError, EXIT_CODE_HELP, runCommand } from './commandError.ts';
import { readInput, writeTogether } from './commandFiles.ts';
import { type CommandTools, openDocument, type OpenedDocument, rewriteDocument, withTools } from './commandTools.ts';
import { MAPPING_SUFFIX, openMappings } from './mapping.ts';

interface Options {
  readonly mapping?: string;
  readonly out?: string;
  readonly format: 'original' | 'native';
  readonly json?: boolean;
}

const HELP = `
Looks for the mapping file FILE${MAPPING_SUFFIX} beside the document unless --mapping names another one, and needs the
master key with which it was made. Placeholders that were altered on the way are recognized when exactly one value fits.
A TXT comes back byte for byte; DOCX and PDF are written anew with the restored text, or keep their layout with
--format native, as does every other format that can be written.
${EXIT_CODE_HELP}`;

/** `deanonymize FILE`: puts the values back with the mapping file. */
export function run(args: readonly string[]): Promise<void> {
  const command = new Command('deanonymize')
    .description('put the original values back into an anonymized document')
    .argument('<file>', 'anonymized document')
    .option('--mapping <file>', 'mapping file of the document')
    .option('--out <dir>', 'folder for the result; the folder of the input when absent')
    .addOption(
      new Option('--format <format>', 'how the result is written').choices(['original', 'native']).default('original'),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action((file: string, options: Options) => withTools((tools) => deanonymize(tools, file, options)));
  return runCommand(command, args);
}

async function deanonymize(tools: CommandTools, path: string, options: Options): Promise<void> {
  const bytes = await readInput(path);
  const sealed = await readInput(options.mapping ?? path + MAPPING_SUFFIX);
  const book = createMemoryBook(openMappings(sealed, await tools.masterKey()));
  const document = await openDocument(tools, path, bytes, { pictures: false });
  const found = findPlaceholders(document.text);
  const originals = await book.originals(mentionedHashes(found));
  const restoration = restorePlaceholders(document.text, originals, found);
  const extension = extname(path);
  const stem = `${basename(path, extension).replace(/-anonymized( \(\d+\))?$/, '')}-restored`;
  const restored =
    options.format === 'native'
      ? await writeNative(tools, document, found, originals)
      : await write(tools, document, restoration);
  const [written] = await writeTogether(options.out ?? dirname(path), stem + extension, [
    { suffix: '', bytes: restored },
  ]);
  report(written!, restoration, options);
}

function writeNative(
  tools: CommandTools,
  document: OpenedDocument,
  found: readonly FoundPlaceholder[],
  originals: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const replacements = found.flatMap((placeholder) => {
    const text = resolvePlaceholder(placeholder, originals);
    return text === undefined ? [] : [{ start: placeholder.start, end: placeholder.end, text }];
  });
  return rewriteDocument(tools, document, { replacements, forbidden: [], purpose: 'restore' });
}

async function write(
  { documents, detector }: CommandTools,
  { format, encode }: OpenedDocument,
  { text }: Restoration,
): Promise<Uint8Array> {
  if (encode !== null) return encode(text);
  if (format !== 'pdf' && format !== 'docx') {
    throw new CommandError('input', 'Only TXT, DOCX and PDF can be restored.');
  }
  const { language } = await detector.detect(text, { level: 'fast', categories: {}, terms: [] });
  return documents.write({ format, text, title: '', prompt: null, language });
}

function report(path: string, { restored, unresolved }: Restoration, { json }: Options): void {
  if (json === true) {
    console.log(JSON.stringify({ document: path, restored, unresolved: unresolved.length }));
    return;
  }
  console.log(`Document: ${path}`);
  console.log(`Restored: ${restored}`);
  if (unresolved.length > 0) console.log(`Unknown placeholders left as they are: ${unresolved.length}`);
}
