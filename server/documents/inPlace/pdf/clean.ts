import type { CleanedKind } from '../types.ts';
import { stripPicture } from './stripPicture.ts';
import { hiddenLayers, layerOf } from './layers.ts';
import { annotationsOf, nameIn, nodesBelow } from './pages.ts';
import { holdsText } from './content/operands.ts';
import { reachable, type PdfDocument } from './syntax/document.ts';
import { filterNames } from './syntax/filters.ts';
import { decodeText } from './syntax/text.ts';
import { isDict, isKind, type PdfDict, type PdfValue } from './syntax/values.ts';

/** Counts what was cleaned and what was removed as a whole. */
export interface Tally {
  readonly cleaned: Map<CleanedKind, number>;
  readonly removed: Map<CleanedKind, number>;
}

/** Counts further ones of a kind; kinds of which there is none are not listed. */
export function addTo(counts: Map<CleanedKind, number>, kind: CleanedKind, count: number): void {
  if (count > 0) counts.set(kind, (counts.get(kind) ?? 0) + count);
}

/** Entries of the catalog that show or structure the pages; all others go. */
const CATALOG_ENTRIES: ReadonlySet<string> = new Set([
  'Type',
  'Version',
  'Extensions',
  'Pages',
  'PageLabels',
  'Outlines',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'AcroForm',
  'OutputIntents',
  'OpenAction',
]);
/** Entries of pages that show them. */
const PAGE_ENTRIES: ReadonlySet<string> = new Set([
  'Type',
  'Parent',
  'Kids',
  'Count',
  'Resources',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Contents',
  'Rotate',
  'Group',
  'Annots',
  'StructParents',
  'Tabs',
  'UserUnit',
  'Trans',
  'Dur',
]);
/** Entries that tell of the making of any object, and what they are counted as. */
const OBJECT_ENTRIES: Readonly<Record<string, CleanedKind>> = Object.freeze({
  Metadata: 'properties',
  PieceInfo: 'cache',
  LastModified: 'properties',
  AF: 'attachment',
  AA: 'script',
  Thumb: 'thumbnail',
  OPI: 'external_reference',
  Alternates: 'cache',
  IDTree: 'cache',
  XFA: 'script',
});
/** Entries of a program's own, with its name before them (ISO 32000-2, annex E): macOS keeps the text of a note there, pdfTeX the author of a figure. */
const OWN_ENTRY = /^(?:[A-Za-z]\w*[:.]|[A-Z]{4}_)./;
/** Annotations that are files, films or programs. */
const EMBEDDING_ANNOTATIONS: ReadonlySet<string> = new Set([
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  'RichMedia',
  '3D',
  'TrapNet',
  'Projection',
]);
/** Entries of annotations that name people or repeat the text in another form. */
const ANNOTATION_ENTRIES = Object.freeze([
  'RC',
  'M',
  'CreationDate',
  'NM',
  'ExData',
  'RV',
  'DV',
  'FS',
  'Sound',
  'Movie',
]);
/** Actions that stay: they lead to a page or a web address, or reset a form (ISO 32000-2, 12.6.4). */
const ACTIONS: ReadonlySet<string> = new Set(['GoTo', 'URI', 'Named', 'ResetForm']);

/**
 * Removes from the objects of a document what tells of people and is no content: properties, histories, attachments, scripts, signatures, authors,
 * names of layers and of places. The content of pages is not looked at.
 */
export function cleanObjects(document: PdfDocument, pages: readonly PdfDict[], tally: Tally): void {
  const { root } = document;
  const count = (kind: CleanedKind, list: keyof Tally = 'cleaned') => {
    addTo(tally[list], kind, 1);
  };
  const places = namedPlaces(document);
  resolvePlaces(document, places);
  const names = document.dict(root.get('Names'));
  for (let index = treeSize(document, names?.get('EmbeddedFiles')); index > 0; index -= 1)
    count('attachment', 'removed');
  if (names?.has('JavaScript') === true) count('script');
  if (root.has('OCProperties')) count('hidden_content');
  if (root.has('Perms') || root.has('DSS')) count('signature');
  if (root.has('Threads')) count('properties');
  // Before the layers themselves go.
  const isHidden = hiddenLayers(document);
  for (const key of [...root.keys()]) {
    if (key in OBJECT_ENTRIES) count(OBJECT_ENTRIES[key]!);
    if (!CATALOG_ENTRIES.has(key)) root.delete(key);
  }
  for (const page of pages) cleanPage(document, page, isHidden, count);
  cleanForm(document, count);
  for (const value of reachable(document).order) cleanValue(document, value, count);
  cleanPictures(document, count);
}

