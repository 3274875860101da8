import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, value, type AttributeRange, type XmlElement } from '../package/walk.ts';
import type { ElementObserver } from '../ooxml/markup.ts';
import { xmlAttribute } from '../text/escape.ts';

/** Elements whose `val` is the id of a style (ECMA-376 part 1, 17.3 to 17.9 and 17.15). */
const REFERENCES: ReadonlySet<string> = new Set([
  'w:pStyle',
  'w:rStyle',
  'w:tblStyle',
  'w:basedOn',
  'w:next',
  'w:link',
  'w:numStyleLink',
  'w:styleLink',
  'w:clickAndTypeStyle',
  'w:defaultTableStyle',
]);

/** A place that holds the id of a style. */
interface IdPlace {
  readonly part: XmlPart;
  readonly range: AttributeRange;
}

/** A style with a name, and where that stands. */
interface NamedStyle {
  readonly id: string;
  readonly part: XmlPart;
  readonly name: AttributeRange;
}

/** Gives new ids to styles whose names held a value. */
export interface StyleIds {
  observe(part: XmlPart): ElementObserver;
  /** Runs when names of styles have been replaced. */
  finish(): void;
}

/**
 * Word makes the id of a style from its name and leaves out spaces, signs and letters outside of ASCII (17.7.4.17): "Brief Jörg Müller" becomes
 * "BriefJrgMller", which no search for the value finds. So the id goes with the name, and with it every reference.
 */
export function createStyleIds(): StyleIds {
  const places: IdPlace[] = [];
  const named: NamedStyle[] = [];

  const add = (part: XmlPart, element: XmlElement, local: string): void => {
    const range = attributeRange(part.source, element, local);
    if (range !== undefined) places.push({ part, range });
  };

  return {
    observe: (part) => ({
      open(element) {
        const { name, parent } = element;
        if (name === 'w:style') add(part, element, 'styleId');
        else if (REFERENCES.has(name)) add(part, element, 'val');
        else if (name === 'w:name' && parent?.name === 'w:style') {
          const range = attributeRange(part.source, element, 'val');
          const id = value(parent, 'styleId');
          if (range !== undefined && id !== undefined) named.push({ id, part, name: range });
        }
      },
      close: () => undefined,
    }),
    finish() {
      const changed = new Set(
        named.flatMap(({ id, part, name }) => (part.edits.changes(name.start, name.end) ? [id] : [])),
      );
      if (changed.size === 0) return;
      const taken = new Set(places.map(({ range }) => range.value.toLowerCase()));
      const renamed = new Map<string, string>();
      let number = 0;
      for (const id of changed) {
        do number += 1;
        while (taken.has(`style${number}`));
        renamed.set(id, `Style${number}`);
      }
      for (const { part, range } of places) {
        const id = renamed.get(range.value);
        if (id !== undefined) part.edits.replace(range.start, range.end, xmlAttribute(id));
      }
    },
  };
}
