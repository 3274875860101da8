import { createAuthorNames } from '../ooxml/authors.ts';
import { createOoxmlScanner } from '../ooxml/scanOoxml.ts';
import { cleanWord } from './clean.ts';

/** Reads Word documents (ECMA-376 part 1, 11). */
export const scanDocx = createOoxmlScanner({
  mainType: /wordprocessingml\.document\.main\+xml$/,
  policies: { officeDocument: { do: 'text', kind: 'body' } },
  createCleaner({ context }) {
    const nameOf = createAuthorNames();
    return (part) => [cleanWord(part, context.report, nameOf)];
  },
});
