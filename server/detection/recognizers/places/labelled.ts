import type { Candidate } from '../../recognizer.ts';

/** Labels of a field that holds a postal address, with what stands between label and value. */
const LABEL =
  /(?<![\p{L}\p{N}-])(?:anschrift|wohnanschrift|wohnadresse|lieferadresse|rechnungsadresse|privatadresse|adresse(?:[ ](?:postale|privée|du[ ]bien))?|adr\.|straße|domicile|siège(?:[ ]social)?|domicilio(?:[ ](?:fiscal|social|particular|para[ ]envíos))?|dirección(?:[ ]postal)?|ubicación|indirizzo(?:[ ]di[ ](?:residenza|consegna|spedizione))?|residenza(?:[ ]dichiarata)?|sede(?:[ ](?:legale|operativa|social))?|(?:home|postal|risk|delivery|billing|property|site|mailing|forwarding)?[ ]?addr(?:ess|\.)|residence|registered[ ]office)[ ]?(?::|\.{3,}|…{2,}|[ ]{3,})[ ]{0,20}/giu;
const VALUE_MAX = 110;
/** What ends the value: columns, other fields, the end of the sentence. */
const END =
  /\t|[ ]{2,}|[;|()<>]|[ ][–—·|-][ ]|,?[ ](?:tel|tél|tlf|cel|móvil|mobil|phone|cell|fax|mail|e-mail|email|correo|c\.?f|p\.?iva|nif|dni|geb|born|né|née)\b|(?<=\p{L}{4}|\d)\.(?:[ ]|$)/iu;
/** Two words with a capital, or a capital and a digit. */
const PLAUSIBLE =
  /^["“„«]?(?=[\p{Lu}\d])(?=.*\p{L}{3})(?:(?=.*\p{Lu})(?=.*\d)|.*\p{Lu}\p{L}+[ ,]+(?:\p{L}+[ ,]+)*\p{Lu}\p{L}+)/u;

/** Values of fields labelled as address, for the forms that no street name tells. Linear: the labels bound each search. */
export function* findLabelledAddresses(text: string): Generator<Candidate> {
  for (const { 0: label, index } of text.matchAll(LABEL)) {
    const start = index + label.length;
    const line = /^[^\r\n]{0,110}/.exec(text.slice(start, start + VALUE_MAX))![0];
    const value = line.slice(0, END.exec(line)?.index ?? line.length).replace(/(?<![\s,.:])[\s,.:]+$/u, '');
    if (value.includes('@') || value.includes('://') || !PLAUSIBLE.test(value)) continue;
    yield {
      start,
      end: start + value.length,
      category: 'address',
      confidence: /\d/.test(value) ? 0.75 : 0.6,
      sources: ['places:label'],
      priority: 41,
    };
  }
}
