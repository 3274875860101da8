import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LABEL_CATEGORIES, type AnnotatedDocument, type Mark } from '../annotated.ts';
import { parseColumns, rangesOf, type TaggedToken } from './columns.ts';
import { detokenize } from './detokenize.ts';
import { CORPORA, type ColumnSource, type CorpusSource, type LabelMap, type StandoffSource } from './sources.ts';
import { parseStandoff } from './standoff.ts';

/** Sentences without an end, as in corpora of whole pages, are cut after so many tokens. */
const TOKENS_MAX = 400;

/** Documents of the corpora in `folder` whose names match; corpora that are not there are left out. */
export function readCorpora(folder: string, select: RegExp): AnnotatedDocument[] {
  return CORPORA.filter(({ id, file }) => select.test(id) && existsSync(join(folder, file))).flatMap((source) => {
    const bytes = readFileSync(join(folder, source.file));
    return convert(source, (source.file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  });
}

/** Documents of one corpus. @param content - of its file, unpacked */
export function convert(source: CorpusSource, content: string): AnnotatedDocument[] {
  return source.format === 'standoff' ? fromStandoff(source, content) : fromColumns(source, content);
}

function fromStandoff({ id: name, domain, language, labels }: StandoffSource, content: string): AnnotatedDocument[] {
  return parseStandoff(content).map(({ text, values }, index) => ({
    // By line: names in a corpus can come twice.
    id: `${name}-${String(index + 1)}`,
    source: name,
    domain,
    language,
    text,
    judged: judgedBy(labels),
    marks: values.flatMap(({ start, end, label }) => markOf(labels, label, text, start, end)),
  }));
}

function fromColumns(source: ColumnSource, content: string): AnnotatedDocument[] {
  const { id: name, domain, language, labels, format, sentences: perDocument } = source;
  const sentences = parseColumns(content, format).flatMap(cut);
  const judged = judgedBy(labels);
  const documents: AnnotatedDocument[] = [];
  for (let first = 0; first < sentences.length; first += perDocument) {
    let text = '';
    const marks: Mark[] = [];
    for (const tokens of sentences.slice(first, first + perDocument)) {
      const ranges = rangesOf(tokens);
      const joined = detokenize(
        tokens.map((token) => token.text),
        ranges,
      );
      const offset = text === '' ? 0 : text.length + 1;
      text += `${text === '' ? '' : '\n'}${joined.text}`;
      for (const { first: from, last, label } of ranges) {
        marks.push(...markOf(labels, label, text, offset + joined.starts[from]!, offset + joined.ends[last]!));
      }
    }
    documents.push({ id: `${name}-${String(first + 1)}`, source: name, domain, language, text, marks, judged });
  }
  return documents;
}

function cut(tokens: readonly TaggedToken[]): TaggedToken[][] {
  const pieces: TaggedToken[][] = [];
  for (let first = 0; first < tokens.length;) {
    let end = Math.min(tokens.length, first + TOKENS_MAX);
    // Never inside a value.
    while (end < tokens.length && tokens[end]!.tag !== 'O') end += 1;
    pieces.push(tokens.slice(first, end));
    first = end;
  }
  return pieces;
}

/** The categories that the labels of a corpus speak about. */
function judgedBy(labels: LabelMap): ReadonlySet<string> {
  return new Set(Object.values(labels).flatMap((label) => LABEL_CATEGORIES[label.replace('?', '')] ?? []));
}

/** Initials alone ("K.", "A. B.") say nothing any more: published decisions put them in the place of names. */
const BARE_INITIALS = /^\p{L}(?:[.…\s-]+\p{L})*[.…]*$/u;

function markOf(labels: LabelMap, name: string, text: string, start: number, end: number): Mark[] {
  const label = Object.hasOwn(labels, name) ? labels[name]! : undefined;
  if (label === undefined) return [];
  const optional = label.startsWith('?');
  const bare = BARE_INITIALS.test(text.slice(start, end)) && (label === 'PERSON' || label === 'ORGANIZATION');
  return [{ start, end, label: optional ? label.slice(1) : label, required: !optional && !bare }];
}
