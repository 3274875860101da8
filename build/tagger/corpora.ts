import { join } from 'node:path';
import type { Language } from '../../server/contract/common.ts';
import { readText } from '../gazetteers/read.ts';
import type { AnnotatedText, Piece } from './annotated.ts';

interface Corpus {
  readonly language: Language;
  readonly path: string;
  /** Columns: where token and tag stand. Spans: JSON lines with offsets in code points. */
  readonly columns?: readonly [token: number, tag: number];
  /** Tag of the corpus → label of our annotation; `?` where masking is neither asked for nor wrong; absent: nothing. */
  readonly labels: Readonly<Record<string, string>>;
  /** Share of the texts that is used, where a corpus is large beside what it teaches. */
  readonly share?: number;
}

const NAMES = Object.freeze({ PER: 'PERSON', ORG: 'ORGANIZATION', LOC: 'LOCATION' });
const SOCIAL = Object.freeze({
  PERSON: 'PERSON',
  ORGANIZATION: 'ORGANIZATION',
  LOCATION: 'LOCATION',
  ORG: 'ORGANIZATION',
});
const TRAFFIC = Object.freeze({
  person: 'PERSON',
  PERSON: 'PERSON',
  organization: 'ORGANIZATION',
  'organization-company': 'ORGANIZATION',
  'location-city': 'LOCATION',
  location: '?LOCATION',
  'location-street': '?ADDRESS',
  'location-stop': '?LOCATION',
  'location-route': '?LOCATION',
});
const CLINICAL_DE = Object.freeze({
  NAME_DOCTOR: 'PERSON',
  NAME_PATIENT: 'PERSON',
  NAME_RELATIVE: 'PERSON',
  NAME_USERNAME: 'USERNAME',
  LOCATION_CITY: 'LOCATION',
  LOCATION_ZIP: 'LOCATION',
  LOCATION_HOSPITAL: 'ORGANIZATION',
  LOCATION_ORGANIZATION: 'ORGANIZATION',
  LOCATION_STREET: 'ADDRESS',
  LOCATION_COUNTRY: '?LOCATION',
  CONTACT_PHONE: 'PHONE',
  CONTACT_FAX: 'PHONE',
  CONTACT_EMAIL: 'EMAIL',
  ID: '?REFERENCE',
  AGE: 'AGE',
});
const CLINICAL_ES = Object.freeze({
  NOMBRE_SUJETO_ASISTENCIA: 'PERSON',
  NOMBRE_PERSONAL_SANITARIO: 'PERSON',
  FAMILIARES_SUJETO_ASISTENCIA: '?PERSON',
  CALLE: 'ADDRESS',
  TERRITORIO: 'LOCATION',
  PAIS: '?LOCATION',
  HOSPITAL: 'ORGANIZATION',
  INSTITUCION: 'ORGANIZATION',
  EDAD_SUJETO_ASISTENCIA: 'AGE',
  CORREO_ELECTRONICO: 'EMAIL',
  NUMERO_TELEFONO: 'PHONE',
  NUMERO_FAX: 'PHONE',
  ID_SUJETO_ASISTENCIA: 'HEALTH_ID',
  ID_ASEGURAMIENTO: '?SOCIAL_SECURITY',
  ID_TITULACION_PERSONAL_SANITARIO: 'REFERENCE',
  ID_CONTACTO_ASISTENCIAL: 'REFERENCE',
});
const CLINICAL_FR = Object.freeze({
  NOM: 'PERSON',
  PRENOM: 'PERSON',
  VILLE: 'LOCATION',
  ZIP: 'LOCATION',
  ADRESSE: 'ADDRESS',
  HOPITAL: 'ORGANIZATION',
  TEL: 'PHONE',
  MAIL: 'EMAIL',
  DATE_NAISSANCE: 'DATE_OF_BIRTH',
  IPP: 'HEALTH_ID',
  NDA: 'REFERENCE',
  SECU: 'SOCIAL_SECURITY',
});
const COURTS = Object.freeze({
  PER: 'PERSON',
  RR: 'PERSON',
  AN: 'PERSON',
  UN: 'ORGANIZATION',
  ORG: '?ORGANIZATION',
  INN: '?ORGANIZATION',
  GRT: '?ORGANIZATION',
  MRK: '?ORGANIZATION',
  ST: 'LOCATION',
  STR: '?ADDRESS',
  LD: '?LOCATION',
  LDS: '?LOCATION',
  RS: '?CASE_NUMBER',
  LIT: '?PERSON',
});
/** Persons of old newspapers; their companies and places are not those of offices. */
const PRESS = Object.freeze({
  PER: 'PERSON',
  ORG: '?ORGANIZATION',
  LOC: 'LOCATION',
  pers: 'PERSON',
  loc: 'LOCATION',
  org: '?ORGANIZATION',
});