type Count = (kind: CleanedKind, list?: keyof Tally) => void;

function cleanPage(document: PdfDocument, page: PdfDict, isHidden: (group: PdfValue) => boolean, count: Count): void {
  for (const key of [...page.keys()]) {
    if (key in OBJECT_ENTRIES) count(OBJECT_ENTRIES[key]!);
    if (!PAGE_ENTRIES.has(key)) page.delete(key);
  }
  const list = document.resolve(page.get('Annots'));
  if (!Array.isArray(list)) return;
  const kept = list.filter((item) => {
    const annotation = document.dict(item);
    if (annotation === null) return false;
    const subtype = nameIn(document, annotation, 'Subtype') ?? '';
    if (EMBEDDING_ANNOTATIONS.has(subtype)) {
      count(subtype === 'FileAttachment' ? 'attachment' : 'embedded_object', 'removed');
      return false;
    }
    if (isHidden(layerOf(annotation))) {
      count('hidden_content');
      return false;
    }
    return true;
  });
  page.set('Annots', kept);
  for (const annotation of annotationsOf(document, page)) cleanAnnotation(document, annotation, count);
}

function cleanAnnotation(document: PdfDocument, annotation: PdfDict, count: Count): void {
  const isField = nameIn(document, annotation, 'Subtype') === 'Widget';
  if (!isField && annotation.delete('T')) count('authors');
  for (const key of ANNOTATION_ENTRIES) annotation.delete(key);
  annotation.delete('OC');
  const appearance = document.dict(annotation.get('AP'));
  // How a field looks while it is pressed may still show an earlier value.
  appearance?.delete('D');
  appearance?.delete('R');
}

function cleanForm(document: PdfDocument, count: Count): void {
  const form = document.dict(document.root.get('AcroForm'));
  if (form === null) return;
  form.delete('SigFlags');
  form.delete('CO');
  for (const field of nodesBelow(document, form.get('Fields'), ['Kids'])) {
    // The name for exports (TM) is seen by nobody.
    for (const key of ['RV', 'DV', 'TM']) field.delete(key);
    if (nameIn(document, field, 'FT') !== 'Sig') continue;
    if (field.delete('V')) count('signature');
    for (const key of ['SV', 'Lock', 'AP']) field.delete(key);
  }
}

/** Arrays and dictionaries in one object. */
const DEPTH = 64;

function cleanValue(document: PdfDocument, value: PdfValue, count: Count, depth = 0): void {
  if (depth > DEPTH) return;
  if (Array.isArray(value)) for (const item of value) cleanValue(document, item, count, depth + 1);
  const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
  if (dict === null) return;
  for (const [key, kind] of Object.entries(OBJECT_ENTRIES)) if (dict.delete(key)) count(kind);
  // Dictionaries that only name things (fonts, pictures) have no type, and any keys.
  if (isKind(value, 'stream') || dict.has('Type') || dict.has('Subtype')) {
    for (const key of [...dict.keys()]) if (OWN_ENTRY.test(key) && dict.delete(key)) count('cache');
  }
  for (const list of document.dict(dict.get('Properties'))?.values() ?? []) cleanProperties(document, list, count);
  // Layers that are seen stay as plain content.
  if (isKind(value, 'stream')) dict.delete('OC');
  for (const key of ['A', 'Next', 'OpenAction']) cleanAction(document, dict, key, count);
  for (const item of dict.values()) cleanValue(document, item, count, depth + 1);
}

