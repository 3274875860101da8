import type { Language } from '../../contract/common.ts';
import { cutRows, type GrayPage } from '../image/graymap.ts';
import type { Matrix } from '../layout/matrix.ts';
import type { Engine, EnginePage } from './engine.ts';
import { inkShadeOf } from './ink.ts';
import { preparePage, type PreparedPage, type Quarters } from './preparePage.ts';
import { withSmallPrint } from './smallPrint.ts';
import { richestRows } from './strokes.ts';

export interface RecognizedPage extends EnginePage {
  /** The language the page was read in. */
  readonly language: Language;
  /** Where the places of the words lie on the page as it was handed over, see `PreparedPage`. */
  readonly toPage: Matrix;
}

/** Model of the first look at a page of unknown language; its letters include those of English and most of the others. */
const FIRST_LOOK: Language = 'de';
/** Language of a page with too few words to tell. */
const FALLBACK: Language = 'de';

/** Mean confidence below which the page may lie on its side or upside down; such pages give 0.2 to 0.45. */
const POOR = 0.55;

/** A picture lower than this is looked at whole: a third of it may be half a line. */
const LOW_INCHES = 4;

/** Four lines of 12 points, one more at most: enough to tell a language by. */
const LOOK_INCHES = 0.7;

/** A few lines of the page, from where it has most text. */
function fewLines(page: GrayPage): GrayPage {
  const { from, to } = richestRows(page, inkShadeOf(page), Math.ceil(LOOK_INCHES * page.dpi));
  return cutRows(page, from, to);
}

/** The rows of a page that most surely hold text. */
function middle(page: GrayPage): GrayPage {
  if (page.height < LOW_INCHES * page.dpi) return page;
  return cutRows(page, Math.floor(page.height * 0.25), Math.ceil(page.height * 0.6));
}

/**
 * Recognizes one page. It is prepared first, see `preparePage`. Without a language, a few lines of the page are read first and the language told from their words. A
 * page read with little confidence is looked at turned by 90, 180 and 270 degrees; the best reading is kept. What it left out is read once more by itself.
 */
export async function recognizePage(
  engine: Engine,
  page: GrayPage,
  language: Language | null,
  tellLanguage: () => Promise<(text: string) => Language | null>,
): Promise<RecognizedPage> {
  const upright = preparePage(page, 0);
  if (language !== null) return await bestReading(engine, page, upright, language);
  const look = await engine.recognize(fewLines(upright.page), FIRST_LOOK);
  const tell = await tellLanguage();
  const told = look.confidence >= POOR ? tell(look.text) : null;
  if (told !== null) return await bestReading(engine, page, upright, told);
  const whole = await bestReading(engine, page, upright, FALLBACK);
  const better = tell(whole.text);
  return better === null || better === FALLBACK ? whole : await bestReading(engine, page, upright, better);
}

async function bestReading(
  engine: Engine,
  page: GrayPage,
  upright: PreparedPage,
  language: Language,
): Promise<RecognizedPage> {
  const read = async (prepared: PreparedPage): Promise<Reading> => ({
    prepared,
    read: await engine.recognize(prepared.page, language),
  });
  const first = await read(upright);
  const isEnough = first.read.confidence >= POOR || isBlank(first.read);
  const turned = isEnough ? null : await bestTurn(engine, page, language, first.read);
  const best = turned === null ? first : better(first, await read(turned));
  const whole = await withSmallPrint(engine, best.prepared, best.read, language);
  return { ...whole, language, toPage: best.prepared.toPage };
}

/** What was read, and of which picture of the page. */
interface Reading {
  readonly prepared: PreparedPage;
  readonly read: EnginePage;
}

async function bestTurn(
  engine: Engine,
  page: GrayPage,
  language: Language,
  upright: EnginePage,
): Promise<PreparedPage | null> {
  let best: { readonly turned: PreparedPage; readonly confidence: number } | null = null;
  for (const quarters of [1, 2, 3] satisfies Quarters[]) {
    const turned = preparePage(page, quarters);
    const look = await engine.recognize(middle(turned.page), language);
    const limit = best?.confidence ?? upright.confidence + 0.1;
    if (!isBlank(look) && look.confidence > limit) best = { turned, confidence: look.confidence };
  }
  return best?.turned ?? null;
}

function better(a: Reading, b: Reading): Reading {
  return b.read.confidence > a.read.confidence && !isBlank(b.read) ? b : a;
}

function isBlank({ text }: EnginePage): boolean {
  return text.trim() === '';
}
