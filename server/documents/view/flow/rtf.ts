import type { ViewBlock, ViewBreak, ViewCell } from '../../../contract/documentView.ts';
import { destination, type Destination } from '../../inPlace/rtf/destinations.ts';
import { scanRtf } from '../../inPlace/rtf/scanRtf.ts';
import { rtfTokens, type RtfToken } from '../../inPlace/rtf/tokens.ts';
import { flat } from '../office/docx.ts';
import { createParagraphBuilder, type ParagraphBuilder } from '../office/paragraphs.ts';
import { wordsBehind } from '../office/pictureTexts.ts';
import { lookAfter, paragraphOf, PLAIN, type RtfLook } from './rtfLooks.ts';
import { createSourceReader, type SourceReader } from './sourceReader.ts';

const TWIPS_PER_POINT = 20;
const BULLET = '•';
const MOST_CELLS = 200;
const BESIDE: Readonly<Record<string, ViewBreak['part']>> = Object.freeze({
  ...{ header: 'header', footer: 'footer', footnote: 'note', comment: 'comment' },
} as const);
const LAST: readonly ViewBreak['part'][] = Object.freeze(['header', 'footer', 'note', 'comment']);

/** A stream of text: the body, a header, a note, a text box. */
interface Flow {
  readonly kind: string;
  readonly builder: ParagraphBuilder;
  readonly blocks: ViewBlock[];
  /** What stands in the paragraph that is being read and is shown behind it. */
  readonly behind: ViewBlock[];
  cells: ViewCell[];
  cell: ViewBlock[];
  marker: string | null;
}

interface Group {
  readonly destination: Destination;
  readonly flow: Flow;
  look: RtfLook;
  readonly optional: boolean;
  readonly begun: boolean;
  inTable: boolean;
  /** The destination as it is called. */
  readonly name: string;
}

/** The blocks of a Rich Text document; null when its text is not this one. Linear in the length of the source. */
export function rtfBlocks(bytes: Uint8Array, text: string): ViewBlock[] | null {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const { placed, pictures } = scanRtf(source, null);
  const inPictures = wordsBehind(text, placed.text, pictures.length > 0);
  if (inPictures === null) return null;
  const reading = createReading(text, createSourceReader(placed));
  for (const token of rtfTokens(source)) if (reading.take(token, source) === 'end') break;
  return [...reading.finish(), ...inPictures];
}

