import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../server/contract/languages.ts';
import { readOffice, readWritten, type AnnotatedText } from '../../build/tagger/annotated.ts';
import type { AnnotatedDocument, Mark } from './annotated.ts';

/** Takes the inline marks `⟦CATEGORY|text⟧` out of a text. */
export function parseMarked(marked: string): { text: string; marks: Mark[] } {
  let text = '';
  let at = 0;
  const marks: Mark[] = [];
  for (const match of marked.matchAll(/⟦(\??)([^|⟧]*)\|([^⟧]*)⟧/gu)) {
    text += marked.slice(at, match.index);
    const start = text.length;
    text += match[3]!;
    marks.push({ start, end: text.length, label: match[2]!, required: match[1] === '' });
    at = match.index + match[0].length;
  }
  return { text: text + marked.slice(at), marks };
}

/** Letters `LANGUAGE-NAME.txt` whose names match. */
export function readLetters(folder: string, select: RegExp): AnnotatedDocument[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && select.test(name))
    .sort()
    .map((name) => ({
      id: name.replace(/\.txt$/, ''),
      language: name.slice(0, 2) as Language,
      source: 'letters',
      domain: 'letters',
      ...parseMarked(readFileSync(join(folder, name), 'utf8')),
    }));
}

const DOMAINS: Readonly<Record<AnnotatedText['kind'], string>> = Object.freeze({
  document: 'office documents',
  snippet: 'office snippets',
  negative: 'lines without names',
  corpus: 'corpora',
});

function toDocument({ id, language, kind, pieces }: AnnotatedText): AnnotatedDocument {
  let text = '';
  const marks: Mark[] = [];
  for (const piece of pieces) {
    const start = text.length;
    text += piece.text;
    const { label, required = false } = piece;
    if (label !== undefined) marks.push({ start, end: text.length, label, required });
  }
  return { id, language, source: 'office', domain: DOMAINS[kind], text, marks };
}

/** Office text: folders `LANGUAGE-PART` with `docs-N.txt` ("=== id | …" heads) and `snippets.txt` ("---" between). */
export function readOfficeText(folder: string): AnnotatedDocument[] {
  return readOffice(folder).map(toDocument);
}

/**
 * The office text, and the text written for the tagger, that training holds out to choose among models; the rule is
 * {@link AnnotatedText.isDev}.
 */
export function readHeldOut(officeFolder: string): AnnotatedDocument[] {
  const written = join(import.meta.dirname, '../../build/tagger/text');
  return [...readOffice(officeFolder), ...readWritten(written)].filter(({ isDev }) => isDev).map(toDocument);
}
