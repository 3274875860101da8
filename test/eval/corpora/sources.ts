import type { Language } from '../../../server/contract/languages.ts';
import type { ColumnFormat } from './columns.ts';

/**
 * What a corpus calls a value → our label. `?LABEL` is optional: public bodies, countries, dates, works and products, which Deckname need
 * not mask. A name that is not listed is no mark at all.
 */
export type LabelMap = Readonly<Record<string, string>>;

interface SourceBase {
  readonly id: string;
  /** Path below the folder of the corpora; gzip when it ends in `.gz`. */
  readonly file: string;
  readonly language: Language;
  readonly domain: string;
  readonly labels: LabelMap;
}

/** A corpus with one token per line. */
export interface ColumnSource extends SourceBase {
  readonly format: ColumnFormat;
  /** Sentences put together as one document; 1 where they have nothing to do with each other. */
  readonly sentences: number;
}

/** A corpus with offsets beside the text, in JSON lines. */
export interface StandoffSource extends SourceBase {
  readonly format: 'standoff';
}

export type CorpusSource = ColumnSource | StandoffSource;

const NEWS: LabelMap = { PER: 'PERSON', LOC: 'LOCATION', ORG: 'ORGANIZATION', MISC: '?MISC', OTH: '?MISC' };
const TWEETS: LabelMap = {
  PERSON: 'PERSON',
  LOCATION: 'LOCATION',
  ORG: 'ORGANIZATION',
  ORGANIZATION: 'ORGANIZATION',
  MISC: '?MISC',
};
const MOBILITY: LabelMap = {
  person: 'PERSON',
  organization: 'ORGANIZATION',
  'organization-company': 'ORGANIZATION',
  location: 'LOCATION',
  'location-city': 'LOCATION',
  'location-street': '?LOCATION',
  'location-stop': '?LOCATION',
  'location-route': '?LOCATION',
  date: '?DATE',
  time: '?DATE',
  money: '?MONEY',
};
const PAIR: ColumnFormat = Object.freeze({ token: 0, tag: 1 });

