import { nameText, numberText, packedStream, type PdfDocument } from '../syntax/document.ts';
import { isDict, isKind, type PdfDict, type PdfRef, type PdfStream, type PdfValue } from '../syntax/values.ts';
import { numberOf, readFont, UnsupportedContent, type FontMetrics } from './fonts.ts';
import { apply, IDENTITY, multiply, type Matrix } from '../../../layout/matrix.ts';
import { holdsText, matrixOf, number, renamedOperation } from './operands.ts';
import type { Operation } from './operations.ts';
import { contentOfForm, readableOperations } from './readable.ts';

/** A character as it is shown, in the user space of the page. */
export interface ShownGlyph {
  /** Where its baseline begins. */
  readonly x: number;
  readonly y: number;
  /** Middle of its advance, a third of the font size above the baseline. */
  readonly centerX: number;
  readonly centerY: number;
  /** Font size on the page. */
  readonly size: number;
  /** Number of the block drawn for a replacement that it belongs to; null elsewhere. */
  readonly block: number | null;
}

/** What to take out of the content of a page. */
export interface ContentEdits {
  dropsGlyph(glyph: ShownGlyph): boolean;
  /** Whether content of this optional-content group or membership is not to be seen. */
  hides(group: PdfValue): boolean;
  /** What stands in for a picture that is drawn at `place` (the unit square is mapped by it); null leaves it. */
  replacesImage(image: PdfDict, place: Matrix): PdfRef | null;
  /** Whether a block that was drawn for a replacement earlier goes, by its number and what was noted with it. */
  dropsBlock(id: number, notes: PdfDict): boolean;
  /** Names that carry values, with those that stand in. */
  renames(name: string): string | null;
  /** False where no glyph goes: text is then not followed, and fonts that cannot be followed do no harm. */
  readonly followsText: boolean;
  /** Whether marked-content texts and comments are taken out. */
  readonly cleans: boolean;
}

export interface EditedContent {
  readonly bytes: Uint8Array;
  /** Those of before, or a copy with what the edited content needs. */
  readonly resources: PdfDict;
  readonly changed: boolean;
  /** Graphics states that the content saves and never restores. */
  readonly openStates: number;
  /** Graphics states that it restores and never saved. */
  readonly missingStates: number;
}

/** Tag of the marked content around what was drawn for a replacement. */
export const BLOCK_TAG = 'DecknameReplacement';

/** Operations of a page, those of its forms counted every time they are drawn: a map has some hundred thousand. */
const OPERATIONS = 3_000_000;
/** Forms in forms. */
const DEPTH = 16;

/**
 * Takes things out of a content stream and of the forms it draws, and leaves every other byte as it is: shown text moves on over a gap as wide as
 * what is gone. Throws UnsupportedContent where text cannot be followed.
 */
export function editContent(
  document: PdfDocument,
  bytes: Uint8Array,
  resources: PdfDict,
  edits: ContentEdits,
): EditedContent {
  const budget = { operations: OPERATIONS };
  const fonts = new Map<PdfDict, FontMetrics>();
  return createEditor({ document, edits, budget, fonts }, { resources, used: new Set() }, IDENTITY, 0)(bytes);
}

interface Surroundings {
  readonly document: PdfDocument;
  readonly edits: ContentEdits;
  readonly budget: { operations: number };
  readonly fonts: Map<PdfDict, FontMetrics>;
}

interface GraphicsState {
  readonly matrix: Matrix;
  readonly font: FontMetrics | null;
  readonly size: number;
  readonly characterSpace: number;
  readonly wordSpace: number;
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
}

interface Mark {
  readonly hidden: boolean;
  /** Where a block begins that goes as a whole; -1 for other marks. */
  readonly dropFrom: number;
  readonly block: number | null;
}

const PAINTS: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const PICTURES: ReadonlySet<string> = new Set(['Do', 'sh', 'BI']);

/** Resources, with the names of the pictures and forms that are drawn from them as they are. */
interface Supply {
  readonly resources: PdfDict;
  readonly used: Set<string>;
}

