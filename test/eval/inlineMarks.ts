import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../server/contract/languages.ts';
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

/** Office text: folders `LANGUAGE-PART` with `docs-N.txt` ("=== id | …" heads) and `snippets.txt` ("---" between). */
export function readOfficeText(folder: string): AnnotatedDocument[] {
  const documents: AnnotatedDocument[] = [];
  for (const part of readdirSync(folder).sort()) {
    if (!statSync(join(folder, part)).isDirectory()) continue;
    const language = part.slice(0, 2) as Language;
    for (const file of readdirSync(join(folder, part)).sort()) {
      const content = readFileSync(join(folder, part, file), 'utf8');
      if (file.startsWith('docs')) {
        for (const block of content.split(/^(?==== )/m)) {
          const head = /^=== (\S+).*\n/.exec(block);
          if (head === null) continue;
          documents.push({
            id: head[1]!,
            language,
            source: 'office',
            domain: 'office documents',
            ...parseMarked(block.slice(head[0].length).trim()),
          });
        }
      } else if (file.startsWith('snippets')) {
        content.split(/^---$/m).forEach((block, index) => {
          documents.push({
            id: `${part}-s${index + 1}`,
            language,
            source: 'office',
            domain: 'office snippets',
            ...parseMarked(block.trim()),
          });
        });
      }
    }
  }
  return documents;
}
