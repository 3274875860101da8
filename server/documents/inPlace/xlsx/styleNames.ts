import { OOXML_PREFIXES } from '../ooxml/namespaces.ts';
import { attributeNode } from '../package/nodes.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { value, walk, type XmlElement } from '../package/walk.ts';
import { PARAGRAPH_END, visiblePieces, type Piece } from '../text/pieces.ts';
import { quotes } from '../text/quotedWords.ts';

/** Names that programs give by themselves to copies of built-in styles. */
const DEFAULT_NAMES =
  /^(?:Excel Built-in .*|(?:Normal|Standard|Percent|Prozent|Comma|Komma|Currency|Währung|Hyperlink|Link|Millares|Moneda|Milliers|Migliaia|Valuta|Pourcentage|Porcentaje)(?:[ _]\[?\d+\]?)*)$/;
const WORD = /\p{L}{3}/u;

/** What people have named or written in the styles of a workbook: cell styles, table styles, words in number formats. One line for each. */
export function readStyleNames(part: XmlPart): Piece[] {
  const lines: Piece[] = [];
  walk(part.source, OOXML_PREFIXES, {
    open(element) {
      const attribute = attributeOf(element);
      const node = attribute === null ? null : attributeNode(part, element, attribute);
      if (node !== null) lines.push(...visiblePieces(node), PARAGRAPH_END);
    },
  });
  return lines;
}

function attributeOf(element: XmlElement): 'name' | 'formatCode' | null {
  switch (element.name) {
    case 's:cellStyle':
      return value(element, 'builtinId') === undefined && !DEFAULT_NAMES.test(value(element, 'name') ?? '')
        ? 'name'
        : null;
    case 's:tableStyle':
    case 'x14:slicerStyle':
    case 'x15:timelineStyle':
      return 'name';
    case 's:numFmt':
      return quotes(value(element, 'formatCode') ?? '', WORD) ? 'formatCode' : null;
    default:
      return null;
  }
}
