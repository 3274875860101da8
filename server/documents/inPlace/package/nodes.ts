import { xmlAttribute, xmlText } from '../text/escape.ts';
import type { PlaceholderForm } from '../text/placeholders.ts';
import type { TextNode } from '../text/pieces.ts';
import type { XmlPart } from './officePackage.ts';
import { attributeRange, type AttributeRange, type XmlElement } from './walk.ts';

/** How the text of a node is stored. */
export type StoredForm = PlaceholderForm;

/** The content of an element that holds nothing but text. */
export function contentNode({ edits }: XmlPart, text: string, start: number, end: number, form?: StoredForm): TextNode {
  return {
    text: form === undefined ? text : form.read(text),
    write: (changed) => edits.replace(start, end, xmlText(form === undefined ? changed : form.write(changed))),
  };
}

/** The value of an attribute; null when the element has none of that name, or an empty one. */
export function attributeNode(part: XmlPart, element: XmlElement, local: string, form?: StoredForm): TextNode | null {
  const range = attributeRange(part.source, element, local);
  return range === undefined || range.value === '' ? null : rangeNode(part, range, form);
}

export function rangeNode({ edits }: XmlPart, { value, start, end }: AttributeRange, form?: StoredForm): TextNode {
  return {
    text: form === undefined ? value : form.read(value),
    write: (changed) => edits.replace(start, end, xmlAttribute(form === undefined ? changed : form.write(changed))),
  };
}

/** Addresses: shown with their characters, stored with percent signs (RFC 3986, 2.1). */
export const ADDRESS_FORM: StoredForm = Object.freeze({
  read(stored: string): string {
    try {
      return stored
        .split('%25')
        .map((part) => decodeURI(part).replaceAll('%40', '@'))
        .join('%25');
    } catch {
      // A percent sign that starts no code: the address is shown as it is.
      return stored;
    }
  },
  write: (text: string): string => encodeURI(text.toWellFormed()).replaceAll('%25', '%'),
});
