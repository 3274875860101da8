import { fold } from '../../characters.ts';
import type { Language } from '../../../contract/common.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));

/**
 * First words of names of private organizations beside those of the vocabulary. The vocabulary is part of what the trained tagger reads, so that a word added there would change
 * its features; these are for the rules alone.
 */
export const FURTHER_KINDS: Readonly<Record<Language, ReadonlySet<string>>> = Object.freeze({
  de: words(
    'schule wohngruppe wohnstätte seniorenzentrum seniorenstift seniorenhaus pflegezentrum sozialwerk geburtshaus hebammenpraxis tagesklinik fachklinik rehaklinik rehazentrum gesundheitszentrum therapiezentrum kneipe biergarten weinstube gilde zunft landjugend ortsgruppe ortsverein erbengemeinschaft eigentümergemeinschaft wohnungsgenossenschaft baugenossenschaft jagdgenossenschaft campingplatz jugendherberge ferienhof tanzstudio dachtechnik werft weltladen dorfladen schreibwaren raumausstattung stuckateur',
  ),
  en: words('preschool cattery kennels ballet scouts brownies'),
  fr: words(
    'sté papeterie coiffure horlogerie pépinière caves snack imagerie couvertures toiture foncière earl cuma bétons granulats carrières enrobés charpentes stores vérandas piscines',
  ),
  es: words(
    'asoc ute charcutería escoleta ikastola cortijo yesos escayolas cubiertas pavimentos hormigones áridos montajes eléctrica ascensores calzados deportes excavaciones cerrajería cristalería persianas toldos climatizaciones fincas',
  ),
  it: words(
    'coop oreficeria orologeria tabaccheria colorificio elettromeccanica locanda traslochi ceramiche infissi serramenti legnami pavimenti tendaggi',
  ),
});
