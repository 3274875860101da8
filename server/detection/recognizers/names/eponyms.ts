import { fold } from '../../characters.ts';
import type { Lexicon } from '../../gazetteers/lexicon.ts';
import type { Unit } from './units.ts';

/** Words after which a name is that of a disease, a law, a method or a unit, not of a person in the text. */
const HEADS = new Set(
  'morbus syndrom syndrome sindrome síndrome maladie enfermedad malattia morbo disease krankheit tiroidite thyreoiditis methode méthode metodo método test nach skala échelle score escala scala index indice índice zeichen signe signo segno gesetz loi ley legge theorem théorème teorema effekt effet efecto effetto fraktur fracture fractura frattura lehre constante ley diagramma diagrama diagramm critères criterios criteri kriterien principe principio prinzip manovra maniobra manœuvre manöver ciclo cycle zyklus navaja rasoio rasoir corps cuerpos regla règle regola regel technique technik técnica tecnica klemme haken drainage zange attelle llave tornillo rosca chiave vite sapin modelo modell modèle modello model typ tipo type marke marca marque logiciel software produkt producto produit prodotto sala salle saal raum room carte tarjeta tarif tarifa tariffa robot drohne buque barco schiff navire rose rosa uva vino vin wein birne kartoffel kurve curve courbe curva regime diät dieta mal fièvre fiebre febbre paralysie parálisis maniobras'
    .split(' ')
    .map(fold),
);
/** Names that in office text nearly always mean the disease, unit or method. */
const NAMES = new Set(
  'parkinson alzheimer crohn hashimoto basedow bechterew dupuytren sudeck raynaud hodgkin cushing addison asperger tourette ménière meniere scheuermann perthes glasgow apgar barthel braden tinetti romberg charlson holter virchow lasègue lasegue babinski hertz volt watt ampere newton pascal celsius fahrenheit kelvin ohm joule becquerel röntgen bluetooth diesel excel word outlook windows teams zoom google linux android'
    .split(' ')
    .map(fold),
);

/** True when a single capitalised word is the name of a disease, unit or method. */
export function isEponym(lexicon: Lexicon, unit: Unit): boolean {
  if (unit.first !== unit.last) return false;
  const { tokens } = lexicon;
  if (NAMES.has(fold(tokens[unit.head]!.text))) return true;
  // "Morbus Crohn", "maladie de Parkinson", "morbo di Basedow"
  for (const back of [1, 2]) {
    const word = tokens[unit.first - back];
    if (
      word?.kind === 'word' &&
      HEADS.has(fold(word.text)) &&
      (back === 1 || tokens[unit.first - 1]!.text.length <= 3)
    ) {
      return word.text.toLowerCase() !== 'nach' && word.text.toLowerCase() !== 'test';
    }
  }
  return false;
}
