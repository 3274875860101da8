import { ADDRESS_FORM, attributeNode, type StoredForm } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { value, type XmlElement } from '../package/walk.ts';
import { IDENTIFIER_FORM } from '../text/placeholders.ts';
import type { TextNode } from '../text/pieces.ts';

/** An attribute that holds text of people, and how it is stored. */
type Rule = readonly [attribute: string, form?: StoredForm];

const DRAWING: readonly Rule[] = [['descr'], ['title'], ['name']];
const VML: readonly Rule[] = [['alt'], ['title'], ['ID'], ['href', ADDRESS_FORM]];
const VALUE: readonly Rule[] = [['val']];
const NAME: readonly Rule[] = [['name']];

/** Attributes with text in documents, slides and drawings (ECMA-376 part 1; VML: part 4, 19), by element. */
const RULES: Readonly<Record<string, readonly Rule[]>> = Object.freeze({
  'w:hyperlink': [['tooltip'], ['anchor', IDENTIFIER_FORM]],
  'w:bookmarkStart': [['name', IDENTIFIER_FORM]],
  'w:alias': VALUE,
  'w:tag': VALUE,
  'w:listItem': [['displayText'], ['value']],
  'w:listEntry': VALUE,
  'w:statusText': VALUE,
  'w:helpText': VALUE,
  'w:tblCaption': VALUE,
  'w:tblDescription': VALUE,
  'w:lvlText': VALUE,
  'w:fldSimple': [['instr']],
  'a:hlinkClick': [['tooltip']],
  'a:hlinkHover': [['tooltip']],
  'a:hlinkMouseOver': [['tooltip']],
  'p:custShow': NAME,
  'p:tag': [['name'], ['val']],
  'p:control': NAME,
  'p:oleObj': NAME,
  'p14:section': NAME,
  'p14:media': NAME,
  'c:pivotFmt': NAME,
});

/** Names that Office gives to shapes by itself: a kind and a number. */
const DEFAULT_NAMES =
  /^(?:(?:Text ?Box|Text ?[Ff]rame|Picture|Image|Graphic|Rectangle|Oval|Shape|Group|Line|Straight (?:Arrow )?Connector|Freeform|AutoShape|Chart|Diagram|Table|Object|Title|Subtitle|Content Placeholder|Text Placeholder|Footer Placeholder|Date Placeholder|Slide Number Placeholder|Header Placeholder|Notes Placeholder|Slide Image Placeholder|Picture Placeholder|Comment|Rounded Rectangle|TextShape|CustomShape|PlaceHolder|Grafik|Bild|Textfeld|Rechteck|Titel|Untertitel|Inhaltsplatzhalter|Textplatzhalter|Fußzeilenplatzhalter|Datumsplatzhalter|Foliennummernplatzhalter|Notizenplatzhalter|Folienbildplatzhalter|Diagramm|Tabelle|Gruppieren|Ellipse|Form|Objekt|Zone de texte|Titre|Espace réservé .*|Cuadro de texto|Título|Marcador de .*|CasellaDiTesto|Titolo|Segnaposto .*|Imagen|Immagine|Rettangolo|Rectángulo) ?\d*|_x0000_[a-z]\d+)$/u;
const DEFAULT_BOOKMARKS = /^_(?:GoBack|Toc|Ref|Hlk|Hlt|ENREF_|DV_)\w*$/;

/** The nodes of an element's attributes that hold text. */
export function attributeNodes(part: XmlPart, element: XmlElement): TextNode[] {
  const { local } = element.tag;
  const rules =
    RULES[element.name] ??
    (local === 'cNvPr' || local === 'docPr' ? DRAWING : element.name.startsWith('v:') ? VML : null);
  if (rules === null) return special(part, element);
  return rules.flatMap(([attribute, form]) => {
    const text = value(element, attribute);
    if (text === undefined || text.trim() === '' || isDefault(attribute, text)) return [];
    const node = attributeNode(part, element, attribute, form);
    return node === null ? [] : [node];
  });
}

function isDefault(attribute: string, text: string): boolean {
  if (attribute === 'name' || attribute === 'anchor' || attribute === 'ID')
    return DEFAULT_NAMES.test(text) || DEFAULT_BOOKMARKS.test(text);
  // Patterns of numbered lists: "%1.", bullets.
  if (attribute === 'val') return !/\p{L}{2}|\d{3}/u.test(text);
  return attribute === 'instr' && isPlainField(text);
}

/** Attributes whose meaning depends on the element around. */
function special(part: XmlPart, element: XmlElement): TextNode[] {
  const { name, parent, tag } = element;
  const inForm = parent?.name === 'w:ffData' && name === 'w:name';
  const inInput = parent?.name === 'w:textInput' && name === 'w:default';
  const ownStyle = name === 'w:name' && parent?.name === 'w:style' && value(parent, 'customStyle') === '1';
  if (inForm || inInput || ownStyle) {
    const node = attributeNode(part, element, 'val', inForm ? IDENTIFIER_FORM : undefined);
    return node === null ? [] : [node];
  }
  // Masters and layouts have names of the template.
  if (name === 'p:cSld' && parent?.name === 'p:sld' && value(element, 'name') !== '') {
    const node = attributeNode(part, element, 'name');
    return node === null ? [] : [node];
  }
  if (tag.prefix !== 'o' && tag.prefix !== 'w10') return [];
  const title = attributeNode(part, element, 'title');
  return title === null ? [] : [title];
}

/** Field codes that name no content (ECMA-376 part 1, 17.16.5). */
const PLAIN_FIELD =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|NUMWORDS|NUMCHARS|TOC|PAGEREF|SEQ|STYLEREF|LISTNUM|NOTEREF|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|REVNUM|FORM[A-Z]+|EQ|SYMBOL|BIBLIOGRAPHY|CITATION|ADVANCE)\b[^@]*$/i;
const QUOTED_TEXT = /"[^"]*\p{L}{4}[^"]*"/u;

export const isPlainField = (code: string): boolean =>
  PLAIN_FIELD.test(code) &&
  (!QUOTED_TEXT.test(code) || /^\s*(?:DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|TOC)\b/i.test(code));
