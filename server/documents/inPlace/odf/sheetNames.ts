import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, type XmlElement } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';
import type { Renames } from '../text/formulas.ts';
import { IDENTIFIER_FORM, SHEET_NAME_FORM, type PlaceholderForm } from '../text/placeholders.ts';
import type { TextNode } from '../text/pieces.ts';

/** Names of sheets and of ranges, to which formulas refer. */
export interface SheetNames {
  sheet(part: XmlPart, element: XmlElement): TextNode | null;
  range(part: XmlPart, element: XmlElement): TextNode | null;
  /** New names; old ones in lower case. */
  renames(): Renames;
}

export function createSheetNames(): SheetNames {
  const sheets = new Map<string, string>();
  const names = new Map<string, string>();
  const nodeOf = (part: XmlPart, element: XmlElement, form: PlaceholderForm, renamed: Map<string, string>) => {
    const range = attributeRange(part.source, element, 'name');
    if (range === undefined || range.value === '') return null;
    return {
      text: form.read(range.value),
      write(changed: string) {
        const name =
          form
            .write(changed)
            .replace(/[[\]*?:/\\]/g, ' ')
            .trim() || 'Name';
        renamed.set(range.value.toLowerCase(), name);
        part.edits.replace(range.start, range.end, xmlAttribute(name));
      },
    };
  };
  return {
    sheet: (part, element) => nodeOf(part, element, SHEET_NAME_FORM, sheets),
    range: (part, element) => nodeOf(part, element, IDENTIFIER_FORM, names),
    renames: () => ({ sheets, names, columns: new Map() }),
  };
}
