import { attribute } from '../../package/xml.ts';
import { symbolText } from '../../docx/symbols.ts';
import type { XmlPart } from '../package/officePackage.ts';
import { prefixOf, type ElementEnd, type XmlElement } from '../package/walk.ts';
import { xmlText } from '../text/escape.ts';
import type { TextNode } from '../text/pieces.ts';

const PRESERVE = ' xml:space="preserve"';

/** Text of a run in WordprocessingML: w:t, w:delText, w:instrText, m:t. Line breaks and tabs of a new text become elements. */
export function wordTextNode({ source, edits }: XmlPart, element: XmlElement, text: string, end: ElementEnd): TextNode {
  // Elements are not kept: a long text has hundreds of thousands of them.
  const { start, openEnd } = element;
  const qualified = element.tag.name;
  const prefix = prefixOf(element);
  const asElements = (element.name === 'w:t' || element.name === 'w:delText') && !/[\n\t]/.test(text);
  return {
    text,
    write(changed) {
      const startTag = source.slice(start, openEnd);
      const open = startTag.includes('xml:space') ? startTag : `${startTag.slice(0, -1)}${PRESERVE}>`;
      const escaped = xmlText(changed);
      const between = (name: string): string => `</${qualified}><${prefix}${name}/>${open}`;
      const content = asElements ? escaped.replaceAll('\n', between('br')).replaceAll('\t', between('tab')) : escaped;
      edits.replace(start, end.end, `${open}${content}</${qualified}>`);
    },
  };
}

/** Text of a run in DrawingML: a:t. Line breaks of a new text become elements between two runs of the same format. */
export function drawingTextNode(
  { source, edits }: XmlPart,
  element: XmlElement,
  text: string,
  end: ElementEnd,
): TextNode {
  const { start, openEnd, parent } = element;
  const qualified = element.tag.name;
  const run = parent?.name === 'a:r' ? { start: parent.start, name: parent.tag.name, prefix: prefixOf(parent) } : null;
  return {
    text,
    write(changed) {
      const escaped = xmlText(changed);
      const content =
        run === null || text.includes('\n')
          ? escaped
          : escaped.replaceAll(
              '\n',
              `</${qualified}></${run.name}><${run.prefix}br/>${source.slice(run.start, start)}<${qualified}>`,
            );
      edits.replace(openEnd, end.contentEnd, content);
    },
  };
}

/** Characters that are elements of a run. Soft hyphens show only at a line's end and are no text. */
export function characterNode(part: XmlPart, element: XmlElement, { end }: ElementEnd): TextNode | null {
  const { name, parent, start } = element;
  const text = name === 'a:br' ? '\n' : parent?.name === 'w:r' ? runCharacter(element) : undefined;
  if (text === undefined) return null;
  const prefix = prefixOf(element);
  return {
    text,
    write(changed) {
      const content = xmlText(changed);
      const asText =
        name === 'a:br'
          ? `<${prefix}r><${prefix}t>${content}</${prefix}t></${prefix}r>`
          : `<${prefix}t${PRESERVE}>${content}</${prefix}t>`;
      part.edits.replace(start, end, changed === '' ? '' : asText);
    },
  };
}

/** ECMA-376 part 1, 17.3.3. */
function runCharacter({ name, tag }: XmlElement): string | undefined {
  switch (name) {
    case 'w:tab':
    case 'w:ptab':
      return '\t';
    case 'w:br':
    case 'w:cr':
      return '\n';
    case 'w:noBreakHyphen':
      return '-';
    case 'w:sym':
      return symbolText(attribute(tag, 'font'), attribute(tag, 'char'));
    default:
      return undefined;
  }
}
