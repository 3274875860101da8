import { createAuthorNames } from '../ooxml/authors.ts';
import { cleanShared } from '../ooxml/cleanShared.ts';
import { createOoxmlScanner } from '../ooxml/scanOoxml.ts';
import { cleanWord } from './clean.ts';
import { cleanFields } from './cleanFields.ts';
import { createStyleIds } from './styleIds.ts';

/** Reads Word documents (ECMA-376 part 1, 11). */
export const scanDocx = createOoxmlScanner({
  mainType: /wordprocessingml\.document\.main\+xml$/,
  policies: { officeDocument: { do: 'text', kind: 'body' } },
  createCleaner({ context: { report } }) {
    const nameOf = createAuthorNames();
    const styleIds = createStyleIds();
    return {
      observe: (part) => [
        cleanWord(part, report, nameOf),
        cleanFields(part, report),
        cleanShared(part, report, nameOf),
        styleIds.observe(part),
      ],
      finish: () => styleIds.finish(),
    };
  },
});