/** Only corpora whose licences allow to ship what is trained on them: CC0, CC BY, MIT, BSD (see MODEL.md). */
export const CORPORA: readonly Corpus[] = Object.freeze([
  { language: 'de', path: 'ler-german-legal/ler_train.conll.gz', columns: [0, 1], labels: COURTS, share: 0.12 },
  { language: 'de', path: 'germeval2014/NER-de-dev.tsv.gz', columns: [1, 2], labels: NAMES },
  { language: 'de', path: 'mobie/train.conll2003.gz', columns: [0, 3], labels: TRAFFIC, share: 0.5 },
  { language: 'de', path: 'zefys2025-de/train.tsv.gz', columns: [0, 1], labels: PRESS, share: 0.3 },
  { language: 'de', path: 'xlime-de/german_ner.txt.gz', columns: [0, 1], labels: SOCIAL },
  { language: 'de', path: 'smartdata-v1/train.jsonl.gz', labels: TRAFFIC },
  { language: 'de', path: 'grascco-phi/train.jsonl.gz', labels: CLINICAL_DE },
  {
    language: 'en',
    path: 'litbank-names/litbank_prop.conll.gz',
    columns: [0, 1],
    labels: { PER: 'PERSON' },
    share: 0.3,
  },
  {
    language: 'en',
    path: 'wnut17/wnut17train.conll.gz',
    columns: [0, 1],
    labels: { person: 'PERSON', location: 'LOCATION', corporation: 'ORGANIZATION', group: '?ORGANIZATION' },
  },
  { language: 'en', path: 'wikigold/wikigold.conll.txt.gz', columns: [0, 1], labels: NAMES },
  { language: 'en', path: 'broad-twitter-corpus/train.conll.gz', columns: [0, 1], labels: NAMES },
  { language: 'en', path: 'sec-filings/FIN5.txt.gz', columns: [0, 3], labels: NAMES },
  { language: 'fr', path: 'europeana-newspapers-fr/enp_FR.bnf.bio.gz', columns: [0, 1], labels: PRESS, share: 0.5 },
  { language: 'fr', path: 'hipe2022-newseye-fr/dev-fr.tsv.gz', columns: [0, 1], labels: PRESS },
  { language: 'fr', path: 'hipe2022-ajmc-fr/train-fr.tsv.gz', columns: [0, 1], labels: PRESS },
  { language: 'fr', path: 'eds-pseudo-templates/templates.jsonl', labels: CLINICAL_FR },
  { language: 'es', path: 'meddocan/train.jsonl.gz', labels: CLINICAL_ES, share: 0.6 },
  { language: 'es', path: 'xlime-es/spanish_ner.txt.gz', columns: [0, 1], labels: SOCIAL },
  { language: 'it', path: 'xlime-it/italian_ner.txt.gz', columns: [0, 1], labels: SOCIAL },
]);

/** Sentences that make one text. */
const SENTENCES_PER_TEXT = 12;
/** Longest stretch without a blank line, in tokens; some corpora have none. */
const TOKENS_MAX = 400;

