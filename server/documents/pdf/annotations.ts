import type { Pdfium } from './pdfium.ts';

/** Limits what a page with a flood of annotations costs. */
const ANNOTATIONS_PER_PAGE = 5_000;

/** FPDF_ANNOT_* (public/fpdf_annot.h). A popup repeats the contents of its parent. */
const SUBTYPE_POPUP = 16;
const SUBTYPE_WIDGET = 20;
/** FPDF_FORMFIELD_*: fields whose value is text people read. */
const TEXT_FIELDS: ReadonlySet<number> = new Set([4, 5, 6]);

/** Makes the document's form readable, hands its handle to `use` and ends it. Scripts are not part of this build of PDFium and never run. */
export function withForm<T>(pdfium: Pdfium, document: number, use: (form: number) => T): T {
  const { api } = pdfium;
  const info = api.PDFiumExt_OpenFormFillInfo();
  const form = api.PDFiumExt_InitFormFillEnvironment(document, info);
  try {
    return use(form);
  } finally {
    api.PDFiumExt_ExitFormFillEnvironment(form);
    api.PDFiumExt_CloseFormFillInfo(info);
  }
}

/** Values of form fields and contents of comments of a page, in the order of the file. */
export function annotationTexts(pdfium: Pdfium, form: number, page: number): string[] {
  const { api } = pdfium;
  const texts: string[] = [];
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), ANNOTATIONS_PER_PAGE);
  for (let index = 0; index < count; index += 1) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const text = annotationText(pdfium, form, annotation).replace(/\r\n?/g, '\n').trim();
    if (text !== '') texts.push(text);
    api.FPDFPage_CloseAnnot(annotation);
  }
  return texts;
}

function annotationText(pdfium: Pdfium, form: number, annotation: number): string {
  const { api } = pdfium;
  const subtype = api.FPDFAnnot_GetSubtype(annotation);
  if (subtype === SUBTYPE_POPUP) return '';
  if (subtype === SUBTYPE_WIDGET) {
    if (!TEXT_FIELDS.has(api.FPDFAnnot_GetFormFieldType(form, annotation))) return '';
    return pdfium.readString((pointer, length) => api.FPDFAnnot_GetFormFieldValue(form, annotation, pointer, length));
  }
  return pdfium.readString((pointer, length) => api.FPDFAnnot_GetStringValue(annotation, 'Contents', pointer, length));
}
