import type { TextPlace } from '../types.ts';
import { annotationsOf, nameIn, nodesBelow } from './pages.ts';
import type { PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { decodeText, encodeText } from './syntax/text.ts';
import { isKind, type PdfArray, type PdfDict, type PdfString, type PdfValue } from './syntax/values.ts';

/** A place outside of the pages' content that holds text as one string. */
export interface TextSlot {
  readonly text: string;
  readonly part: TextPlace['part'];
  readonly kind: 'annotation' | 'form_value' | 'link' | 'properties' | 'hidden_content' | 'image_text';
  /** Puts another text there. */
  write(text: string): void;
}

/** Texts of annotations that people write or see (ISO 32000-2, 12.5); authors are removed and not read. */
const ANNOTATION_TEXTS = Object.freeze(['Contents', 'Subj', 'OverlayText']);
/** Captions of buttons (ISO 32000-2, table 192). */
const CAPTIONS = Object.freeze(['CA', 'RC', 'AC']);
/** Texts of structure elements (ISO 32000-2, 14.9). */
const STRUCTURE_TEXTS = Object.freeze(['Alt', 'ActualText', 'E', 'T', 'Phoneme']);
/** Texts of their attributes: of tables and form fields, and those that people invent (ISO 32000-2, 14.8.5, 14.7.6.4). */
const ATTRIBUTE_TEXTS = Object.freeze(['Summary', 'Short', 'Desc', 'N', 'V', 'F']);
/** Names that people give; those that programs give are one word with a number. */
const WORDS = /\p{L}{2}[^\p{L}\p{N}]+\p{L}{2}/u;
/** Nodes gone through in outlines, fields and structure; a tagged book has some hundred thousand. */
const NODES = 2_000_000;

export interface Slots {
  readonly slots: readonly TextSlot[];
  /** Annotations whose text a slot writes; filled while slots are written. */
  readonly written: ReadonlySet<PdfDict>;
  /** The slots that stand for an annotation, its field included. */
  readonly ofAnnotation: ReadonlyMap<PdfDict, readonly TextSlot[]>;
}

/** All texts outside of the pages' content, in an order that depends on the file alone. */
export function textSlots(document: PdfDocument, pages: readonly PdfDict[]): Slots {
  const slots: TextSlot[] = [];
  const written = new Set<PdfDict>();
  const ofAnnotation = new Map<PdfDict, TextSlot[]>();
  const seen = new Set<PdfValue>();
  let nodes = 0;

  function add(
    holder: PdfDict | PdfArray,
    key: string | number,
    part: TextPlace['part'],
    kind: TextSlot['kind'],
    annotation?: PdfDict,
  ): void {
    const value = document.resolve(Array.isArray(holder) ? holder[key as number] : holder.get(key as string));
    const text = textOf(document, value);
    if (text === null || text.trim() === '') return;
    const slot: TextSlot = {
      text,
      part,
      kind,
      write(next) {
        if (Array.isArray(holder)) holder[key as number] = encodeText(next);
        else holder.set(key as string, encodeText(next));
        if (annotation !== undefined) written.add(annotation);
      },
    };
    slots.push(slot);
    if (annotation !== undefined) ofAnnotation.set(annotation, [...(ofAnnotation.get(annotation) ?? []), slot]);
  }

  function once(value: PdfValue): boolean {
    nodes += 1;
    if (nodes > NODES || seen.has(value)) return false;
    seen.add(value);
    return true;
  }

  function addField(field: PdfDict, part: TextPlace['part'], annotation?: PdfDict): void {
    if (!once(field)) return;
    add(field, 'TU', part, 'annotation');
    const isField = !field.has('Subtype') || nameIn(document, field, 'Subtype') === 'Widget';
    // The name of a field; of other annotations it is the author.
    if (isField && WORDS.test(textOf(document, document.resolve(field.get('T'))) ?? ''))
      add(field, 'T', part, 'form_value');
    const type = nameIn(document, field, 'FT');
    if (type !== 'Sig' && type !== 'Btn') addValue(field, 'V', part, annotation);
    addValue(field, 'Opt', part, annotation);
  }

  /** A string or an array of strings, or of pairs of them. */
  function addValue(holder: PdfDict, key: string, part: TextPlace['part'], annotation?: PdfDict): void {
    const value = document.resolve(holder.get(key));
    if (!Array.isArray(value)) {
      add(holder, key, part, 'form_value', annotation);
      return;
    }
    value.forEach((item, index) => {
      const pair = document.resolve(item);
      if (Array.isArray(pair)) pair.forEach((_, place) => add(pair, place, part, 'form_value', annotation));
      else add(value, index, part, 'form_value', annotation);
    });
  }

  function addLink(holder: PdfDict, part: TextPlace['part']): void {
    const action = document.dict(holder.get('A'));
    if (action !== null && once(action)) add(action, 'URI', part, 'link');
  }

  pages.forEach((page, index) => {
    const part = { kind: 'comment', number: index + 1 } as const;
    for (const annotation of annotationsOf(document, page)) {
      if (!seen.has(annotation)) {
        if (!annotation.has('Contents') && annotation.has('RC'))
          annotation.set('Contents', plainText(textOf(document, document.resolve(annotation.get('RC'))) ?? ''));
        for (const key of ANNOTATION_TEXTS) add(annotation, key, part, 'annotation', annotation);
        const captions = document.dict(annotation.get('MK'));
        if (captions !== null) for (const key of CAPTIONS) add(captions, key, part, 'annotation', annotation);
        addLink(annotation, part);
      }
      // A field may be the annotation itself or a node above it that several annotations share.
      let field: PdfDict | null = annotation;
      for (let step = 0; field !== null && step < ANCESTORS; step += 1) {
        addField(field, part, annotation);
        field = nameIn(document, annotation, 'Subtype') === 'Widget' ? document.dict(field.get('Parent')) : null;
      }
    }
  });

  const part = { kind: 'property' } as const;
  const walk = (start: PdfValue | undefined, visit: (node: PdfDict) => void, entries: readonly string[]): void => {
    for (const node of nodesBelow(document, start, entries)) if (once(node)) visit(node);
  };
  const fields = document.dict(document.root.get('AcroForm'))?.get('Fields');
  for (const field of nodesBelow(document, fields, ['Kids'])) addField(field, part);
  walk(
    document.root.get('Outlines'),
    (item) => {
      add(item, 'Title', part, 'properties');
      addLink(item, part);
    },
    ['First', 'Next'],
  );
  walk(
    document.root.get('StructTreeRoot'),
    (element) => {
      for (const key of [...STRUCTURE_TEXTS, ...ATTRIBUTE_TEXTS]) add(element, key, part, 'properties');
    },
    ['K', 'A', 'P'],
  );
  walk(document.root.get('PageLabels'), (node) => addLabels(node), ['Kids']);

  function addLabels(node: PdfDict): void {
    const numbers = document.resolve(node.get('Nums'));
    if (!Array.isArray(numbers)) return;
    for (const value of numbers) {
      const label = document.dict(value);
      if (label !== null) add(label, 'P', part, 'properties');
    }
  }
  return { slots, written, ofAnnotation };
}

/** Fields in fields. */
const ANCESTORS = 32;

function textOf(document: PdfDocument, value: PdfValue): string | null {
  if (isKind(value, 'string')) return decodeText(value).replace(/\r\n?/g, '\n');
  if (!isKind(value, 'stream')) return null;
  try {
    return decodeText({ kind: 'string', bytes: decodeStream(document, value).bytes }).replace(/\r\n?/g, '\n');
  } catch {
    // A text that cannot be unpacked cannot be read by anybody; cleaning removes it.
    return null;
  }
}

/** The text of a rich text string, which is XHTML (ISO 32000-2, 12.7.4.4). */
function plainText(markup: string): PdfString {
  const text = markup
    .replace(/<(?:br|\/p|\/div)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(0x10ffff, Number(code))))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return encodeText(text.trim());
}
