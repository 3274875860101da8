import type { ElementObserver } from '../ooxml/markup.ts';
import type { XmlPart } from '../package/officePackage.ts';
import type { Report } from '../report.ts';
import { attributeRange, value, type XmlElement } from '../package/walk.ts';

/**
 * Fields whose codes lead to files and data of others, or hold what an add-in keeps for itself, often in Base64 (ECMA-376 part 1, 17.16.5). Programs
 * that fill them anew would ask for what is gone: they become fields that nobody fills, and show what they show.
 */
const FOREIGN = /^\s*(?:ADDIN|LINK|DDE|DDEAUTO|DATABASE|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|RD)\b/i;
const FROZEN = ' ADDIN ';
const CODES: ReadonlySet<string> = new Set(['w:instrText', 'w:delInstrText']);

interface Stretch {
  readonly start: number;
  readonly end: number;
}
interface Code {
  text: string;
  readonly places: Stretch[];
}

/** Takes the codes of such fields out, also where a code is split over runs or stands in another field. */
export function cleanFields({ source, edits }: XmlPart, report: Report): ElementObserver {
  const open: Code[] = [];
  const freeze = (code: Code): void => {
    if (!FOREIGN.test(code.text)) return;
    code.places.forEach(({ start, end }, index) => edits.replace(start, end, index === 0 ? FROZEN : ''));
    report.cleaned('external_reference');
  };
  const end = (): void => {
    const code = open.pop();
    if (code !== undefined) freeze(code);
  };
  const cleanSimple = (element: XmlElement): void => {
    const range = attributeRange(source, element, 'instr');
    if (range === undefined || !FOREIGN.test(range.value)) return;
    edits.replace(range.start, range.end, FROZEN);
    report.cleaned('external_reference');
  };
  return {
    open(element) {
      if (element.name === 'w:fldSimple') cleanSimple(element);
      else if (element.name === 'w:fldChar') {
        const type = value(element, 'fldCharType');
        if (type === 'begin') open.push({ text: '', places: [] });
        else if (type === 'end') end();
      }
    },
    close(element, { contentEnd }) {
      const code = open.at(-1);
      if (code === undefined || !CODES.has(element.name)) return;
      code.text += source.slice(element.openEnd, contentEnd);
      code.places.push({ start: element.openEnd, end: contentEnd });
    },
  };
}
