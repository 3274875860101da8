import type { Language } from '../../contract/common.ts';
import { cutRows, toGraymap, turnPage, type GrayPage } from '../image/graymap.ts';
import type { Engine, EnginePage } from './engine.ts';

export interface RecognizedPage extends EnginePage {
  /** The language the page was read in. */
  readonly language: Language;
}

/** Model of the first look at a page of unknown language; its letters include those of English and most of the others. */
const FIRST_LOOK: Language = 'de';
/** Language of a page with too few words to tell. */
const FALLBACK: Language = 'de';

/** Mean confidence below which a tilt is looked for; clean pages have more, and the search costs a fifth of the time. */
const GOOD = 0.9;
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
 * Recognizes one page. Without a language, the middle of the page is read first and the language told from its words. A page read with little
 * confidence is read again: without its tilt, and turned by 90, 180 and 270 degrees; the best reading is kept.
 */
export async function recognizePage(
  engine: Engine,
  page: GrayPage,
  language: Language | null,
  tellLanguage: () => Promise<(text: string) => Language | null>,
): Promise<RecognizedPage> {
  if (language !== null) return await bestReading(engine, page, language);
  const look = await readRows(engine, middle(page), FIRST_LOOK);
  const tell = await tellLanguage();
  const told = look.confidence >= POOR ? tell(look.text) : null;
  if (told !== null) return await bestReading(engine, page, told);
  const whole = await bestReading(engine, page, FALLBACK);
  const better = tell(whole.text);
  return better === null || better === FALLBACK ? whole : await bestReading(engine, page, better);
}

async function bestReading(engine: Engine, page: GrayPage, language: Language): Promise<RecognizedPage> {
  const read = async (candidate: GrayPage, deskew: boolean): Promise<RecognizedPage> => ({
    ...(await engine.recognize(toGraymap(candidate), { language, dpi: candidate.dpi, deskew })),
    language,
  });
  let best = await read(page, false);
  if (best.confidence >= GOOD || isBlank(best)) return best;
  if (best.confidence < POOR) {
    const turned = await bestTurn(engine, page, language, best);
    if (turned !== null) best = better(best, await read(turned, false));
    if (turned !== null && best.confidence >= GOOD) return best;
    return better(best, await read(turned ?? page, true));
  }
  return better(best, await read(page, true));
}

async function bestTurn(
  engine: Engine,
  page: GrayPage,
  language: Language,
  upright: EnginePage,
): Promise<GrayPage | null> {
  let best: { readonly page: GrayPage; readonly confidence: number } | null = null;
  for (const quarters of [1, 2, 3] as const) {
    const turned = turnPage(page, quarters);
    const look = await readRows(engine, middle(turned), language);
    const limit = best?.confidence ?? upright.confidence + 0.1;
    if (!isBlank(look) && look.confidence > limit) best = { page: turned, confidence: look.confidence };
  }
  return best?.page ?? null;
}

function readRows(engine: Engine, rows: GrayPage, language: Language): Promise<EnginePage> {
  return engine.recognize(toGraymap(rows), { language, dpi: rows.dpi });
}

function better(a: RecognizedPage, b: RecognizedPage): RecognizedPage {
  return b.confidence > a.confidence && !isBlank(b) ? b : a;
}

function isBlank({ text }: EnginePage): boolean {
  return text.trim() === '';
}