/** Reads the corpora whose folders are there. @param data - folder of the sources */
export function readCorpora(data: string): AnnotatedText[] {
  return CORPORA.flatMap((corpus) => {
    const content = readText(join(data, corpus.path));
    const texts = corpus.columns === undefined ? readSpans(content, corpus) : readColumns(content, corpus);
    const step = Math.round(1 / (corpus.share ?? 1));
    return texts
      .filter((_, index) => index % step === 0)
      .map((pieces, index) => ({
        id: `${corpus.path}:${index}`,
        language: corpus.language,
        kind: 'corpus' as const,
        pieces,
        isDev: false,
      }));
  });
}

function mark(text: string, tag: string | undefined, labels: Corpus['labels']): Piece {
  const label = tag === undefined ? undefined : labels[tag];
  if (label === undefined) return { text };
  // Accounts of networks are tagged as the person or company behind them; here they are user names.
  const isAccount = text.startsWith('@');
  return { text, label: label.replace('?', ''), required: !label.startsWith('?') && !isAccount };
}

/** Joins "@" and the name behind it, where a corpus keeps them apart. */
const ACCOUNT_SIGN = '@';
const NO_SPACE_BEFORE = /^(?:[.,;:!?)\]}%…”»’]|['’]\p{L}{1,2}|n['’]t)$/u;
const NO_SPACE_AFTER = /^(?:[([{„«¿¡#@“]|[\p{L}]{1,2}['’])$/u;

function readColumns(content: string, { columns, labels }: Corpus): Piece[][] {
  const [tokenAt, tagAt] = columns!;
  const texts: Piece[][] = [];
  let pieces: Piece[] = [];
  let sentences = 0;
  let tokens = 0;
  let open: { words: string; tag: string } | undefined;
  let before = '';
  const close = (): void => {
    if (open !== undefined) pieces.push(mark(open.words, open.tag, labels));
    open = undefined;
  };
  const endText = (): void => {
    close();
    if (pieces.length > 0) texts.push(pieces);
    pieces = [];
    sentences = 0;
    tokens = 0;
  };
  for (const line of content.split('\n')) {
    if (line.startsWith('#') && !line.includes('\t')) continue;
    if (line.trim() === '' || line.startsWith('-DOCSTART-')) {
      close();
      if (tokens > 0 && before !== '\n') {
        pieces.push({ text: sentences % 3 === 2 ? '\n' : ' ' });
        before = '\n';
        sentences += 1;
      }
      if (sentences >= SENTENCES_PER_TEXT) endText();
      continue;
    }
    const fields = line.trim().split(/[\t ]+/);
    const word = fields[tokenAt]!;
    const tag = fields[tagAt] ?? 'O';
    if (word === 'TOKEN' || word === 'O') continue;
    const glued = before === '' || before === '\n' || NO_SPACE_BEFORE.test(word) || NO_SPACE_AFTER.test(before);
    const kind = /^[BI]-(.*)$/.exec(tag)?.[1] ?? (tag === 'O' || tag === '_' ? '' : tag);
    const continues = kind === open?.tag && (!tag.startsWith('B-') || open.words === ACCOUNT_SIGN);
    if (continues) open!.words += (glued ? '' : ' ') + word;
    else {
      close();
      if (!glued) pieces.push({ text: ' ' });
      if (kind === '') pieces.push({ text: word });
      else open = { words: word, tag: kind };
    }
    before = word;
    tokens += 1;
    if (tokens > TOKENS_MAX && kind === '') endText();
  }
  endText();
  return texts;
}

function readSpans(content: string, { labels }: Corpus): Piece[][] {
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { text, entities } = JSON.parse(line) as { text: string; entities: [number, number, string][] };
      const points = Array.from(text);
      const pieces: Piece[] = [];
      let at = 0;
      for (const [start, end, tag] of entities.toSorted((a, b) => a[0] - b[0])) {
        if (start < at) continue;
        if (start > at) pieces.push({ text: points.slice(at, start).join('') });
        pieces.push(mark(points.slice(start, end).join(''), tag, labels));
        at = end;
      }
      if (at < points.length) pieces.push({ text: points.slice(at).join('') });
      return pieces;
    });
}
