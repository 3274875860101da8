import { createAuthorNames } from '../ooxml/authors.ts';
import { cleanShared } from '../ooxml/cleanShared.ts';
import { createOoxmlScanner } from '../ooxml/scanOoxml.ts';
import type { PartPolicy } from '../ooxml/policy.ts';
import type { CleanedKind } from '../types.ts';
import { readWorkbook } from './workbook.ts';

const OWN: PartPolicy = { do: 'own' };
const remove = (kind: CleanedKind): PartPolicy => ({ do: 'remove', kind });

/** Reads Excel workbooks (ECMA-376 part 1, 12). */
export const scanXlsx = createOoxmlScanner({
  mainType: /spreadsheetml\.sheet\.main\+xml$/,
  policies: {
    worksheet: OWN,
    chartsheet: OWN,
    dialogsheet: OWN,
    sharedStrings: OWN,
    styles: { do: 'keep' },
    table: OWN,
    comments: OWN,
    threadedComment: OWN,
    person: OWN,
    pivotCacheDefinition: OWN,
    pivotTable: OWN,
    pivotCacheRecords: remove('cache'),
    externalLink: OWN,
    externalLinkPath: { do: 'keep' },
    xlExternalLinkPath: { do: 'keep' },
    calcChain: remove('cache'),
    volatileDependencies: remove('cache'),
    connections: remove('external_reference'),
    queryTable: remove('external_reference'),
    revisionHeaders: remove('history'),
    revisionLog: remove('history'),
    usernames: remove('authors'),
    namedSheetViews: remove('authors'),
    namedSheetView: remove('authors'),
    sheetMetadata: OWN,
    // The controls themselves are taken out of the sheets.
    ctrlProp: remove('embedded_object'),
    slicer: OWN,
    slicerCache: OWN,
    timeline: OWN,
    timelineCache: OWN,
    tableSingleCells: OWN,
    xmlMaps: { do: 'text', kind: 'property' },
  },
  createCleaner({ context }) {
    const nameOf = createAuthorNames();
    return { observe: (part) => [cleanShared(part, context.report, nameOf)] };
  },
  readOwn: readWorkbook,
});
