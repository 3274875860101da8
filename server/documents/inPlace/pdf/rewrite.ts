import { collectRemaining, documentError, valuesRemain } from '../../failures.ts';
import type { Pdfium } from '../../pdf/pdfium.ts';
import { checkExpectedText } from '../expectedText.ts';
import type { LabelFont } from '../font/labelFont.ts';
import { unpackLayout } from '../recognition/layout.ts';
import type { RecognizedPicture, Recognizer } from '../recognition/types.ts';
import { createSweeper, type Sweeper } from '../sweep/createSweeper.ts';
import { distinctness } from '../sweep/patterns.ts';
import type {
  CleanedKind,
  ForbiddenValue,
  RemainingValue,
  RewriteRequest,
  RewriteResult,
  TextReplacement,
} from '../types.ts';
import { removeAnnotationsUnder } from './annotationsUnder.ts';
import { ownText, redrawAppearance, showsText } from './appearances.ts';
import { addTo, cleanObjects, type Tally } from './clean.ts';
import { UnsupportedContent } from './content/fonts.ts';
import { drawPageAnew } from './drawnPage.ts';
import { editPage, type PageEditor } from './editPage.ts';
import { createEmbeddedFont, type EmbeddedFont } from './embeddedFont.ts';
import { sweepFontPrograms } from './fontPrograms.ts';
import { hiddenLayers } from './layers.ts';
import { normalized, readModel, type PdfModel } from './model.ts';
import { annotationsOf, nameIn } from './pages.ts';
import { carryingNames, renameAll, sweepStrings } from './sweepObjects.ts';
import { writeDocument } from './syntax/document.ts';
import { applied, targetsOf, type PageTargets, type Targets } from './targets.ts';
import { leftInStreams, leftInText } from './valuesLeft.ts';

export interface PdfTools {
  readonly pdfium: Pdfium;
  readonly recognizer: Recognizer;
  readonly labels: LabelFont;
}

/** How far the work is after the reading and after the writing of a round; the rest is looking for what is left. */
const SHARES = Object.freeze({ read: 0.3, written: 0.7 });
/** The same where words were recognized before, or areas are drawn: such pages are drawn anew, which takes nearly all of the time. */
const SHARES_OF_SCANS = Object.freeze({ read: 0.03, written: 0.95 });
const sharesOf = (layout: RewriteRequest['layout'] | undefined, areas: RewriteRequest['areas'] | undefined) =>
  layout === undefined && (areas ?? []).length === 0 ? SHARES : SHARES_OF_SCANS;
/** Rounds of taking out what a first one has made visible, as where one text lies over another. */
const ROUNDS = 3;
/** How a document that was written here is read. */
const WRITTEN_HERE = Object.freeze({
  recognized: new Map<string, RecognizedPicture>(),
  most: Infinity,
});

/** Rewrites a PDF file, see `InPlaceFormat.rewrite`. */
export async function rewritePdf(tools: PdfTools, bytes: Uint8Array, request: RewriteRequest): Promise<RewriteResult> {
  const { purpose, forbidden, signal } = request;
  const tally: Tally = { cleaned: new Map(), removed: new Map() };
  const values = forbidden.map((entry) => ({ ...entry, value: flat(entry.value) }));
  const sweeper = createSweeper(values);
  const inFonts = createSweeper(fontValues(values));
  let source = normalized(tools.pdfium, bytes);
  let firstId = 1;
  let anew: ReadonlySet<number> = new Set();
  for (let round = 1; ; round += 1) {
    const state: Round = { sweeper, inFonts, tally, firstId, isFirst: round === 1, anew };
    const { output, replaced } = await readAndRewrite(tools, source, request, state);
    if (purpose === 'restore') return result(output, tally);
    signal.throwIfAborted();
    source = normalized(tools.pdfium, output);
    const left = await valuesLeft(tools, source, { sweeper, inFonts }, request);
    if (left.length === 0) return result(output, tally);
    // What belongs to no page, no round takes out.
    const isLost = left.some(({ page, reason }) => page === null && reason === 'data');
    if (round === ROUNDS || isLost) throw valuesRemain(left);
    anew = pagesToDraw(left, round + 1 === ROUNDS);
    firstId += replaced;
  }
}

