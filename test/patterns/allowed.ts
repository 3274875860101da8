/** Patterns that the checker calls slow, or cannot judge in time, and why their time is bounded all the same. */
export interface AllowedPattern {
  readonly file: string;
  /** How the pattern begins, as long as it takes to tell it from the others of the file. */
  readonly begins: string;
  /** What bounds the text or the work. */
  readonly reason: string;
}

export const ALLOWED_PATTERNS: readonly AllowedPattern[] = Object.freeze([
  {
    file: 'renderer/features/deanonymize/restoredParts.ts',
    begins: String.raw`/\\?\[(?:\\?\[)?[\s*_`,
    reason: 'Every repetition is counted, at most 130 characters from its bracket on.',
  },
  {
    file: 'server/documents/inPlace/text/placeholders.ts',
    begins: '/__([a-z]',
    reason: 'Every repetition is counted, at most 62 characters from its two underscores on.',
  },
  {
    file: 'server/documents/inPlace/sweep/withoutRemarks.ts',
    begins: '/<!',
    reason:
      'Reads well-formed XML alone: it closes every comment and section and has one document type (XML 1.0, 2.1).',
  },
  {
    file: 'server/documents/inPlace/pictures/neutralPicture.ts',
    begins: '/<svg',
    reason: 'Reads the first 16 KiB of a picture.',
  },
  {
    file: 'server/documents/inPlace/html/styles.ts',
    begins: String.raw`/(\/\*`,
    reason:
      'Every alternative ends at the end of the style at the latest and is never tried in vain; styles.test.ts shows it.',
  },
  {
    file: 'server/documents/inPlace/html/encoding.ts',
    begins: '/<meta',
    reason: 'Reads the first 1,024 bytes of a file.',
  },
  {
    file: 'server/documents/view/flow/markdown.ts',
    begins: String.raw`/^(?:[ \t]*>){50}`,
    reason: 'Every run is begun once, at its start, and read for at most 400 counted pieces.',
  },
  {
    file: 'server/detection/recognizers/technical/secrets.ts',
    begins: String.raw`/\d{8,10}:AA`,
    reason: 'Every repetition is counted, at most 46 characters.',
  },
  {
    file: 'server/detection/recognizers/technical/secrets.ts',
    begins: String.raw`/(?<!\p{L})(?:log-?in`,
    reason: 'Counted pieces behind a word that stands by itself; the words in front of the value overlap nowhere.',
  },
  {
    file: 'server/detection/recognizers/technical/announced.ts',
    begins: String.raw`/(?<!\p{L})(?:(?:tür`,
    reason: 'Counted pieces behind a word that stands by itself.',
  },
  {
    file: 'server/detection/recognizers/shared/phones.ts',
    begins: String.raw`/(?<![ \u00a0])[ \u00a0]*[A-Za-z]`,
    reason: 'Reads a telephone number, at most 220 characters by the pattern that finds it.',
  },
  {
    file: 'server/detection/recognizers/places/labelled.ts',
    begins: '/^["“„«]?',
    reason: 'Reads the value of a label, at most 110 characters of one line.',
  },
  {
    file: 'server/detection/recognizers/names/shapes.ts',
    begins: `/(?:(?<=["'])`,
    reason: 'Reads the 70 characters in front of an address.',
  },
  {
    file: 'server/detection/recognizers/labelled/shapes.ts',
    begins: String.raw`/[ \u00a0][^\d]*$/`,
    reason: 'Reads an IBAN, at most 94 characters by the pattern that finds it.',
  },
  {
    file: 'server/detection/recognizers/labelled/shapes.ts',
    begins: String.raw`/[\p{L}]{4,}[.!?]`,
    reason: 'Reads the 80 characters behind a label.',
  },
  {
    file: 'server/detection/recognizers/identity/papers.ts',
    begins: '/[A-Z<]{2,30}<<',
    reason: 'Every repetition is counted, at most 62 characters.',
  },
  {
    file: 'server/detection/recognizers/identity/papers.ts',
    begins: '/[A-Z0-9<]{9}[0-9]',
    reason: 'Every repetition is counted, at most 44 characters (ICAO 9303).',
  },
  {
    file: 'server/detection/recognizers/identity/companies.ts',
    begins: String.raw`/R\.?C\.?S\.?`,
    reason: 'Every repetition is counted, at most 130 characters.',
  },
  {
    file: 'server/detection/recognizers/dates/ages/index.ts',
    begins: String.raw`/^[\s\S]*\n`,
    reason: 'Reads the 64 characters in front of a number.',
  },
  {
    file: 'server/detection/recognizers/dates/ages/index.ts',
    begins: '/(?:wie[ ]alt',
    reason: 'Reads the characters in front of a number, a counted stretch; every repetition is counted.',
  },
  {
    file: 'server/detection/recognizers/dates/ages/phrases.ts',
    begins: '/(?:garant',
    reason: 'Reads the 64 characters in front of a number.',
  },
  {
    file: 'server/detection/recognizers/dates/ages/words.ts',
    begins: String.raw`/^[ ](?:\p{Ll}+e[rnms]`,
    reason: 'Reads the 60 characters behind a number.',
  },
  {
    file: 'server/detection/recognizers/dates/index.ts',
    begins: String.raw`/(?:\d{1,3}(?:[.,'’`,
    reason: 'Every repetition is counted, at most 60 characters.',
  },
  {
    file: 'server/detection/passes/programsAreNoNames.ts',
    begins: String.raw`/(?:[="'\\/@]`,
    reason: 'Reads the 36 characters in front of a name.',
  },
  {
    file: 'server/detection/passes/rolesAreNoNames.ts',
    begins: '/[(,][^()',
    reason: 'Every repetition is counted, at most 90 characters behind a bracket or comma.',
  },
  {
    file: 'server/detection/passes/termsAreNoNames.ts',
    begins: '/(?:sphinkter',
    reason: 'At most 40 letters behind the beginning of the word.',
  },
  {
    file: 'server/detection/recognizers/contact/email.ts',
    begins: '/[A-Za-z0-9][A-Za-z0-9._+-]{0,40}(?:[ ]?',
    reason: 'Every repetition is counted, at most 380 characters.',
  },
  {
    file: 'server/detection/recognizers/dates/index.ts',
    begins: '/(?<value>(?:[0-3]',
    reason: 'Counted but for the white space behind a date, which no other date reads.',
  },
  {
    file: 'server/detection/recognizers/dates/index.ts',
    begins: '/(?:am[ ]',
    reason: 'Counted but for five words behind a date, in which no other one can begin.',
  },
  {
    file: 'server/detection/recognizers/dates/index.ts',
    begins: '/(?:[0-3][0-9](?:JAN',
    reason: 'Every repetition is counted, at most 60 characters.',
  },
]);

