import { ADDRESS_FORM, rangeNode } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRanges, type XmlElement } from '../package/walk.ts';
import type { TextNode } from '../text/pieces.ts';
import { styleNameAttribute } from './styleNames.ts';

/** What stands before and behind numbers. */
const AFFIXES: readonly string[] = Object.freeze(['num-prefix', 'num-suffix', 'num-list-format']);
const WORD = /\p{L}{2}/u;

/** Attributes with text of people, by element (ODF 1.3 part 3, 19), local names. */
const RULES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'text:a': ['href', 'title', 'name'],
  'draw:a': ['href', 'title', 'name'],
  'text:section': ['name'],
  'text:user-field-decl': ['name', 'string-value', 'date-value'],
  'text:execute-macro': ['name'],
  'text:list-level-style-number': AFFIXES,
  'text:outline-level-style': AFFIXES,
  'text:notes-configuration': AFFIXES,
  'text:user-field-get': ['name'],
  'text:variable-decl': ['name'],
  'text:variable-set': ['name', 'string-value', 'formula'],
  'text:variable-get': ['name'],
  'text:placeholder': ['description'],
  'text:conditional-text': ['string-value-if-true', 'string-value-if-false', 'condition'],
  'text:hidden-text': ['string-value', 'condition'],
  'text:hidden-paragraph': ['condition'],
  'text:database-display': ['table-name', 'database-name', 'column-name'],
  'text:alphabetical-index-mark': ['string-value', 'key1', 'key2'],
  'text:alphabetical-index-mark-start': ['key1', 'key2'],
  'text:toc-mark': ['string-value'],
  'text:user-index-mark': ['string-value', 'index-name'],
  'text:drop-down': ['name', 'help', 'hint'],
  'text:label': ['value'],
  'text:script': ['href'],
  'text:dde-connection-decl': ['dde-application', 'dde-topic', 'dde-item'],
  'table:error-message': ['title'],
  'table:help-message': ['title'],
  'table:filter-condition': ['value'],
  'table:filter-set-item': ['value'],
  'table:database-range': ['name'],
  'table:data-pilot-member': ['name', 'display-name'],
  'table:data-pilot-field': ['source-field-name', 'display-name'],
  'table:data-pilot-table': ['name', 'application-data'],
  'table:data-pilot-groups': ['source-field-name'],
  'table:data-pilot-group': ['name'],
  'table:data-pilot-group-member': ['name'],
  'table:data-pilot-field-reference': ['field-name', 'member-name'],
  'table:data-pilot-subtotal': ['display-name'],
  'table:data-pilot-grand-total': ['display-name'],
  'table:database-source-sql': ['database-name', 'sql-statement'],
  'table:database-source-table': ['database-name', 'database-table-name'],
  'table:database-source-query': ['database-name', 'query-name'],
  'table:source-service': ['name', 'source-name', 'object-name'],
  'draw:param': ['name', 'value'],
  'table:scenario': ['comment'],
  'presentation:show': ['name', 'pages'],
});
const NAMED: ReadonlySet<string> = new Set([
  'text:bookmark',
  'text:bookmark-start',
  'text:bookmark-end',
  'text:reference-mark',
  'text:reference-mark-start',
  'text:reference-mark-end',
]);
const REFERRING: ReadonlySet<string> = new Set(['text:bookmark-ref', 'text:reference-ref']);
const FORM = [
  ...['name', 'label', 'value', 'current-value', 'title', 'string-value', 'data-field', 'href'],
  ...['command', 'datasource', 'filter', 'order', 'list-source', 'image-data', 'target-frame'],
] as const;
const NO_NAMES: ReadonlySet<string> = new Set(['text:bibliography-mark']);
/** Drawing elements whose names are those of styles. */
const STYLES = /^draw:(?:layer|gradient|marker|hatch|fill-image|stroke-dash|opacity|equation|glue-point)$/;
/** Names that programs give by themselves. */
const DEFAULT_NAMES =
  /^(?:(?:Frame|Image|Object|Text Box|Shape|Table|Tabelle|Rahmen|Bild|Objekt|Form|Slide|page|Folie|Bereich|Section|Sheet|Forma|Tableau|Tabla|Tabella|Cadre|Marco|Cornice|Control|Kontrollfeld|Formular|Standard|Default|Drawing Frame|Line|Shape) ?\d*|_(?:Toc|Ref|Hlk)\w*|__(?:RefHeading|DdeLink|UnoMark|Fieldmark)_\w*)$/;

/** Nodes of the attributes of an element that hold text. Bookmarks and their references are each a node. */
export function odfAttributeNodes(part: XmlPart, element: XmlElement): TextNode[] {
  const wanted = wantedAttributes(element);
  if (wanted === null) return [];
  return attributeRanges(part.source, element).flatMap((range) => {
    const { local, value } = range;
    if (wanted !== 'all' && !wanted.includes(local)) return [];
    if (value.trim() === '' || (local === 'name' && DEFAULT_NAMES.test(value))) return [];
    if (AFFIXES.includes(local) && !WORD.test(value)) return [];
    if (local === 'href') {
      // What lies in the package has no text of people in its address.
      if (!/^[a-z][a-z0-9+.-]*:|^#|^\.\.\//i.test(value)) return [];
      return [rangeNode(part, range, ADDRESS_FORM)];
    }
    return [rangeNode(part, range)];
  });
}

function wantedAttributes(element: XmlElement): readonly string[] | 'all' | null {
  const { name } = element;
  const styleName = styleNameAttribute(element);
  if (styleName !== null) return [styleName];
  const rule = RULES[name];
  if (rule !== undefined) return rule;
  if (NAMED.has(name)) return ['name'];
  if (REFERRING.has(name)) return ['ref-name'];
  if (NO_NAMES.has(name)) return 'all';
  if (name.startsWith('form:')) return FORM;
  if (name === 'table:table') return ['name'];
  return name.startsWith('draw:') && !STYLES.test(name) ? ['name'] : null;
}
