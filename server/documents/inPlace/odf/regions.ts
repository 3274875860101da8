import { createFlows, type Flows } from '../text/flows.ts';
import type { Segment } from '../text/pieces.ts';
import type { TextPlace } from '../types.ts';
import type { XmlElement } from '../package/walk.ts';

/** Parts of a document that are read one after the other although they stand inside each other: slides and their notes, text and comments. */
export interface Regions {
  /** The flow that is being filled. */
  flows(): Flows;
  open(element: XmlElement): void;
  close(element: XmlElement): void;
  segments(): readonly Segment[];
  /** Text of tracked changes, which is deleted. */
  deleted(): readonly Segment[];
}

interface Region {
  readonly part: TextPlace['part'];
  readonly flows: Flows;
  readonly owner: XmlElement | null;
  readonly isDeleted: boolean;
}

const ORDER: readonly TextPlace['part']['kind'][] = [
  'body',
  'sheet',
  'slide',
  'chart',
  'header',
  'footer',
  'footnote',
  'notes',
  'comment',
];

/** @param kind - of what stands in no region of its own */
export function createRegions(kind: TextPlace['part']['kind']): Regions {
  const base: Region = { part: { kind }, flows: createFlows(), owner: null, isDeleted: false };
  const all: Region[] = [base];
  const stack: Region[] = [base];
  const numbers = { sheet: 0, slide: 0 };

  const partOf = ({ name, parent }: XmlElement): TextPlace['part'] | null => {
    switch (name) {
      case 'draw:page':
        numbers.slide += 1;
        return { kind: 'slide', number: numbers.slide };
      case 'table:table':
        if (parent?.name !== 'office:spreadsheet') return null;
        numbers.sheet += 1;
        return { kind: 'sheet', number: numbers.sheet };
      case 'presentation:notes':
        return numbers.slide === 0 ? { kind: 'notes' } : { kind: 'notes', number: numbers.slide };
      case 'text:note-body':
        return { kind: 'footnote' };
      case 'office:annotation':
      case 'officeooo:annotation':
      case 'loext:annotation':
        return { kind: 'comment' };
      default:
        return name.startsWith('style:header') && name !== 'style:header-style'
          ? { kind: 'header' }
          : name.startsWith('style:footer') && name !== 'style:footer-style'
            ? { kind: 'footer' }
            : isTrackedChanges(name)
              ? { kind }
              : null;
    }
  };

  const listed = (isDeleted: boolean): Segment[] =>
    all
      .filter((region) => region.isDeleted === isDeleted)
      .sort((a, b) => ORDER.indexOf(a.part.kind) - ORDER.indexOf(b.part.kind))
      .map(({ part, flows }) => ({ part, pieces: flows.result() }));

  return {
    flows: () => stack.at(-1)!.flows,
    open(element) {
      const part = partOf(element);
      if (part === null) return;
      const isDeleted = stack.at(-1)!.isDeleted || isTrackedChanges(element.name);
      const region: Region = { part, flows: createFlows(), owner: element, isDeleted };
      all.push(region);
      stack.push(region);
    },
    close(element) {
      if (stack.at(-1)!.owner === element) stack.pop();
    },
    segments: () => listed(false),
    deleted: () => listed(true),
  };
}

export const isTrackedChanges = (name: string): boolean =>
  name === 'text:tracked-changes' || name === 'table:tracked-changes';
