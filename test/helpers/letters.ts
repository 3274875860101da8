import { randomNumbers } from './random.ts';
import type { Language } from '../../server/contract/common.ts';

/** A fictional letter and the values in it that must be masked. */
export interface Letter {
  readonly language: Language;
  readonly text: string;
  readonly values: readonly string[];
}

const GIVEN = [
  'Henrike',
  'Tobias',
  'Chloé',
  'Bastien',
  'Lucía',
  'Álvaro',
  'Ginevra',
  'Matteo',
  'Imogen',
  'Callum',
  'Elif',
  'Paweł',
];
const SURNAMES = [
  'Wackernagel',
  'Öztürk',
  'Delacourt',
  'Lemaître',
  'Echevarría',
  'Quintanilla',
  'Bevilacqua',
  'Tagliaferri',
  'Haverstock',
  'Pemberton',
];
const FIRMS = [
  'Wackernagel Metallbau GmbH',
  'Lemaître Conseil SARL',
  'Quintanilla Hermanos S.L.',
  'Bevilacqua Tessuti S.r.l.',
  'Pemberton Joinery Ltd',
];
const TOWNS = {
  de: '37073 Göttingen',
  en: 'Leeds LS2 8BH',
  fr: '69003 Lyon',
  es: '41001 Sevilla',
  it: '40121 Bologna',
};
const STREETS = {
  de: 'Ahornweg 17',
  en: '48 Mill Lane',
  fr: '12 rue des Tilleuls',
  es: 'Calle Mayor 23',
  it: 'Via Roma 8',
};

/** Facts of one letter; each is a value that must not show in the anonymized text. */
interface Facts {
  readonly given: string;
  readonly surname: string;
  readonly firm: string;
  readonly email: string;
  readonly iban: string;
  readonly street: string;
  readonly town: string;
}

const TEMPLATES: Readonly<Record<Language, (facts: Facts) => string>> = {
  de: (f) => `${f.firm}
${f.street}
${f.town}

Sehr geehrte Frau ${f.surname},

vielen Dank für Ihr Schreiben vom 3. März. Frau ${f.given} ${f.surname} hat den Vertrag unterzeichnet und bittet um Auszahlung auf das Konto ${f.iban}. Rückfragen richten Sie bitte an ${f.email}.

Die Unterlagen haben wir geprüft. Der Mangel wurde am Montag behoben, die Rechnung liegt bei. Sollten Sie bis zum Ende des Monats nichts von uns hören, gilt die Sache als erledigt.

Mit freundlichen Grüßen
${f.given} ${f.surname}
`,
  en: (f) => `${f.firm}
${f.street}
${f.town}

Dear Ms ${f.surname},

Thank you for your letter of 3 March. Ms ${f.given} ${f.surname} has signed the agreement and asks for payment to the account ${f.iban}. Please send any questions to ${f.email}.

We have checked the documents. The defect was repaired on Monday and the invoice is enclosed. If you do not hear from us by the end of the month, the matter is closed.

Yours sincerely
${f.given} ${f.surname}
`,
  fr: (f) => `${f.firm}
${f.street}
${f.town}

Madame ${f.surname},

Nous vous remercions de votre lettre du 3 mars. Madame ${f.given} ${f.surname} a signé le contrat et demande le versement sur le compte ${f.iban}. Pour toute question, écrivez à ${f.email}.

Nous avons examiné les documents. Le défaut a été réparé lundi, la facture est jointe. Sans nouvelles de notre part avant la fin du mois, le dossier sera clos.

Cordialement
${f.given} ${f.surname}
`,
  es: (f) => `${f.firm}
${f.street}
${f.town}

Estimada Sra. ${f.surname}:

Gracias por su carta del 3 de marzo. Doña ${f.given} ${f.surname} ha firmado el contrato y solicita el pago en la cuenta ${f.iban}. Para cualquier consulta escriba a ${f.email}.

Hemos revisado los documentos. El defecto se reparó el lunes y adjuntamos la factura. Si no recibe noticias nuestras antes de fin de mes, el asunto quedará cerrado.

Un cordial saludo
${f.given} ${f.surname}
`,
  it: (f) => `${f.firm}
${f.street}
${f.town}

Gentile Sig.ra ${f.surname},

La ringraziamo per la Sua lettera del 3 marzo. La signora ${f.given} ${f.surname} ha firmato il contratto e chiede il pagamento sul conto ${f.iban}. Per domande scriva a ${f.email}.

Abbiamo verificato i documenti. Il difetto è stato riparato lunedì e la fattura è allegata. Se non riceverà nostre notizie entro la fine del mese, la pratica sarà chiusa.

Cordiali saluti
${f.given} ${f.surname}
`,
};

/** Check digits of an IBAN (ISO 13616-1, ISO 7064 MOD 97-10) for a German account. */
function germanIban(account: string): string {
  const digits = `${account}131400`;
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `DE${String(98 - rest).padStart(2, '0')}${account}`;
}

/** Makes a letter; the same language and seed give the same letter, different seeds mostly different people. */
export function makeLetter(language: Language, seed: number): Letter {
  const random = randomNumbers(seed * 5 + language.charCodeAt(0));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const account = Array.from({ length: 18 }, () => Math.floor(random() * 10)).join('');
  const facts: Facts = {
    given: pick(GIVEN),
    surname: pick(SURNAMES),
    firm: pick(FIRMS),
    email: `kontakt.${String(seed)}@buero-${String(Math.floor(random() * 1000))}.example`,
    iban: germanIban(account),
    street: STREETS[language],
    town: TOWNS[language],
  };
  return { language, text: TEMPLATES[language](facts), values: Object.values(facts) };
}
