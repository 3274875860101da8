import type { Language } from '../../contract/languages.ts';
import { fold } from '../characters.ts';
import { SHAPE, type Lexicon, type LexiconSource } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));
/** Parts of an office; in English at the end, elsewhere at the beginning of what they are called. */
const DEPARTMENTS: Readonly<Record<Language, ReadonlySet<string>>> = Object.freeze({
  de: words(
    'abteilung referat dezernat fachbereich sachgebiet stabsstelle kundenservice kundendienst kundenbetreuung schadenservice schadenabteilung leistungsabteilung kündigungsabteilung personalabteilung rechtsabteilung buchhaltung rechnungswesen poststelle mahnabteilung',
  ),
  en: words(
    'department dept directorate division unit ward office team desk section committee line account supervision',
  ),
  fr: words(
    'service services direction département pôle bureau cellule comité commission fonds régime équipe gestion secrétariat division',
  ),
  es: words(
    'servicio dirección departamento área unidad sección comité comisión fondo gestión secretaría negociado gerencia subdirección',
  ),
  it: words(
    'direzione reparto servizio dipartimento area unità comitato commissione fondo gestione segreteria settore divisione',
  ),
});
/** Centres that are parts of an office: "Centre de gestion", "Centro de Salud", "Centro assistenza". */
const CENTRE =
  /^(?:centre[ ]de[ ](?:gestion|services?|relations?|traitement|contacts?|paiement|santé)|centro[ ](?:de[ ]salud|de[ ]servicios|de[ ]atención|assistenza|servizi))$/iu;
/** Strength from which a word is an everyday one, and from which a list knows it as a name of persons. */
const EVERYDAY = 3;
const KNOWN = 4;
const NAME_WORDS_MAX = 7;
const MADE_OF_LINES = 'document:above-address';

/**
 * Takes back organizations that are parts of an office, named by everyday words alone: "Service Sinistres", "Direzione Risorse Umane", "Acute Medical Unit". A word that no list
 * knows, or knows as a name, keeps all of them: "Service Kowalke", "Servicios Campos". The strict level keeps all.
 */
export function createDepartmentsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find) => find.category !== 'organization' || !isByLooks(find) || !isDepartment(view, lexicon, find),
    );
  });
}

const isByLooks = (find: Candidate): boolean =>
  restsOnLooksOrKinds({ ...find, sources: find.sources.filter((source) => source !== MADE_OF_LINES) });

function isDepartment(view: TextView, lexicon: Lexicon, { start, end }: Candidate): boolean {
  if (CENTRE.test(view.text.slice(start, end))) return true;
  const { tokens, common, given, surname } = lexicon;
  const kinds = DEPARTMENTS[view.language];
  const first = view.tokenAt(start);
  const last = view.tokenAt(end - 1);
  const kind = view.language === 'en' ? last : first;
  if (last - first >= NAME_WORDS_MAX || !kinds.has(view.folded[kind]!)) return false;
  for (let at = first; at <= last; at += 1) {
    if (tokens[at]!.kind !== 'word') return false;
    if (at === kind || lexicon.shape[at] === SHAPE.small || lexicon.has(at, ROLE.conjunction)) continue;
    if (common[at]! < EVERYDAY || given[at]! >= KNOWN || surname[at]! >= KNOWN) return false;
  }
  return true;
}
