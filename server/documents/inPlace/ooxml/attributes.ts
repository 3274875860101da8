import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { ADDRESS_FORM, attributeNode, type StoredForm } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { attributeRange, value, type XmlElement } from '../package/walk.ts';
import { xmlAttribute } from '../text/escape.ts';
import { IDENTIFIER_FORM } from '../text/placeholders.ts';
import type { TextNode } from '../text/pieces.ts';
import { quotes } from '../text/quotedWords.ts';

/** An attribute that holds text of people, and how it is stored. */
type Rule = readonly [attribute: string, form?: StoredForm];

const DRAWING: readonly Rule[] = [['descr'], ['title'], ['name']];
const VML: readonly Rule[] = [['alt'], ['title'], ['ID'], ['id'], ['href', ADDRESS_FORM]];
const VALUE: readonly Rule[] = [['val']];
const NAME: readonly Rule[] = [['name']];
const LINK: readonly Rule[] = [['tooltip'], ['action'], ['invalidUrl']];

/** Attributes with text in documents, slides and drawings (ECMA-376 part 1; VML: part 4, 19), by element. */
const RULES: Readonly<Record<string, readonly Rule[]>> = Object.freeze({
  'w:hyperlink': [['tooltip'], ['docLocation'], ['anchor', IDENTIFIER_FORM]],
  'w:bookmarkStart': [['name', IDENTIFIER_FORM]],
  'w:alias': VALUE,
  'w:tag': VALUE,
  'w15:sectionTitle': VALUE,
  'w:docPartCategory': VALUE,
  'w:listItem': [['displayText'], ['value']],
  'w:listEntry': VALUE,
  'w:statusText': VALUE,
  'w:helpText': VALUE,
  'w:tblCaption': VALUE,
  'w:tblDescription': VALUE,
  'w:lvlText': VALUE,
  'w:fldSimple': [['instr']],
  'o:signatureline': [
    ...[['suggestedsigner'] as const, ['suggestedsigner2'] as const, ['suggestedsigneremail'] as const],
    ...[['signinginstructions'] as const, ['addlxml'] as const],
  ],
  '?:webVideoPr': [['embeddedHtml']],
  'a:snd': NAME,
  'a:wavAudioFile': NAME,
  'p:snd': NAME,
  'p:htmlPubPr': [['title']],
  'a:hlinkClick': LINK,
  'a:hlinkHover': LINK,
  'a:hlinkMouseOver': LINK,
  'a:tblStyle': [['styleName']],
  'p:custShow': NAME,
  'p:tag': [['name'], ['val']],
  'p:control': NAME,
  'p:oleObj': NAME,
  'p14:section': NAME,
  'p14:media': NAME,
  'p14:bmk': NAME,
  's:Map': [['Name'], ['RootElement']],
  's:DataBinding': [['FileBindingName']],
  's:xmlCellPr': [['uniqueName']],
  'c:pivotFmt': NAME,
});

/** Names that Office gives to shapes by itself: a kind and a number. */
const DEFAULT_NAMES =
  /^(?:(?:Text ?Box|Text ?[Ff]rame|Picture|Image|Graphic|Rectangle|Oval|Shape|Group|Line|Straight (?:Arrow )?Connector|Freeform|AutoShape|Chart|Diagram|Table|Object|Title|Subtitle|Content Placeholder|Text Placeholder|Footer Placeholder|Date Placeholder|Slide Number Placeholder|Header Placeholder|Notes Placeholder|Slide Image Placeholder|Picture Placeholder|Comment|Rounded Rectangle|TextShape|CustomShape|PlaceHolder|Grafik|Bild|Textfeld|Rechteck|Titel|Untertitel|Inhaltsplatzhalter|Textplatzhalter|Fußzeilenplatzhalter|Datumsplatzhalter|Foliennummernplatzhalter|Notizenplatzhalter|Folienbildplatzhalter|Diagramm|Tabelle|Gruppieren|Ellipse|Form|Objekt|Zone de texte|Titre|Cuadro de texto|Título|CasellaDiTesto|Titolo|Imagen|Immagine|Rettangolo|Rectángulo) ?\d*|(?:Espace réservé|Marcador de|Segnaposto) .*|_x0000_[a-z]\d+|shape_\d+)$/u;
/** Names of layouts and of styles of tables that Office has in the languages of this program. */
const LAYOUT_WORDS: ReadonlySet<string> = new Set(
  'title titel untertitel slide folie titelfolie and und content contents inhalt inhalte section header abschnittsüberschrift two zwei comparison vergleich only nur blank leer with mit caption überschrift beschriftung picture bild vertical vertikaler text name card quote true or false column columns spalten default diapositive de du la le et titre titres contenu texte en-tête deux contenus comparaison seul vide avec légende image diapositiva título y objetos encabezado sección dos comparación solo sólo en blanco contenido con imagen texto titolo contenuto intestazione sezione due contenuti confronto vuota didascalia immagine testo verticale o e'.split(
    ' ',
  ),
);
const isDefaultLayout = (name: string): boolean =>
  name !== '' &&
  name
    .replace(/ $/, '')
    .split(' ')
    .every((word) => LAYOUT_WORDS.has(word.toLowerCase()) || /^[-,+&0-9]+$/.test(word));
