import { format, isDateFormat, parseDate, parseNumber } from 'numfmt';
import type { XmlPart } from '../package/officePackage.ts';
import { value, walk } from '../package/walk.ts';
import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';

/** Shows numbers of cells as people see them. */
export interface NumberFormats {
  /** @param style - index of the cell's format */
  show(stored: string, style: number): string;
  /** The number that the style shows as this text; null when there is none. */
  parse(shown: string, style: number): string | null;
}

/** Formats without a code in the file (ECMA-376 part 1, 18.8.30). Dates as Europeans write them: the file does not say. */
const BUILT_IN: Readonly<Record<number, string>> = Object.freeze({
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd.mm.yyyy',
  15: 'd. mmm yy',
  16: 'd. mmm',
  17: 'mmm yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'dd.mm.yyyy hh:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
});
const LOCALE = Object.freeze({ locale: 'de' });
/** Days between 1900-01-01 and 1904-01-01, the two beginnings of time (18.17.4.1). */
const DAYS_TO_1904 = 1_462;
const SIGNIFICANT_DIGITS = 15;

/**
 * @param styles - null when the workbook has none
 * @param since1904 - whether the workbook counts days from 1904
 */
export function readNumberFormats(styles: XmlPart | null, since1904: boolean): NumberFormats {
  const codes = styles === null ? [] : readCodes(styles);
  const codeOf = (style: number): string => codes[style] ?? 'General';
  const shift = (code: string): number => (since1904 && isDate(code) ? DAYS_TO_1904 : 0);

  const show = (stored: string, style: number): string => {
    const number = Number(stored);
    if (stored.trim() === '' || !Number.isFinite(number)) return stored;
    const code = codeOf(style);
    // General would show long numbers with an exponent: telephone numbers, accounts.
    if (/^(?:General|@)$/i.test(code)) return plain(stored, number);
    try {
      return format(code, number + shift(code), { ...LOCALE, throws: true }).trim() || plain(stored, number);
    } catch {
      // A format that no program can read.
      return plain(stored, number);
    }
  };
  return {
    show,
    parse(shown, style) {
      const code = codeOf(style);
      const parsed = isDate(code) ? parseDate(shown, LOCALE)?.v : (parseNumber(shown, LOCALE)?.v ?? Number(shown));
      if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return null;
      const stored = String(parsed - shift(code));
      return show(stored, style) === shown ? stored : null;
    },
  };
}

function isDate(code: string): boolean {
  try {
    return isDateFormat(code);
  } catch {
    return false;
  }
}

const plain = (stored: string, number: number): string =>
  /^-?\d+$/.test(stored) ? stored : String(Number(number.toPrecision(SIGNIFICANT_DIGITS)));

/** The code of every format of cells. */
function readCodes(styles: XmlPart): string[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  walk(styles.source, OOXML_PREFIXES, {
    open(element) {
      if (element.name === 's:numFmt') own.set(Number(value(element, 'numFmtId')), value(element, 'formatCode') ?? '');
      else if (element.name === 's:xf' && element.parent?.name === 's:cellXfs') {
        ids.push(Number(value(element, 'numFmtId') ?? 0));
      }
    },
  });
  return ids.map((id) => own.get(id) ?? BUILT_IN[id] ?? 'General');
}