/** The corpora that can be measured: dev splits, or the whole where there is no split. */
export const CORPORA: readonly CorpusSource[] = Object.freeze([
  {
    id: 'ler-german-legal',
    file: 'ler-german-legal/ler_dev.conll.gz',
    language: 'de',
    domain: 'court decisions',
    format: PAIR,
    sentences: 20,
    labels: {
      ...{
        PER: 'PERSON',
        RR: 'PERSON',
        AN: 'PERSON',
        ST: 'LOCATION',
        STR: 'LOCATION',
        ORG: 'ORGANIZATION',
        UN: 'ORGANIZATION',
      },
      ...{
        LD: '?LOCATION',
        LDS: '?LOCATION',
        INN: '?ORGANIZATION',
        GRT: '?ORGANIZATION',
        MRK: '?MISC',
        RS: '?CASE',
        LIT: '?MISC',
      },
    },
  },
  {
    id: 'germeval2014',
    file: 'germeval2014/NER-de-dev.tsv.gz',
    language: 'de',
    domain: 'Wikipedia and news',
    format: { token: 1, tag: 2 },
    sentences: 1,
    labels: {
      ...NEWS,
      ...{
        LOCderiv: '?MISC',
        LOCpart: '?MISC',
        PERderiv: '?MISC',
        PERpart: '?MISC',
        ORGpart: '?MISC',
        ORGderiv: '?MISC',
      },
      ...{ OTHderiv: '?MISC', OTHpart: '?MISC' },
    },
  },
  {
    id: 'grascco-phi',
    file: 'grascco-phi/train.jsonl.gz',
    language: 'de',
    domain: 'clinical letters',
    format: 'standoff',
    labels: {
      ...{
        NAME_DOCTOR: 'PERSON',
        NAME_PATIENT: 'PERSON',
        NAME_RELATIVE: 'PERSON',
        NAME_USERNAME: 'USERNAME',
        NAME_TITLE: '?TITLE',
      },
      ...{
        LOCATION_CITY: 'LOCATION',
        LOCATION_ZIP: 'LOCATION',
        LOCATION_STREET: 'ADDRESS',
        LOCATION_COUNTRY: '?LOCATION',
      },
      ...{
        LOCATION_HOSPITAL: 'ORGANIZATION',
        LOCATION_ORGANIZATION: 'ORGANIZATION',
        PROFESSION: '?JOB_TITLE',
        DATE: '?DATE',
      },
      ...{ AGE: 'AGE', ID: 'REFERENCE', CONTACT_PHONE: 'PHONE', CONTACT_FAX: 'PHONE', CONTACT_EMAIL: 'EMAIL' },
    },
  },
  {
    id: 'smartdata',
    file: 'smartdata-v1/train.jsonl.gz',
    language: 'de',
    domain: 'news and traffic',
    format: 'standoff',
    labels: MOBILITY,
  },
  {
    id: 'mobie',
    file: 'mobie/dev.conll2003.gz',
    language: 'de',
    domain: 'tweets and traffic',
    format: { token: 0, tag: 3 },
    sentences: 1,
    labels: MOBILITY,
  },
  {
    id: 'xlime-de',
    file: 'xlime-de/german_ner.txt.gz',
    language: 'de',
    domain: 'tweets',
    format: PAIR,
    sentences: 1,
    labels: TWEETS,
  },
  {
    id: 'zefys',
    file: 'zefys2025-de/dev.tsv.gz',
    language: 'de',
    domain: 'old newspapers',
    format: PAIR,
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'europeana-de-onb',
    file: 'europeana-newspapers-de/enp_DE.onb.bio.gz',
    language: 'de',
    domain: 'old newspapers (OCR)',
    format: PAIR,
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'europeana-de-lft',
    file: 'europeana-newspapers-de/enp_DE.lft.bio.gz',
    language: 'de',
    domain: 'old newspapers (OCR)',
    format: PAIR,
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'wnut17',
    file: 'wnut17/emerging.dev.conll',
    language: 'en',
    domain: 'tweets and comments',
    format: PAIR,
    sentences: 1,
    labels: {
      ...{ person: 'PERSON', location: 'LOCATION', group: 'ORGANIZATION', corporation: 'ORGANIZATION' },
      ...{ product: '?MISC', 'creative-work': '?MISC' },
    },
  },
  {
    id: 'wikigold',
    file: 'wikigold/wikigold.conll.txt.gz',
    language: 'en',
    domain: 'Wikipedia',
    format: PAIR,
    sentences: 10,
    labels: NEWS,
  },
  {
    id: 'broad-twitter',
    file: 'broad-twitter-corpus/dev.conll',
    language: 'en',
    domain: 'tweets',
    format: PAIR,
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'sec-filings',
    file: 'sec-filings/FIN5.txt.gz',
    language: 'en',
    domain: 'contracts',
    format: { token: 0, tag: 3 },
    sentences: 20,
    labels: NEWS,
  },
  {
    id: 'uner-ewt',
    file: 'uner-english-ewt/en_ewt-ud-dev.iob2.gz',
    language: 'en',
    domain: 'web and e-mail',
    format: { token: 1, tag: 2 },
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'presidio-synth',
    file: 'presidio-synth/synth_dataset_v2.jsonl.gz',
    language: 'en',
    domain: 'template sentences',
    format: 'standoff',
    labels: {
      ...{
        PERSON: 'PERSON',
        STREET_ADDRESS: 'ADDRESS',
        GPE: 'LOCATION',
        ZIP_CODE: 'LOCATION',
        ORGANIZATION: 'ORGANIZATION',
      },
      ...{
        CREDIT_CARD: 'CREDIT_CARD',
        PHONE_NUMBER: 'PHONE',
        EMAIL_ADDRESS: 'EMAIL',
        IBAN_CODE: 'IBAN',
        IP_ADDRESS: 'IP',
        AGE: 'AGE',
      },
      ...{ DOMAIN_NAME: 'URL', US_SSN: 'SOCIAL_SECURITY', US_DRIVER_LICENSE: 'DRIVER_LICENSE' },
      ...{ DATE_TIME: '?DATE', TITLE: '?TITLE', NRP: '?NATIONALITY' },
    },
  },
  {
    id: 'eds-pseudo',
    file: 'eds-pseudo-templates/templates.jsonl',
    language: 'fr',
    domain: 'hospital fragments',
    format: 'standoff',
    labels: {
      ...{
        NOM: 'PERSON',
        PRENOM: 'PERSON',
        DATE_NAISSANCE: 'DATE_OF_BIRTH',
        DATE: '?DATE',
        ADRESSE: 'ADDRESS',
        ADDRESSE: 'ADDRESS',
      },
      ...{
        ZIP: 'LOCATION',
        VILLE: 'LOCATION',
        HOPITAL: 'ORGANIZATION',
        TEL: 'PHONE',
        MAIL: 'EMAIL',
        SECU: 'SOCIAL_SECURITY',
      },
      ...{ IPP: 'HEALTH_ID', NDA: 'REFERENCE' },
    },
  },
  {
    id: 'europeana-fr',
    file: 'europeana-newspapers-fr/enp_FR.bnf.bio.gz',
    language: 'fr',
    domain: 'old newspapers (OCR)',
    format: PAIR,
    sentences: 1,
    labels: NEWS,
  },
  {
    id: 'meddocan',
    file: 'meddocan/dev.jsonl.gz',
    language: 'es',
    domain: 'clinical reports',
    format: 'standoff',
    labels: {
      ...{
        NOMBRE_SUJETO_ASISTENCIA: 'PERSON',
        NOMBRE_PERSONAL_SANITARIO: 'PERSON',
        CALLE: 'ADDRESS',
        TERRITORIO: 'LOCATION',
      },
      ...{
        HOSPITAL: 'ORGANIZATION',
        INSTITUCION: 'ORGANIZATION',
        CENTRO_SALUD: 'ORGANIZATION',
        EDAD_SUJETO_ASISTENCIA: 'AGE',
      },
      ...{
        NUMERO_TELEFONO: 'PHONE',
        NUMERO_FAX: 'PHONE',
        CORREO_ELECTRONICO: 'EMAIL',
        ID_SUJETO_ASISTENCIA: 'HEALTH_ID',
      },
      ...{
        ID_ASEGURAMIENTO: 'HEALTH_ID',
        ID_TITULACION_PERSONAL_SANITARIO: 'REFERENCE',
        ID_CONTACTO_ASISTENCIAL: 'REFERENCE',
      },
      ...{
        ID_EMPLEO_PERSONAL_SANITARIO: 'REFERENCE',
        FECHAS: '?DATE',
        PAIS: '?LOCATION',
        SEXO_SUJETO_ASISTENCIA: '?SEX',
      },
      ...{ FAMILIARES_SUJETO_ASISTENCIA: '?RELATIVE', PROFESION: '?JOB_TITLE', OTROS_SUJETO_ASISTENCIA: '?MISC' },
    },
  },
  {
    id: 'xlime-es',
    file: 'xlime-es/spanish_ner.txt.gz',
    language: 'es',
    domain: 'tweets',
    format: PAIR,
    sentences: 1,
    labels: TWEETS,
  },
  {
    id: 'xlime-it',
    file: 'xlime-it/italian_ner.txt.gz',
    language: 'it',
    domain: 'tweets',
    format: PAIR,
    sentences: 1,
    labels: TWEETS,
  },
] satisfies readonly CorpusSource[]);
