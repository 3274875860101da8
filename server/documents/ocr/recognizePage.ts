import type { Language } from '../../contract/common.ts';
import { cutRows, tiltPage, turnPage, type GrayPage } from '../image/graymap.ts';
import { IDENTITY, multiply, type Matrix } from '../layout/matrix.ts';
import type { Engine, EnginePage } from './engine.ts';
import { skewOf } from './skew.ts';

export interface RecognizedPage extends EnginePage {
  /** The language the page was read in. */
  readonly language: Language;
  /** Where the places of the words lie on the page as it was handed over: it may have been turned and straightened for recognition. */
  readonly toPage: Matrix;
}

/** Model of the first look at a page of unknown language; its letters include those of English and most of the others. */
const FIRST_LOOK: Language = 'de';
/** Language of a page with too few words to tell. */
const FALLBACK: Language = 'de';

/** Tesseract reads lines that are tilted less than this as well as straight ones; half a degree. */
const LEAST_TILT = 0.0087;
/** Mean confidence below which the page may lie on its side or upside down; such pages give 0.2 to 0.45. */
const POOR = 0.55;

/** A picture lower than this is looked at whole: a third of it may be half a line. */
const LOW_INCHES = 4;

/** The rows of a page that most surely hold text. */
function middle(page: GrayPage): GrayPage {
  if (page.height < LOW_INCHES * page.dpi) return page;
  return cutRows(page, Math.floor(page.height * 0.25), Math.ceil(page.height * 0.6));
}

/**
 * Recognizes one page. A tilt is taken out first. Without a language, the middle of the page is read first and the language told from its words. A
 * page read with little confidence is looked at turned by 90, 180 and 270 degrees; the best reading is kept.
 */
export async function recognizePage(
  engine: Engine,
  page: GrayPage,
  language: Language | null,
  tellLanguage: () => Promise<(text: string) => Language | null>,
): Promise<RecognizedPage> {
  const upright = straightened({ page, toPage: IDENTITY });
  if (language !== null) return await bestReading(engine, page, upright, language);
  const look = await engine.recognize(middle(upright.page), FIRST_LOOK);
  const tell = await tellLanguage();
  const told = look.confidence >= POOR ? tell(look.text) : null;
  if (told !== null) return await bestReading(engine, page, upright, told);
  const whole = await bestReading(engine, page, upright, FALLBACK);
  const better = tell(whole.text);
  return better === null || better === FALLBACK ? whole : await bestReading(engine, page, upright, better);
}

/** A page made ready for recognition, with the way back to the page it was made from. */
interface Prepared {
  readonly page: GrayPage;
  readonly toPage: Matrix;
}

function straightened({ page, toPage }: Prepared): Prepared {
  const skew = skewOf(page);
  if (Math.abs(skew) < LEAST_TILT) return { page, toPage };
  const [cosine, sine] = [Math.cos(skew), Math.sin(skew)];
  const [x, y] = [(page.width - 1) / 2, (page.height - 1) / 2];
  const back: Matrix = [cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y];
  return { page: tiltPage(page, -skew), toPage: multiply(back, toPage) };
}

/** `page` turned clockwise. */
function turned(page: GrayPage, quarters: 1 | 2 | 3): Prepared {
  const { width, height } = page;
  const back: Record<typeof quarters, Matrix> = {
    1: [0, -1, 1, 0, 0, height],
    2: [-1, 0, 0, -1, width, height],
    3: [0, 1, -1, 0, width, 0],
  };
  return { page: turnPage(page, quarters), toPage: back[quarters] };
}

async function bestReading(
  engine: Engine,
  page: GrayPage,
  upright: Prepared,
  language: Language,
): Promise<RecognizedPage> {
  const read = async ({ page: picture, toPage }: Prepared): Promise<RecognizedPage> => ({
    ...(await engine.recognize(picture, language)),
    language,
    toPage,
  });
  const first = await read(upright);
  if (first.confidence >= POOR || isBlank(first)) return first;
  const quarters = await bestTurn(engine, page, language, first);
  if (quarters === null) return first;
  return better(first, await read(straightened(turned(page, quarters))));
}

async function bestTurn(
  engine: Engine,
  page: GrayPage,
  language: Language,
  upright: EnginePage,
): Promise<1 | 2 | 3 | null> {
  let best: { readonly quarters: 1 | 2 | 3; readonly confidence: number } | null = null;
  for (const quarters of [1, 2, 3] as const) {
    const look = await engine.recognize(middle(turnPage(page, quarters)), language);
    const limit = best?.confidence ?? upright.confidence + 0.1;
    if (!isBlank(look) && look.confidence > limit) best = { quarters, confidence: look.confidence };
  }
  return best?.quarters ?? null;
}

function better(a: RecognizedPage, b: RecognizedPage): RecognizedPage {
  return b.confidence > a.confidence && !isBlank(b) ? b : a;
}

function isBlank({ text }: EnginePage): boolean {
  return text.trim() === '';
}
