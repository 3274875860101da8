import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../server/contract/common.ts';
import { readText } from './read.ts';

/** Receives every word of running text that is not part of a name. */
export type WordSink = (word: string) => void;
/** Receives every word inside the name of a person. */
interface Sinks {
  readonly common: WordSink;
  readonly person: WordSink;
}

interface Corpus {
  readonly language: Language;
  readonly path: string;
  readonly format: 'columns' | 'spans';
  /** Columns only: where token and tag stand; a negative number counts from the end. */
  readonly token?: number;
  readonly tag?: number;
}

/**
 * Corpora with names annotated, all of them under CC0, CC BY, MIT or BSD licences (see SOURCES.md). The annotation is what keeps
 * names out of the list of common words.
 */
const CORPORA: readonly Corpus[] = Object.freeze([
  { language: 'de', path: 'ler-german-legal/ler_train.conll.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'de', path: 'germeval2014/NER-de-dev.tsv.gz', format: 'columns', token: 1, tag: 2 },
  { language: 'de', path: 'mobie/train.conll2003.gz', format: 'columns', token: 0, tag: 3 },
  { language: 'de', path: 'zefys2025-de/train.tsv.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'de', path: 'xlime-de/german_ner.txt.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'de', path: 'smartdata-v1/train.jsonl.gz', format: 'spans' },
  { language: 'de', path: 'grascco-phi/train.jsonl.gz', format: 'spans' },
  { language: 'en', path: 'litbank-names/litbank_prop.conll.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'en', path: 'wnut17/wnut17train.conll.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'en', path: 'wikigold/wikigold.conll.txt.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'en', path: 'broad-twitter-corpus/train.conll.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'en', path: 'sec-filings/FIN5.txt.gz', format: 'columns', token: 0, tag: 3 },
  { language: 'fr', path: 'europeana-newspapers-fr/enp_FR.bnf.bio.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'fr', path: 'hipe2022-newseye-fr/dev-fr.tsv.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'fr', path: 'hipe2022-newseye-fr/dev2-fr.tsv.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'fr', path: 'hipe2022-ajmc-fr/train-fr.tsv.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'fr', path: 'eds-pseudo-templates/templates.jsonl', format: 'spans' },
  { language: 'es', path: 'meddocan/train.jsonl.gz', format: 'spans' },
  { language: 'es', path: 'xlime-es/spanish_ner.txt.gz', format: 'columns', token: 0, tag: 1 },
  { language: 'it', path: 'xlime-it/italian_ner.txt.gz', format: 'columns', token: 0, tag: 1 },
]);

const OUTSIDE = new Set(['O', '-', '_', '']);
const PERSON_TAG = /PER|NOM|PRENOM|NAME/i;
const WORD = /\p{L}[\p{L}\p{M}]+/gu;

function emit(text: string, sink: WordSink): void {
  for (const [word] of text.matchAll(WORD)) sink(word);
}

/** Reads the annotated corpora of one language. @param data - folder of the sources */
export function readCorpora(data: string, language: Language, sinks: Sinks): void {
  for (const corpus of CORPORA) {
    if (corpus.language !== language) continue;
    const text = readText(join(data, corpus.path));
    if (corpus.format === 'columns') readColumns(text, corpus, sinks);
    else readSpans(text, sinks);
  }
}

function readColumns(text: string, { token = 0, tag = 1 }: Corpus, sinks: Sinks): void {
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/[\t ]+/);
    const label = fields[tag];
    if (label === undefined || line.startsWith('#')) continue;
    if (OUTSIDE.has(label)) emit(fields[token]!, sinks.common);
    else if (PERSON_TAG.test(label)) emit(fields[token]!, sinks.person);
  }
}

function readSpans(text: string, sinks: Sinks): void {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const document = JSON.parse(line) as { text: string; entities: [number, number, string][] };
    // Offsets of these files count code points.
    const points = Array.from(document.text);
    let at = 0;
    for (const [start, end, label] of document.entities.toSorted((a, b) => a[0] - b[0])) {
      emit(points.slice(at, Math.max(at, start)).join(''), sinks.common);
      if (PERSON_TAG.test(label)) emit(points.slice(start, end).join(''), sinks.person);
      at = Math.max(at, end);
    }
    emit(points.slice(at).join(''), sinks.common);
  }
}

/** Marks whose words are ordinary words all the same. */
const COMMON_MARK = /^\?(?:JOB_TITLE|NATIONALITY|DATE|MONEY)$/;

/** Reads Deckname's own annotated office text of one language, marks left out. @param data - folder of the sources */
export function readOffice(data: string, language: Language, sinks: Sinks): void {
  const root = join(data, 'office');
  for (const part of readdirSync(root).sort()) {
    if (!part.startsWith(`${language}-`)) continue;
    for (const file of readdirSync(join(root, part)).sort()) {
      const text = readText(join(root, part, file));
      let at = 0;
      for (const match of text.matchAll(/⟦([^|⟧]*)\|([^⟧]*)⟧/gu)) {
        emit(text.slice(at, match.index), sinks.common);
        if (COMMON_MARK.test(match[1]!)) emit(match[2]!, sinks.common);
        else if (match[1] === 'PERSON') emit(match[2]!, sinks.person);
        at = match.index + match[0].length;
      }
      emit(text.slice(at), sinks.common);
    }
  }
}