/** Calls of RegExp that loading the server and finding values makes no use of, and what their pattern is made of. */
export interface AllowedConstruction {
  readonly file: string;
  readonly reason: string;
}

export const ALLOWED_CONSTRUCTIONS: readonly AllowedConstruction[] = Object.freeze([
  {
    file: 'renderer/features/chat/answer/restored.ts',
    reason: 'Alternatives of escaped placeholders.',
  },
  {
    file: 'renderer/features/review/model/search.ts',
    reason: 'Escaped words of the reader with white space between them, in the own document, in the browser.',
  },
  {
    file: 'renderer/features/workspace/viewers/pdf/find.ts',
    reason: 'Escaped letters of the reader with white space between them, in the own document, in the browser.',
  },
  {
    file: 'renderer/ui/markdown/alerts.ts',
    reason: 'A list of fixed words at the start of a text.',
  },
  {
    file: 'server/detection/recognizers/labelled/codes.ts',
    reason: 'A counted run of digits in eight characters.',
  },
  {
    file: 'server/documents/inPlace/pdf/content/operands.ts',
    reason: 'One escaped name.',
  },
  {
    file: 'server/documents/inPlace/pictures/neutralPicture.ts',
    reason: 'Reads the root element of a picture, at most 4,000 characters; every repetition is counted.',
  },
  {
    file: 'server/documents/view/office/odf.ts',
    reason: 'Fixed words, the whole text.',
  },
  {
    file: 'server/documents/write/docx.ts',
    reason: 'Reads a document that the product has just made of an empty one.',
  },
  {
    file: 'server/features/anonymization/batches/folderNames.ts',
    reason: 'One escaped value.',
  },
  {
    file: 'server/features/gateway/anonymizing/masking/valueSearch.ts',
    reason: 'A copy of a literal, which is checked.',
  },
]);