/** Pages (from 0) that have to become pictures: what is no text goes with their content, and in the last round whatever still is. */
function pagesToDraw(left: readonly RemainingValue[], isLast: boolean): Set<number> {
  return new Set(left.flatMap(({ page, reason }) => (page !== null && (isLast || reason === 'data') ? page - 1 : [])));
}

/** One round. What was read ends with it: a document of a thousand pages takes hundreds of megabytes, and what was written is read next. */
async function readAndRewrite(
  tools: PdfTools,
  source: Uint8Array,
  request: RewriteRequest,
  round: Round,
): Promise<{ readonly output: Uint8Array; readonly replaced: number }> {
  const { layout, signal, purpose, onProgress } = request;
  const { isFirst, sweeper } = round;
  const onPage = (done: number) => onProgress?.(done * sharesOf(layout, request.areas).read);
  const reading = isFirst
    ? { ...request, recognized: layout === undefined ? null : unpackLayout(layout) }
    : { signal, ...WRITTEN_HERE };
  const model = await readModel(tools.pdfium, source, tools.recognizer, { ...reading, onPage });
  const { text } = model.placed;
  if (isFirst) checkExpectedText(text, request.expectedText);
  const wanted = isFirst ? request.replacements : [];
  const replacements = purpose === 'restore' ? wanted : sweeper.extend(flat(text), wanted);
  const order = { ...request, replacements, areas: isFirst ? (request.areas ?? []) : [] };
  return { output: await rewriteOnce(tools, model, order, round), replaced: replacements.length };
}

/** Where forbidden values still stand: in what can be read or, where there is nothing of that, in what cannot. */
async function valuesLeft(
  { pdfium, recognizer }: PdfTools,
  source: Uint8Array,
  { sweeper, inFonts }: Pick<Round, 'sweeper' | 'inFonts'>,
  request: RewriteRequest,
): Promise<RemainingValue[]> {
  const { signal, onProgress } = request;
  const { written } = sharesOf(request.layout, request.areas);
  const onPage = (done: number) => onProgress?.(written + done * (1 - written));
  const model = await readModel(pdfium, source, recognizer, { signal, onPage, ...WRITTEN_HERE });
  const readable = leftInText(model, sweeper.valuesInText(flat(model.placed.text)));
  return readable.length > 0 ? readable : leftInStreams(model.document, model.pages, sweeper, inFonts);
}

/** Values that can be nothing else, also without their spaces, which PostScript names have none of (Adobe Technical Note 5902); numbers are no names. */
function fontValues(values: readonly ForbiddenValue[]): ForbiddenValue[] {
  return values
    .filter(({ value }) => distinctness(value) === 'anywhere' && /\p{L}/u.test(value))
    .flatMap((entry) => [entry, { ...entry, value: entry.value.replace(/\s+/g, '') }])
    .filter(({ value }) => distinctness(value) === 'anywhere');
}

/** The text with line breaks and tabs as spaces; offsets stay. */
function flat(text: string): string {
  return text.replace(/[\n\t\r]/g, ' ');
}

interface Round {
  readonly sweeper: Sweeper;
  /** For names of fonts and for font programs. */
  readonly inFonts: Sweeper;
  readonly tally: Tally;
  readonly firstId: number;
  readonly isFirst: boolean;
  /** Pages (from 0) that become pictures, whatever is on them. */
  readonly anew: ReadonlySet<number>;
}