function createEditor(around: Surroundings, { resources, used }: Supply, start: Matrix, depth: number) {
  const { document, edits, budget, fonts } = around;
  let state: GraphicsState = {
    matrix: start,
    font: null,
    size: 0,
    characterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
  };
  const saved: GraphicsState[] = [];
  const marks: Mark[] = [];
  let hidden = 0;
  let dropping = 0;
  let missing = 0;
  let text = IDENTITY;
  let line = IDENTITY;
  const added = new Map<string, PdfRef>();

  const category = (key: string): PdfDict | null => document.dict(resources.get(key));
  const resource = (key: string, name: PdfValue | undefined): PdfValue | undefined =>
    isKind(name, 'name') ? category(key)?.get(name.name) : undefined;

  function fontOf(name: PdfValue | undefined): FontMetrics | null {
    return metricsOf(document.dict(resource('Font', name)));
  }
  function metricsOf(dict: PdfDict | null): FontMetrics | null {
    if (dict === null) return null;
    let metrics = fonts.get(dict);
    if (metrics === undefined) {
      metrics = readMetrics(document, dict);
      fonts.set(dict, metrics);
    }
    return metrics;
  }

  function moveLine(x: number, y: number): void {
    line = multiply([1, 0, 0, 1, x, y], line);
    text = line;
  }

  /** Follows shown text; returns the array that shows what stays, null when all of it stays. */
  function show(items: readonly PdfValue[]): string | null {
    const kept: (number[] | number)[] = [];
    let dropped = false;
    const advance = (distance: number) => {
      text = multiply([1, 0, 0, 1, distance, 0], text);
    };
    const { font, size, stretch, characterSpace, wordSpace, rise, matrix } = state;
    const block = marks.at(-1)?.block ?? null;
    const push = (code: Uint8Array) => {
      const last = kept.at(-1);
      if (Array.isArray(last)) last.push(...code);
      else kept.push([...code]);
    };
    const skip = (amount: number) => {
      const last = kept.at(-1);
      if (typeof last === 'number') kept[kept.length - 1] = last + amount;
      else kept.push(amount);
    };
    for (const item of items) {
      if (typeof item === 'number') {
        advance((-item / 1000) * size * stretch);
        skip(item);
      }
      if (!isKind(item, 'string') || font === null) continue;
      for (const { bytes, width, isSpace } of font.codes(item.bytes)) {
        const distance = (width * size + characterSpace + (isSpace ? wordSpace : 0)) * stretch;
        const page = multiply(text, matrix);
        const [x, y] = apply(page, 0, rise);
        const [centerX, centerY] = apply(page, (width * size * stretch) / 2, rise + size / 3);
        const scale = Math.hypot(page[2], page[3]) * Math.abs(size);
        if (edits.dropsGlyph({ x, y, centerX, centerY, size: scale, block }) || hidden > 0) {
          dropped = true;
          if (size * stretch !== 0) skip((-distance * 1000) / (size * stretch));
        } else push(bytes);
        advance(distance);
      }
    }
    if (!dropped) return null;
    const parts = kept.map((part) =>
      typeof part === 'number' ? numberText(part) : `<${Buffer.from(part).toString('hex')}>`,
    );
    return `[${parts.join(' ')}] TJ`;
  }

  function shown({ operator, operands }: Operation): string | null {
    if (operator === '"') {
      state = { ...state, wordSpace: number(operands[0]), characterSpace: number(operands[1]) };
    }
    if (operator === "'" || operator === '"') moveLine(0, -state.leading);
    const last = operands.at(-1);
    const array = show(Array.isArray(last) ? last : last === undefined ? [] : [last]);
    if (array === null) return null;
    if (operator === '"') return `${number(operands[0])} Tw ${number(operands[1])} Tc T* ${array}`;
    return operator === "'" ? `T* ${array}` : array;
  }

  function follow({ operator, operands }: Operation): void {
    const [a, b] = operands;
    switch (operator) {
      case 'q':
        saved.push(state);
        return;
      case 'Q':
        if (saved.length === 0) missing += 1;
        state = saved.pop() ?? state;
        return;
      case 'cm':
        state = { ...state, matrix: multiply(matrixOf(operands), state.matrix) };
        return;
      case 'BT':
        text = line = IDENTITY;
        return;
      case 'Tc':
        state = { ...state, characterSpace: number(a) };
        return;
      case 'Tw':
        state = { ...state, wordSpace: number(a) };
        return;
      case 'Tz':
        state = { ...state, stretch: number(a) / 100 };
        return;
      case 'TL':
        state = { ...state, leading: number(a) };
        return;
      case 'Ts':
        state = { ...state, rise: number(a) };
        return;
      case 'Tf':
        if (edits.followsText) state = { ...state, font: fontOf(a), size: number(b) };
        return;
      case 'gs': {
        // PDFium takes the size from there and not the font: the boxes of its letters would be others.
        if (edits.followsText && document.dict(resource('ExtGState', a))?.has('Font') === true)
          throw new UnsupportedContent('font');
        return;
      }
      case 'TD':
        state = { ...state, leading: -number(b) };
        moveLine(number(a), number(b));
        return;
      case 'Td':
        moveLine(number(a), number(b));
        return;
      case 'Tm':
        text = line = matrixOf(operands);
        return;
      case 'T*':
        moveLine(0, -state.leading);
        return;
    }
  }

  /** The properties of marked content, from the list itself or from the resources. */
  function propertiesOf(value: PdfValue | undefined): PdfValue {
    return isKind(value, 'name') ? (category('Properties')?.get(value.name) ?? null) : (value ?? null);
  }

  function begin({ operator, operands, start: at }: Operation): string | null {
    const [tag, list] = operands;
    const properties = operator === 'BDC' ? propertiesOf(list) : null;
    const name = isKind(tag, 'name') ? tag.name : '';
    const isHidden = name === 'OC' && edits.hides(properties);
    const dict = document.dict(properties);
    const block = name === BLOCK_TAG && dict !== null ? numberOf(document, dict.get('Id'), -1) : null;
    const drops = block !== null && edits.dropsBlock(block, dict!);
    marks.push({ hidden: isHidden, dropFrom: drops ? at : -1, block: block ?? marks.at(-1)?.block ?? null });
    if (isHidden) hidden += 1;
    if (drops) dropping += 1;
    if (!edits.cleans || !isDict(list ?? null) || name === BLOCK_TAG || !holdsText(list!)) return null;
    const mcid = dict?.get('MCID');
    return `${nameText(name)} <<${typeof mcid === 'number' ? `/MCID ${mcid}` : ''}>> BDC`;
  }

  function draw({ operands }: Operation): string | null {
    const name = operands[0];
    const reference = resource('XObject', name);
    const object = document.resolve(reference);
    if (!isKind(object, 'stream') || !isKind(name, 'name')) return null;
    if (edits.hides(object.dict.get('OC') ?? null)) return '';
    const subtype = document.resolve(object.dict.get('Subtype'));
    const replacement =
      isKind(subtype, 'name') && subtype.name === 'Image'
        ? edits.replacesImage(object.dict, state.matrix)
        : editForm(object);
    if (replacement === null) {
      used.add(name.name);
      return null;
    }
    const fresh = `Dn${added.size}x${replacement.id}`;
    added.set(fresh, replacement);
    return `/${fresh} Do`;
  }

  function editForm(form: PdfStream): PdfRef | null {
    if (depth >= DEPTH) throw new UnsupportedContent('depth');
    const own = document.dict(form.dict.get('Resources'));
    const supply = own === null ? { resources, used } : { resources: own, used: new Set<string>() };
    const matrix = document.resolve(form.dict.get('Matrix'));
    const place = Array.isArray(matrix) ? multiply(matrixOf(matrix), state.matrix) : state.matrix;
    const editor = createEditor(around, supply, place, depth + 1);
    const edited = editor(contentOfForm(document, form));
    if (!edited.changed) return null;
    return document.add(packedStream(edited.bytes, new Map(form.dict).set('Resources', edited.resources)));
  }

  /** What stands in for an operation; null leaves it. */
  function replacementFor(operation: Operation): string | null {
    const { operator } = operation;
    if (SHOWS.has(operator)) {
      if (edits.followsText) return shown(operation);
      return hidden > 0 ? '' : null;
    }
    if (operator === 'BDC' || operator === 'BMC') return begin(operation);
    if (hidden > 0 && PAINTS.has(operator)) return 'n';
    if (hidden > 0 && PICTURES.has(operator)) return '';
    if (operator === 'Do') return draw(operation);
    follow(operation);
    return null;
  }

  return (bytes: Uint8Array): EditedContent => {
    const parts: Uint8Array[] = [];
    let copied = 0;
    const splice = (from: number, to: number, replacement: string) => {
      parts.push(bytes.subarray(copied, from), Buffer.from(`\n${replacement}\n`, 'latin1'));
      copied = to;
    };
    for (const operation of readableOperations(bytes)) {
      budget.operations -= 1;
      if (budget.operations < 0) throw new UnsupportedContent('size');
      const { operator, start: from, end } = operation;
      if (operator === 'EMC') {
        const mark = marks.pop();
        if (mark?.hidden === true) hidden -= 1;
        if (mark !== undefined && mark.dropFrom >= 0) {
          dropping -= 1;
          if (dropping === 0) splice(mark.dropFrom, end, '');
        }
        continue;
      }
      const replacement = replacementFor(operation);
      if (dropping > 0) continue;
      if (replacement !== null) splice(from, end, replacement);
      else {
        const renamed = renamedOperation(bytes, operation, edits);
        if (renamed !== null) splice(from, end, renamed);
      }
    }
    const edited = parts.length > 0;
    parts.push(bytes.subarray(copied));
    const supplied =
      edits.cleans || added.size > 0 ? withObjects(document, resources, { added, used, edits }) : resources;
    return {
      bytes: edited ? new Uint8Array(Buffer.concat(parts)) : bytes,
      resources: supplied,
      changed: edited || supplied !== resources,
      openStates: saved.length,
      missingStates: missing,
    };
  };
}

function readMetrics(document: PdfDocument, dict: PdfDict): FontMetrics {
  try {
    return readFont(document, dict);
  } catch (error) {
    if (error instanceof RangeError) throw new UnsupportedContent('font');
    throw error;
  }
}

/** The resources with what was added, and without pictures and forms that nothing draws any more or ever drew: they may hold what must not stay. */
function withObjects(
  document: PdfDocument,
  resources: PdfDict,
  { added, used, edits }: { added: ReadonlyMap<string, PdfRef>; used: ReadonlySet<string>; edits: ContentEdits },
): PdfDict {
  const before = document.dict(resources.get('XObject')) ?? new Map<string, PdfValue>();
  const kept = [...before].filter(([name]) => !edits.cleans || used.has(name));
  if (kept.length === before.size && added.size === 0) return resources;
  return new Map(resources).set('XObject', new Map([...kept, ...added]));
}
