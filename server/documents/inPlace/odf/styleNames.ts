import type { XmlElement } from '../package/walk.ts';

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

/** Words of the names that programs give by themselves; they are English in every file. */
const WORDS = new Set(
  (
    'standard default font fonts paragraph style styles text body indent indented heading headings list bullet bullets numbering number numbers contents content index table ' +
    'caption header footer left right footnote footnotes endnote endnotes symbol anchor characters internet link visited frame graphics graphic ole formula label ' +
    'labels watermark marginalia first last line lines hanging start end cont cont. continued quotations preformatted horizontal sender addressee salutation ' +
    'signature complimentary close title subtitle illustration figure drawing object objects user bibliography separator page drop caps main entry emphasis strong ' +
    'source teletype variable definition example citation rubies vertical placeholder comment appendix block with without fill filled no and shadow arrow arrows ' +
    'dimension measure outline outlined background backgroundobjects notes note accent good bad neutral warning error hyperlink result result2 status graphics1 html letter landscape ' +
    'envelope convert master slide layout normal layouts layout1 controls controlsbackground blue red green yellow gray grey dark light black white fine dashed dots dot ' +
    'dash long short concave circle square double gradient linear radial axial empty solid hatch hatching degrees crossed triple blank centered centre center only over six ' +
    'two four to intro pivot category corner field inner value measurefield row column sheet report gradient pattern shapes lines textkörper'
  ).split(' '),
);

/** The attribute of a style with the name that people see; null where it has none or one that programs give. */
export function styleNameAttribute({ name, tag, parent }: XmlElement): 'display-name' | 'name' | null {
  if (!NAMED_STYLES.has(name) || parent?.name === 'office:automatic-styles') return null;
  const valueOf = (local: string): string | undefined =>
    Object.values(tag.attributes).find((attribute) => attribute.local === local)?.value;
  const shown = valueOf('display-name');
  const text = shown ?? valueOf('name') ?? '';
  return isDefault(text) ? null : shown === undefined ? 'name' : 'display-name';
}

const isDefault = (name: string): boolean =>
  name
    .replace(/_[0-9a-f]{2,4}_/g, ' ')
    .split(/[\s()~\-_/]+|(?<=[a-zA-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/)
    .every((word) => !/\p{L}{2}/u.test(word) || WORDS.has(word.toLowerCase()));