/** Texts for marked content, which stand in the resources as well as in the content itself, and names of layers (ISO 32000-2, 14.6.2, 14.9, 8.11.2). */
function cleanProperties(document: PdfDocument, value: PdfValue, count: Count): void {
  const list = document.dict(value);
  for (const [key, entry] of [...(list ?? [])]) {
    if (!holdsText(document.resolve(entry))) continue;
    list!.delete(key);
    count('hidden_content');
  }
}

function cleanAction(document: PdfDocument, holder: PdfDict, key: string, count: Count): void {
  const action = document.dict(holder.get(key));
  const kind = action === null ? null : nameIn(document, action, 'S');
  // `A` and `Next` have other meanings in structure elements and outlines; only actions have a type of action.
  if (action === null || kind === null || (!ACTIONS.has(kind) && !FOREIGN_ACTIONS.has(kind))) return;
  if (action.delete('Next')) count('script');
  if (ACTIONS.has(kind)) return;
  holder.delete(key);
  count(kind === 'JavaScript' ? 'script' : 'external_reference');
}

const FOREIGN_ACTIONS: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'GoToR',
  'GoToE',
  'GoToDp',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'Hide',
  'SetOCGState',
  'Thread',
  'Sound',
  'Movie',
  'Trans',
  'GoTo3DView',
  'RichMediaExecute',
]);

function cleanPictures(document: PdfDocument, count: Count): void {
  for (const [id, value] of document.objects) {
    if (!isKind(value, 'stream')) continue;
    const [filter, ...others] = filterNames(document, value);
    if (filter === undefined || others.length > 0) continue;
    const raw = stripPicture(value.raw, filter);
    if (raw === value.raw) continue;
    document.objects.set(id, { ...value, raw });
    count('image_metadata');
  }
}

/** Explicit destinations by the names that stand for them (ISO 32000-2, 12.3.2.4). */
function namedPlaces(document: PdfDocument): ReadonlyMap<string, PdfValue> {
  const places = new Map<string, PdfValue>();
  const add = (name: string, value: PdfValue) => {
    const target = document.resolve(value);
    places.set(name, isDict(target) ? (target.get('D') ?? null) : value);
  };
  for (const [name, value] of document.dict(document.root.get('Dests')) ?? []) add(`/${name}`, value);
  forEachLeaf(document, document.dict(document.root.get('Names'))?.get('Dests'), (name, value) => add(name, value));
  return places;
}

function forEachLeaf(
  document: PdfDocument,
  tree: PdfValue | undefined,
  visit: (name: string, value: PdfValue) => void,
): void {
  for (const node of nodesBelow(document, tree, ['Kids'])) {
    const leaves = document.resolve(node.get('Names'));
    if (!Array.isArray(leaves)) continue;
    for (let index = 0; index + 1 < leaves.length; index += 2) {
      const name = document.resolve(leaves[index]);
      if (isKind(name, 'string')) visit(decodeText(name), leaves[index + 1]!);
    }
  }
}

function treeSize(document: PdfDocument, tree: PdfValue | undefined): number {
  let size = 0;
  forEachLeaf(document, tree, () => (size += 1));
  return size;
}

/** Puts explicit destinations in the place of names, which often repeat headings. */
function resolvePlaces(document: PdfDocument, places: ReadonlyMap<string, PdfValue>): void {
  const explicit = (value: PdfValue | undefined): PdfValue | undefined => {
    const target = document.resolve(value);
    if (isKind(target, 'name')) return places.get(`/${target.name}`) ?? null;
    if (isKind(target, 'string')) return places.get(decodeText(target)) ?? null;
    return undefined;
  };
  const replace = (dict: PdfDict, key: string) => {
    const target = explicit(dict.get(key));
    if (target === null) dict.delete(key);
    else if (target !== undefined) dict.set(key, target);
  };
  const visit = (value: PdfValue, depth: number) => {
    if (depth > DEPTH) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isDict(value)) return;
    if (value.has('Dest')) replace(value, 'Dest');
    if (nameIn(document, value, 'S') === 'GoTo') replace(value, 'D');
    for (const item of value.values()) visit(item, depth + 1);
  };
  for (const value of reachable(document).order) visit(value, 0);
  const action = explicit(document.root.get('OpenAction'));
  if (action !== undefined) document.root.delete('OpenAction');
}
