import { escapeXml } from '../../package/writePackage.ts';

/** Characters that XML 1.0 does not allow (2.2), and halves of surrogate pairs. */
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Escapes text for element content. */
export const xmlText = (text: string): string =>
  escapeXml(text.toWellFormed().replace(ILLEGAL, '')).replaceAll('\r', '&#13;');

/** Escapes text for an attribute; line breaks and tabs would be read as spaces (XML 1.0, 3.3.3). */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll("'", '&apos;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
