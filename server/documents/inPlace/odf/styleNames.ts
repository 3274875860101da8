import type { XmlElement } from '../package/walk.ts';
import { isGivenName } from '../text/styleWords.ts';

/** Elements that people name: styles of all kinds, pages, fillings, lines, layers (ODF 1.3 part 3, 16). */
const NAMED_STYLES: ReadonlySet<string> = new Set([
  ...['style:style', 'style:master-page', 'style:presentation-page-layout', 'text:list-style', 'table:table-template'],
  ...[
    'draw:gradient',
    'draw:hatch',
    'draw:fill-image',
    'draw:marker',
    'draw:stroke-dash',
    'draw:opacity',
    'draw:layer',
  ],
]);

/** The attribute of a style with the name that people see; null where it has none or one that programs give. */
export function styleNameAttribute({ name, tag, parent }: XmlElement): 'display-name' | 'name' | null {
  if (!NAMED_STYLES.has(name) || parent?.name === 'office:automatic-styles') return null;
  const valueOf = (local: string): string | undefined =>
    Object.values(tag.attributes).find((attribute) => attribute.local === local)?.value;
  const shown = valueOf('display-name');
  const text = shown ?? valueOf('name') ?? '';
  return isGivenName(text) ? null : shown === undefined ? 'name' : 'display-name';
}