const DEFAULT_TABLE_STYLES =
  /^(?:(?:Medium|Light|Dark|Themed|No) Style|(?:Mittlere|Helle|Dunkle) Formatvorlage|Designformatvorlage|Keine Formatvorlage|Style (?:moyen|léger|foncé|à thème)|Aucun style|Estilo (?:medio|claro|oscuro|temático)|Sin estilo|Stile (?:medio|chiaro|scuro|con tema)|Nessuno stile)/;
/** Actions that carry a name of a file, of a macro or the title of a slide (MS-OE376, 2.1.1151). */
const NAMING_ACTION = /[?&](?:file|name|slidetitle)=/i;
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
  if (attribute === 'name' || attribute === 'anchor' || attribute === 'ID' || attribute === 'id')
    return DEFAULT_NAMES.test(text) || DEFAULT_BOOKMARKS.test(text);
  if (attribute === 'action') return !NAMING_ACTION.test(text);
  if (attribute === 'styleName') return DEFAULT_TABLE_STYLES.test(text);
  // Patterns of numbered lists: "%1.", bullets.
  if (attribute === 'val') return !/\p{L}{2}|\d{3}/u.test(text);
  return attribute === 'instr' && isPlainField(text);
}

/** Elements whose value is text of people in some places, by the element around. */
const VALUES_IN: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze({
  'w:ffData': new Set(['w:name']),
  'w:textInput': new Set(['w:default']),
  'w:abstractNum': new Set(['w:name']),
  'w:frame': new Set(['w:name', 'w:title']),
  'w:docPartPr': new Set(['w:name', 'w:description']),
  'w:category': new Set(['w:name']),
  'w:style': new Set(['w:aliases']),
});
/** Names that Word gives to building blocks by itself. */
const DEFAULT_BLOCKS = /^(?:DefaultPlaceholder_-?\d+|[0-9A-F]{32}|General|Allgemein|Général|Generale|General)$/;

/** Attributes whose meaning depends on the element around. */
function special(part: XmlPart, element: XmlElement): TextNode[] {
  const { name, parent, tag } = element;
  const isValue = VALUES_IN[parent?.name ?? '']?.has(name) === true;
  const ownStyle =
    name === 'w:name' && parent?.name === 'w:style' && /^(?:1|true|on)$/.test(value(parent, 'customStyle') ?? '');
  if (ownStyle) return styleNameNodes(part, element);
  if (isValue && !DEFAULT_BLOCKS.test(value(element, 'val') ?? '')) {
    const node = attributeNode(part, element, 'val', parent?.name === 'w:ffData' ? IDENTIFIER_FORM : undefined);
    return node === null ? [] : [node];
  }
  if (name === 'p:cSld' && (parent?.name === 'p:sld' || !isDefaultLayout(value(element, 'name') ?? ''))) {
    const node = attributeNode(part, element, 'name');
    return node === null ? [] : [node];
  }
  if (tag.prefix !== 'o' && tag.prefix !== 'w10') return [];
  const title = attributeNode(part, element, 'title');
  return title === null ? [] : [title];
}

/** An underscore between words of a style's name. */
const NAME_JOINT = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu;

/**
 * The name of a given style. Underscores in it stand for spaces ("DR_yellow") and are read as such: a name of a style is no user name, and the name of a
 * person in it is found. What is not replaced keeps them.
 */
function styleNameNodes(part: XmlPart, element: XmlElement): TextNode[] {
  const range = attributeRange(part.source, element, 'val');
  if (range === undefined || range.value === '') return [];
  const { value: stored, start, end } = range;
  return [
    {
      text: stored.includes('@') ? stored : stored.replace(NAME_JOINT, ' '),
      write(_text, changes) {
        const replacements = changes.map((change) => ({ ...change, placeholder: change.text }));
        part.edits.replace(start, end, xmlAttribute(applyReplacements(stored, replacements).text));
      },
    },
  ];
}

/** Field codes that name no content (ECMA-376 part 1, 17.16.5). */
const PLAIN_FIELD =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|NUMWORDS|NUMCHARS|TOC|PAGEREF|STYLEREF|LISTNUM|NOTEREF|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|REVNUM|FORM[A-Z]+|EQ|SYMBOL|BIBLIOGRAPHY|ADVANCE|SEQ "?(?:Abbildung|Bild|Tabelle|Gleichung|Formel|Figure|Table|Equation|Illustration|Drawing|Text|Tableau|Équation|Ilustración|Figura|Tabla|Ecuación|Illustrazione|Tabella|Equazione)"?)(?![\p{L}\p{N}_])[^@]*$/iu;
const WORD = /\p{L}{4}/u;

export const isPlainField = (code: string): boolean =>
  PLAIN_FIELD.test(code) &&
  (!quotes(code, WORD) || /^\s*(?:DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|TOC)\b/i.test(code));
