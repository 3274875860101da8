import { categoriesThat } from '../../contract/categoryTable.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { followsLaw } from '../recognizers/shared/laws.ts';

const NUMBERED = categoriesThat(({ isFileNumber }) => isFileNumber === true);
/** Number and year of a law, which also look like a telephone number: "legge 313/2004", "L. 300/1970". */
const NUMBER_OF_YEAR = /^\d{1,4}\/(?:19|20)\d\d$/;
const ABBREVIATED_BEFORE = /(?<!\p{L})L\.[ ](?:n\.[ ]?)?$/u;
/** Trades by national classifications (NACE): "APE 0130Z", "ATECO 25.11". */
const TRADE = /^(?:APE|NAF|ATECO|CNAE|NACE|NOGA|ÖNACE)[ :.]/u;
const TRADE_BEFORE = /(?<!\p{L})(?:APE|NAF|ATECO|CNAE|NACE|NOGA|ÖNACE)(?:[ ](?:code|n°|n\.))?[ :.]{1,3}$/u;
/** Diseases by the classification of the WHO, whose Spanish and French names are those of identity cards as well: "CIE-10 G47.3". */
const DISEASE_BEFORE = /(?<!\p{L})(?:CI[EM]|ICD)[ -]?$/u;
const DISEASES = /^(?:9|10|11)(?!\d)/;
const REACH = 16;

/** Takes back numbers of laws, norms, books, trades and diseases that a model or a label holds for those of a customer, a case or a card. */
export function createLawsAreNoReferencesPass(): DocumentPass {
  return (view, winners) => winners.filter((find) => !isOfLaw(view, find) && !isClassified(view, find));
}

function isOfLaw(view: TextView, { category, sources, start, end }: Candidate): boolean {
  if (sources.some((source) => source.startsWith('label:'))) return false;
  if (NUMBERED.has(category) && followsLaw(view, start)) return true;
  if (category !== 'phone' && !NUMBERED.has(category)) return false;
  const isNumbered = NUMBER_OF_YEAR.test(view.text.slice(start, end));
  return isNumbered && (followsLaw(view, start) || ABBREVIATED_BEFORE.test(view.before(start, REACH)));
}

function isClassified(view: TextView, { category, start, end }: Candidate): boolean {
  const before = view.before(start, REACH);
  const written = view.text.slice(start, end);
  if (category === 'idcard') return DISEASE_BEFORE.test(before) && DISEASES.test(written);
  if (category !== 'reference' && category !== 'companyregister') return false;
  return TRADE.test(written) || TRADE_BEFORE.test(before);
}