function createReading(text: string, reader: SourceReader) {
  const newFlow = (kind: string): Flow => ({
    ...{ kind, builder: createParagraphBuilder(text), blocks: [], behind: [] },
    ...{ cells: [], cell: [], marker: null },
  });
  const body = newFlow('body');
  const beside: Flow[] = [];
  const colors: (string | null)[] = [];
  const color = { red: 0, green: 0, blue: 0, isSet: false };
  const headings = new Map<number, number>();
  /** Size of the picture that is read, in twips and hundredths. */
  const picture = { width: 0, height: 0, across: 100, down: 100 };
  let style = 0;
  let edges: number[] = [];
  const stack: Group[] = [];
  let group: Group = {
    ...{ destination: { do: 'text', kind: 'body' }, flow: body, look: PLAIN, optional: false, begun: true },
    ...{ inTable: false, name: '' },
  };

  function endParagraph(): void {
    const { flow, look, inTable } = group;
    const done = flow.builder.end({
      ...paragraphOf(look.paragraph),
      ...(flow.marker !== null && { marker: flow.marker }),
    });
    flow.marker = null;
    if (!inTable) endTable(flow);
    const target = inTable ? flow.cell : flow.blocks;
    if (done !== null) target.push(done);
    target.push(...flow.behind.splice(0));
  }
  function endCell(): void {
    group.inTable = true;
    endParagraph();
    const { flow } = group;
    if (flow.cells.length < MOST_CELLS) flow.cells.push({ blocks: flat(flow.cell) });
    flow.cell = [];
  }
  function endRow(flow: Flow): void {
    const widths = flow.cells.map((_, index) => ((edges[index] ?? 0) - (edges[index - 1] ?? 0)) / TWIPS_PER_POINT);
    const known = edges.length >= flow.cells.length && widths.every((width) => width > 0);
    if (flow.cells.some(({ blocks }) => blocks.length > 0)) {
      flow.blocks.push({ kind: 'row', widths: known ? widths : [], cells: flow.cells });
    }
    flow.cells = [];
  }
  /** A table that ends without the end of its row. */
  function endTable(flow: Flow): void {
    if (flow.cell.length > 0) flow.cells.push({ blocks: flat(flow.cell) });
    flow.cell = [];
    if (flow.cells.length > 0) endRow(flow);
  }

  function enter(name: string): void {
    const wanted = destination(name, group.optional);
    const outer = group;
    group = { ...group, begun: true, name };
    if (wanted === null || outer.destination.do === 'remove') return;
    const isFlow = wanted.do === 'text' && (outer.destination.do === 'text' || outer.destination.do === 'picture');
    group = {
      ...group,
      destination: wanted,
      ...(isFlow && { flow: newFlow(wanted.kind), inTable: false, look: PLAIN }),
    };
  }
  function leave(): void {
    const { flow } = group;
    const outer = stack.pop()!;
    if (group.destination.do === 'picture' && outer.destination.do !== 'picture') endPicture(flow);
    if (flow !== outer.flow) {
      endParagraph();
      endTable(flow);
      if (flow.kind in BESIDE) beside.push(flow);
      else if (flow.kind === 'textbox') outer.flow.behind.push(...flow.blocks);
    }
    group = { ...outer };
  }

  function endPicture(flow: Flow): void {
    const { width, height, across, down } = picture;
    Object.assign(picture, { width: 0, height: 0, across: 100, down: 100 });
    const [shownWidth, shownHeight] = [width * across, height * down].map((each) => each / 100 / TWIPS_PER_POINT);
    if (shownWidth! > 0 && shownHeight! > 0) {
      flow.behind.push({ kind: 'picture', width: shownWidth!, height: shownHeight! });
    }
  }

  function word(name: string, value: number | null): void {
    if (!group.begun) enter(name);
    const { flow } = group;
    if (name === 'picwgoal') picture.width = value ?? 0;
    else if (name === 'pichgoal') picture.height = value ?? 0;
    else if (name === 'picscalex') picture.across = value ?? 100;
    else if (name === 'picscaley') picture.down = value ?? 100;
    if (group.name === 'colortbl') tableColor(name, value);
    else if (group.name === 'stylesheet' || stack.at(-1)?.name === 'stylesheet') {
      if (name === 's') style = value ?? 0;
    }
    if (group.destination.do !== 'text') return;
    if (name === 'par' || name === 'sect') endParagraph();
    else if (name === 'page') {
      endParagraph();
      flow.blocks.push({ kind: 'break', part: 'page' });
    } else if (name === 'cell') endCell();
    else if (name === 'nestcell' || name === 'nestrow') endParagraph();
    else if (name === 'row') endRow(flow);
    else if (name === 'trowd') edges = [];
    else if (name === 'cellx' && value !== null) edges.push(value);
    else if (name === 'intbl') group.inTable = value !== 0;
    else {
      if (name === 'pard') group.inTable = false;
      group.look = lookAfter(group.look, name, value, { colors, headings });
    }
  }
  function tableColor(name: string, value: number | null): void {
    if (name !== 'red' && name !== 'green' && name !== 'blue') return;
    color[name] = Math.max(0, Math.min(255, value ?? 0));
    color.isSet = true;
  }

  function characters(token: RtfToken, source: string): void {
    const { flow, look, destination: where, name } = group;
    if (where.do === 'text') {
      for (const stretch of reader.between(token.start, token.end)) flow.builder.addStretch(stretch, look.run);
    } else if (token.kind === 'text') table(source.slice(token.start, token.end), name);
    else if (token.kind === 'byte' && name === 'pntext') flow.marker ??= BULLET;
  }
  /** Characters of the tables before the text, and of numbers that programs write for those that count no lists. */
  function table(written: string, name: string): void {
    if (name === 'colortbl') {
      for (const sign of written) {
        if (sign !== ';') continue;
        const { red, green, blue, isSet } = color;
        colors.push(isSet ? [red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('') : null);
        Object.assign(color, { red: 0, green: 0, blue: 0, isSet: false });
      }
    } else if (stack.at(-1)?.name === 'stylesheet' || name === 'stylesheet') {
      const level = /\bheading ([1-6])\b/i.exec(written)?.[1];
      if (level !== undefined) headings.set(style, Number(level));
    } else if (name === 'pntext')
      group.flow.marker = /^[\dA-Za-z.()]{1,12}$/.test(written.trim()) ? written.trim() : BULLET;
  }

  return {
    take(token: RtfToken, source: string): 'end' | null {
      if (token.kind === 'open') {
        stack.push(group);
        group = { ...group, optional: false, begun: false };
      } else if (token.kind === 'close') {
        if (stack.length === 0) return 'end';
        leave();
        if (stack.length === 0) return 'end';
      } else if (token.kind === 'symbol' && token.name === '*') group = { ...group, optional: true };
      else {
        if (token.kind === 'word') word(token.name, token.value);
        else if (token.kind !== 'break') group = { ...group, begun: true };
        // Some words stand for a character.
        characters(token, source);
      }
      return null;
    },
    finish(): ViewBlock[] {
      const last = { ...group, flow: body, inTable: false };
      group = last;
      endParagraph();
      const blocks = [...body.blocks];
      for (const part of LAST) {
        const own = beside.filter(({ kind }) => BESIDE[kind] === part).flatMap((flow) => flow.blocks);
        if (own.length > 0) blocks.push({ kind: 'break', part }, ...own);
      }
      return blocks;
    },
  };
}
