import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import { readText } from '../gazetteers/read.ts';

/** A stretch of a text: unmarked, or one marked value. */
export interface Piece {
  readonly text: string;
  /** Category of the annotation ("PERSON"); absent for unmarked text. */
  readonly label?: string;
  /** False for marks whose masking is neither asked for nor wrong. */
  readonly required?: boolean;
}

export interface AnnotatedText {
  readonly id: string;
  readonly language: Language;
  readonly kind: 'document' | 'snippet' | 'negative' | 'corpus';
  readonly pieces: readonly Piece[];
  /** Held out to choose among models; never trained on before choices are made. */
  readonly isDev: boolean;
}

/** Splits a text at its inline marks `⟦CATEGORY|text⟧`, `⟦?CATEGORY|text⟧`. */
export function parsePieces(marked: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of marked.matchAll(/⟦(\??)([^|⟧]*)\|([^⟧]*)⟧/gu)) {
    if (match.index > at) pieces.push({ text: marked.slice(at, match.index) });
    pieces.push({ text: match[3]!, label: match[2]!, required: match[1] === '' });
    at = match.index + match[0].length;
  }
  if (at < marked.length) pieces.push({ text: marked.slice(at) });
  return pieces;
}

/** Every how many documents or snippets of a file are held out. */
const DEV_EVERY = 10;
const isDev = (index: number): boolean => index % DEV_EVERY === DEV_EVERY - 1;

function readDocuments(path: string, language: Language): AnnotatedText[] {
  const texts: AnnotatedText[] = [];
  for (const block of readText(path).split(/^(?==== )/m)) {
    const head = /^=== (\S+).*\n/.exec(block);
    if (head === null) continue;
    const pieces = parsePieces(block.slice(head[0].length).trim());
    texts.push({ id: head[1]!, language, kind: 'document', pieces, isDev: isDev(texts.length) });
  }
  return texts;
}

function readSnippets(path: string, name: string, language: Language): AnnotatedText[] {
  return readText(path)
    .split(/^---\s*$/m)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, index) => ({
      id: `${name}-s${index + 1}`,
      language,
      kind: 'snippet',
      pieces: parsePieces(block),
      isDev: isDev(index),
    }));
}

function readNegatives(path: string, language: Language): AnnotatedText[] {
  return readList(path).map((line, index) => ({
    id: `${language}-n${index + 1}`,
    language,
    kind: 'negative',
    pieces: parsePieces(line),
    isDev: isDev(index),
  }));
}

function readFolder(folder: string, name: string, language: Language): AnnotatedText[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const path = join(folder, file);
      if (file.startsWith('doc')) return readDocuments(path, language);
      if (file.startsWith('snippets'))
        return readSnippets(path, `${name}-${file.replace(/^snippets-?|\.txt$/g, '')}`, language);
      return file === 'negatives.txt' ? readNegatives(path, language) : [];
    });
}

/** Office text: folders `LANGUAGE-PART` with `docs-N.txt` and `snippets.txt`. */
export function readOffice(folder: string): AnnotatedText[] {
  return readdirSync(folder)
    .sort()
    .flatMap((part) => {
      const language = LANGUAGES.find((name) => part.startsWith(`${name}-`));
      return language === undefined ? [] : readFolder(join(folder, part), part, language);
    });
}

/** The text written for this, one folder per language: documents, snippets and single lines without any name. */
export function readWritten(folder: string): AnnotatedText[] {
  return LANGUAGES.filter((language) => existsSync(join(folder, language))).flatMap((language) =>
    readFolder(join(folder, language), `${language}-w`, language),
  );
}

/** Lines of a list that may not be there yet; empty lines and comments left out. */
export function readList(path: string): string[] {
  if (!existsSync(path)) return [];
  return readText(path)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