async function rewriteOnce(
  tools: PdfTools,
  model: PdfModel,
  { purpose, replacements, areas = [], layout, signal, onProgress }: RewriteRequest,
  { sweeper, inFonts, tally, firstId, isFirst, anew }: Round,
): Promise<Uint8Array> {
  const { document, pages } = model;
  const { read, written } = sharesOf(layout, areas);
  const targets = targetsOf(model, replacements, firstId);
  const font = createEmbeddedFont(document, tools.labels);
  const anonymizes = purpose === 'anonymize';
  const names = anonymizes ? carryingNames(document, sweeper, inFonts) : new Map<string, string>();
  writeSlots(targets, anonymizes ? tally : null);
  if (anonymizes && isFirst) {
    addTo(tally.removed, 'image_text', model.patterns.coverUnseen());
  }
  const editor: PageEditor = {
    ...tools,
    // Pages that become pictures must not show what cells have lost.
    model: model.cells.isWritten() || model.patterns.isWritten() ? { ...model, bytes: writeDocument(document) } : model,
    font,
    purpose,
    look: { recognizer: tools.recognizer, signal },
    hides: hiddenLayers(document),
    renames: (name) => names.get(name) ?? null,
  };
  if (anonymizes) countWords(targets, tally);
  const remaining = collectRemaining();
  for (let index = 0; index < pages.length; index += 1) {
    signal.throwIfAborted();
    const ownAreas = areas.filter(({ page }) => page === index + 1);
    const order = { areas: ownAreas, anew: anew.has(index) };
    await remaining.on(() => rewritePage(editor, index, targets.pages.get(index), replacements, order));
    if (anonymizes && ownAreas.length > 0) {
      const removed = removeAnnotationsUnder(document, pages[index]!, ownAreas, model.facts[index]!.toUser);
      addTo(tally.cleaned, 'annotation', removed);
    }
    onProgress?.(read + ((index + 1) / pages.length) * (written - read), index + 1);
  }
  remaining.check();
  redrawAppearances(model, font);
  if (anonymizes) {
    cleanObjects(document, pages, tally);
    renameAll(document, names);
    sweepStrings(document, sweeper);
    addTo(tally.cleaned, 'properties', sweepFontPrograms(document, inFonts));
  }
  font.finish();
  return writeDocument(document);
}

/** Throws UNREADABLE_FILE where originals go back into content that cannot be followed. */
async function rewritePage(
  editor: PageEditor,
  index: number,
  targets: PageTargets | undefined,
  replacements: readonly TextReplacement[],
  { areas, anew }: { readonly areas: RewriteRequest['areas'] & object; readonly anew: boolean },
): Promise<void> {
  const { model, purpose } = editor;
  if (purpose === 'restore' && targets === undefined) return;
  const { recognize, scanned } = model.facts[index]!;
  const draw = () => drawPageAnew(editor, index, targets, replacements, areas);
  const isPicture = targets !== undefined && (targets.recognized || recognize || (scanned && targets.invisible));
  if (purpose === 'anonymize' && (anew || areas.length > 0 || isPicture)) {
    await draw();
    return;
  }
  try {
    await editPage(editor, index, targets);
  } catch (error) {
    if (!(error instanceof UnsupportedContent)) throw error;
    // Pixels cannot give back what was there before.
    if (purpose === 'restore') throw documentError('UNREADABLE_FILE', error);
    await draw();
  }
}

function writeSlots({ slots }: Targets, tally: Tally | null): void {
  const kinds: Record<string, CleanedKind> = {
    annotation: 'annotation',
    form_value: 'form_value',
    link: 'link',
    properties: 'properties',
    hidden_content: 'hidden_content',
    image_text: 'image_text',
  };
  for (const [slot, edits] of slots) {
    slot.write(applied(slot.text, edits));
    if (tally !== null) addTo(tally.cleaned, kinds[slot.kind]!, 1);
  }
}

/** Values that were found in pixels. */
function countWords({ pages }: Targets, { cleaned }: Tally): void {
  for (const { marks } of pages.values()) {
    const values = new Set(marks.filter(({ turn }) => turn === undefined).map(({ id }) => id)).size;
    addTo(cleaned, 'image_text', values);
  }
}

/** Annotations whose text has changed show it. */
function redrawAppearances({ document, pages, slots, drawn }: PdfModel, font: EmbeddedFont): void {
  for (const page of pages) {
    for (const annotation of annotationsOf(document, page)) {
      const own = drawn.texts.get(annotation);
      const type = nameIn(document, annotation, 'Subtype');
      const isShown = showsText(document, annotation) || type === 'FreeText';
      if (own !== undefined) redrawAppearance(document, annotation, own, font);
      else if (slots.written.has(annotation) && isShown)
        redrawAppearance(document, annotation, ownText(document, annotation), font);
    }
  }
}

function result(bytes: Uint8Array, { cleaned, removed }: Tally): RewriteResult {
  const list = (counts: ReadonlyMap<CleanedKind, number>) => [...counts].map(([kind, count]) => ({ kind, count }));
  return { bytes, cleaned: list(cleaned), removed: list(removed) };
}
