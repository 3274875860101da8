import type { XmlPart } from '../package/officePackage.ts';
import { attributeRanges, type XmlElement } from '../package/walk.ts';
import type { Opc } from './opc.ts';
import type { ElementObserver } from './markup.ts';

const RELATIONSHIPS_NAMESPACE = /\/officeDocument\/(?:2006\/)?relationships$/;
/** Elements that stay without their reference; all others go with it. */
const KEEP_ELEMENT: ReadonlySet<string> = new Set([
  's:pageSetup',
  's:pivotCacheDefinition',
  'a:blip',
  'v:shape',
  'v:rect',
  'v:fill',
  'v:imagedata',
  'a:hlinkClick',
  'w:hyperlink',
  's:sheetPr',
]);

/** Drawings that stand beside a picture of them in alternate content: ink, models in three dimensions (MS-ODRAWXML 2.6, 2.24). */
const WITH_FALLBACK: ReadonlySet<string> = new Set(['contentPart', 'model3d']);

/** Takes references to removed relationships out of a part; a program would call the document damaged otherwise. */
export function removeReferences(part: XmlPart, opc: Opc): ElementObserver | null {
  const removed = new Set(opc.linksFrom(part.name).flatMap((link) => (opc.isRemoved(link) ? [link.id] : [])));
  if (removed.size === 0) return null;
  const doomed = new Set<XmlElement>();
  /**
   * An extension that holds nothing would be an error (ECMA-376 part 1, 20.1.2.2.14), and so would a drawing of nothing: where ink or a model has a picture
   * to fall back on, the picture is shown.
   */
  const outermost = (element: XmlElement): XmlElement => {
    const holder = WITH_FALLBACK.has(element.tag.local) ? 'mc:Choice' : 'a:ext';
    for (let above = element.parent; above !== null; above = above.parent) if (above.name === holder) return above;
    return element;
  };
  return {
    open(element) {
      const references = Object.values(element.tag.attributes).filter(
        ({ uri, value }) => RELATIONSHIPS_NAMESPACE.test(uri) && removed.has(value),
      );
      if (references.length === 0) return;
      if (!KEEP_ELEMENT.has(element.name)) {
        doomed.add(outermost(element));
        return;
      }
      for (const range of attributeRanges(part.source, element)) {
        if (references.some(({ local }) => local === range.local)) part.edits.remove(range.outerStart, range.outerEnd);
      }
    },
    close(element, { end }) {
      if (doomed.has(element)) part.edits.remove(element.start, end);
    },
  };
}
