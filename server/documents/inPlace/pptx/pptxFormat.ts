import { createAuthorNames } from '../ooxml/authors.ts';
import { cleanShared } from '../ooxml/cleanShared.ts';
import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import { createOoxmlScanner, type OoxmlScan } from '../ooxml/scanOoxml.ts';
import { walk } from '../package/walk.ts';
import { cleanSlides } from './clean.ts';

/** Reads PowerPoint presentations (ECMA-376 part 1, 13). */
export const scanPptx = createOoxmlScanner({
  mainType: /presentationml\.(?:presentation|slideshow)\.main\+xml$/,
  policies: {
    officeDocument: { do: 'text', kind: 'property' },
    changesInfo: { do: 'remove', kind: 'history' },
    revisionInfo: { do: 'remove', kind: 'history' },
    slideUpdateInfo: { do: 'remove', kind: 'external_reference' },
  },
  createCleaner({ context }) {
    const nameOf = createAuthorNames();
    return {
      observe: (part) => [cleanSlides(part, context.report, nameOf), cleanShared(part, context.report, nameOf)],
    };
  },
  numbers: slideNumbers,
});

/** Numbers of slides as they are shown, for the slides themselves, their notes and their comments. */
async function slideNumbers({ pkg, opc, mainPart }: OoxmlScan): Promise<ReadonlyMap<string, number>> {
  const targets = new Map(opc.linksFrom(mainPart).map((link) => [link.id, link.target]));
  const numbers = new Map<string, number>();
  let number = 0;
  const { source } = await pkg.xml(mainPart);
  walk(source, OOXML_PREFIXES, {
    open(element) {
      if (element.name !== 'p:sldId') return;
      const id = Object.values(element.tag.attributes).find(({ local, uri }) => local === 'id' && uri !== '')?.value;
      const slide = targets.get(id ?? '');
      if (slide === undefined) return;
      number += 1;
      numbers.set(slide, number);
      for (const { type, target, external } of opc.linksFrom(slide)) {
        if (!external && (type === 'notesSlide' || type === 'comments')) numbers.set(target, number);
      }
    },
  });
  return numbers;
}
