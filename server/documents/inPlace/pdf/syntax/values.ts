/** Objects of a PDF file (ISO 32000-2, 7.3). Integers and reals are both numbers; a stream is always an indirect object. */
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfStream | PdfDict | PdfArray;

export interface PdfName {
  readonly kind: 'name';
  /** One character per byte, escapes undone. */
  readonly name: string;
}

export interface PdfString {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}

export interface PdfRef {
  readonly kind: 'ref';
  readonly id: number;
}

export interface PdfStream {
  readonly kind: 'stream';
  readonly dict: PdfDict;
  /** As it stands in the file, filters applied. */
  readonly raw: Uint8Array;
}

export type PdfDict = Map<string, PdfValue>;
export type PdfArray = PdfValue[];

export const nameOf = (name: string): PdfName => ({ kind: 'name', name });
export const refOf = (id: number): PdfRef => ({ kind: 'ref', id });
export const dictOf = (entries: Readonly<Record<string, PdfValue>>): PdfDict => new Map(Object.entries(entries));

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

export function isKind<K extends 'name' | 'string' | 'ref' | 'stream'>(
  value: PdfValue | undefined,
  kind: K,
): value is Extract<PdfValue, { readonly kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}

/** A plain copy: the arrays and dictionaries of `value` are new, what they refer to indirectly is shared. */
export function copyValue(value: PdfValue): PdfValue {
  if (Array.isArray(value)) return value.map(copyValue);
  if (isDict(value)) return new Map([...value].map(([key, entry]) => [key, copyValue(entry)]));
  return value;
}
