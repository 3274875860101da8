import { zipSync, type Zippable } from 'fflate';
import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { documentError } from '../../failures.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { openZip } from '../../package/zip.ts';
import {
  openNesting,
  readChild,
  rewriteChild,
  type Child,
  type ChildOptions,
  type Nesting,
  type OpenNesting,
} from '../container/children.ts';
import { joinParts, replacementsOf, type TextPart } from '../container/parts.ts';
import { checkExpectedText } from '../expectedText.ts';
import { createReport } from '../report.ts';
import { createSweeper } from '../sweep/createSweeper.ts';
import type { InPlaceFormat, TextReplacement } from '../types.ts';

/** A file of the archive, or a folder (its name ends with a slash). */
interface ZipEntry {
  readonly name: TextPart;
  readonly bytes: Uint8Array;
  /** null: it holds nothing, or cannot be looked into. */
  readonly child: Child | null;
  readonly content: TextPart;
}

/** The earliest time an entry can carry: when files were changed is nobody's business. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * ZIP archives (APPNOTE.TXT 6.3.10): names and contents of all files, each by its own format. When anonymizing, files that cannot be looked into are
 * taken out and reported; comments, times and extra fields of the archive go. Pictures in an archive are recognized anew when it is written.
 */
export function createZipFormat(nesting: Nesting): InPlaceFormat {
  return {
    async read(bytes, options) {
      const { text, places } = joinParts(partsOf(await readEntries(bytes, openNesting(nesting), options)));
      return { text, places };
    },

    async rewrite(bytes, request) {
      const { expectedText, purpose, forbidden, signal, onProgress } = request;
      const isCleaned = purpose === 'anonymize';
      const sweeper = createSweeper(isCleaned ? forbidden : []);
      const report = createReport();
      const entries = await readEntries(bytes, openNesting(nesting), request);
      const placed = joinParts(partsOf(entries));
      checkExpectedText(placed.text, expectedText);
      const replacements = replacementsOf(placed, sweeper.extend(placed.text, request.replacements));
      // Without a prototype: a file may be called `__proto__`.
      const files = Object.create(null) as Zippable;
      const unique = createNames();
      for (const [index, entry] of entries.entries()) {
        signal.throwIfAborted();
        const changes = replacements.get(entry.content) ?? [];
        const own = partOf(request, index, entries.length);
        const written = entry.child === null ? null : await rewriteChild(entry.child, changes, own, report);
        const isEmpty = entry.bytes.byteLength === 0;
        onProgress?.((index + 1) / entries.length);
        if (isCleaned && written === null && !isEmpty) {
          report.removed('attachment');
          continue;
        }
        const name = unique(sweeper.name(renamed(entry.name.text, replacements.get(entry.name) ?? [])));
        if (sweeper.leaksText(name)) throw documentError('DOCUMENT_ANONYMIZATION_FAILED');
        files[name] = written ?? entry.bytes;
      }
      return { bytes: zipSync(files, { level: 6, mtime: MODIFIED }), ...report.result() };
    },
  };
}

async function readEntries(bytes: Uint8Array, nesting: OpenNesting, options: ChildOptions): Promise<ZipEntry[]> {
  const zip = await openZip(bytes);
  const entries: ZipEntry[] = [];
  for (const name of zip.names) {
    const place = { kind: 'attachment' as const, number: entries.length + 1 };
    const content = (await zip.read(name, DOCUMENT_LIMITS.zipTotalBytes))!;
    const own = partOf(options, entries.length, zip.names.size);
    const child = content.byteLength === 0 ? null : await readChild(content, baseName(name), nesting, own);
    entries.push({
      ...{ name: { place, text: name }, bytes: content, child },
      content: { place, text: child?.text ?? '' },
    });
    options.onProgress?.(entries.length / zip.names.size);
  }
  return entries;
}

/** The same options with the progress of one file of several. */
const partOf = <O extends Pick<ChildOptions, 'onProgress'>>(options: O, index: number, count: number): O => ({
  ...options,
  onProgress: (fraction: number) => options.onProgress?.((index + fraction) / count),
});

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const partsOf = (entries: readonly ZipEntry[]): TextPart[] => entries.flatMap(({ name, content }) => [name, content]);

/** Characters that no file name has on one of the systems, and those that lead to another folder. */
const FORBIDDEN_IN_NAMES = /[\u0000-\u001F"*/:<>?\\|]/g;

function renamed(name: string, replacements: readonly TextReplacement[]): string {
  const placements = replacements.map(({ start, end, text }) => ({
    ...{ start, end },
    placeholder: text.toWellFormed().replace(FORBIDDEN_IN_NAMES, '_'),
  }));
  const result = applyReplacements(name, placements).text;
  // An original of dots must not climb out of the archive.
  return result
    .split('/')
    .map((part) => (/^\.+$/.test(part) ? '_' : part))
    .join('/');
}

/** Files whose names differed in a value only get numbers. */
function createNames(): (name: string) => string {
  const used = new Map<string, number>();
  return (name) => {
    if (name.endsWith('/')) return name;
    const dot = name.lastIndexOf('.') > name.lastIndexOf('/') + 1 ? name.lastIndexOf('.') : name.length;
    let result = name;
    for (let number = (used.get(name) ?? 0) + 1; used.has(result); number += 1) {
      result = `${name.slice(0, dot)} (${String(number)})${name.slice(dot)}`;
      used.set(name, number);
    }
    used.set(result, Math.max(1, used.get(result) ?? 0));
    return result;
  };
}
