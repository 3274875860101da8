import type { StoredForm } from '../package/nodes.ts';

const CODED = /_x([0-9A-Fa-f]{4})_/g;
/** Characters that XML cannot hold, or would change. */
const UNSTORABLE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
const UNDERSCORE = '_x005F';

const code = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Strings of workbooks, which write some characters by their number, line ends of other programs above all (ECMA-376 part 1, 22.9.2.19). */
export const STRING_FORM: StoredForm = Object.freeze({
  read: (stored: string) =>
    stored.replace(CODED, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  write: (text: string) => text.replace(CODED, `${UNDERSCORE}$&`).replace(UNSTORABLE, code),
});
