import { apply, inverse, type Matrix } from '../../layout/matrix.ts';
import type { PageArea } from '../types.ts';
import { rectangleOf } from './appearances.ts';
import { annotationsOf } from './pages.ts';
import type { PdfDocument } from './syntax/document.ts';
import type { PdfDict } from './syntax/values.ts';

/** Fields in fields (ISO 32000-2, 12.7.4). */
const ANCESTORS = 32;
/** What a field has of its annotations' texts. */
const FIELD_TEXTS = Object.freeze(['V', 'DV', 'RV', 'TU', 'Opt']);

/**
 * Takes annotations, links and form fields out of a page that reach under drawn areas: they lie over the content of the page, and their texts would stay.
 * @param toUser - from the page as it is shown, in shares of its size, to its user space
 * @returns how many
 */
export function removeAnnotationsUnder(
  document: PdfDocument,
  page: PdfDict,
  areas: readonly PageArea[],
  toUser: Matrix,
): number {
  const toPage = inverse(toUser);
  const annotations = annotationsOf(document, page);
  const kept = annotations.filter((annotation) => !isUnder(document, annotation, areas, toPage));
  if (kept.length === annotations.length) return 0;
  for (const annotation of annotations) {
    if (kept.includes(annotation)) continue;
    let field: PdfDict | null = annotation;
    for (let step = 0; field !== null && step < ANCESTORS; step += 1) {
      const parent: PdfDict | null = document.dict(field.get('Parent'));
      if (field === annotation) field.clear();
      else for (const key of FIELD_TEXTS) field.delete(key);
      field = parent;
    }
  }
  page.set('Annots', kept);
  return annotations.length - kept.length;
}

function isUnder(
  document: PdfDocument,
  annotation: PdfDict,
  areas: readonly PageArea[],
  toPage: Matrix | null,
): boolean {
  // Where nothing can be told, nothing stays.
  if (toPage === null) return true;
  const { left, right, top, bottom } = rectangleOf(document, annotation);
  const [ax, ay] = apply(toPage, left, top);
  const [bx, by] = apply(toPage, right, bottom);
  return areas.some(
    ({ x, y, width, height }) =>
      Math.max(ax, bx) >= x && Math.min(ax, bx) <= x + width && Math.max(ay, by) >= y && Math.min(ay, by) <= y + height,
  );
}
