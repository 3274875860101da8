import { isLuhn } from '../shared/checkDigits.ts';
import type { PatternRule } from '../shared/patterns.ts';

const TOWN = "\\p{Lu}[\\p{L}'’.-]{1,20}(?:[ -]\\p{L}['’\\p{L}.-]{0,20}){0,3}";

/** Entries in registers of companies and associations. */
/** SIRET: the SIREN and the whole each with a Luhn check digit (Insee). */
const isSiret = (digits: string): boolean => isLuhn(digits.slice(0, 9)) && isLuhn(digits);

export const COMPANY_RULES: readonly PatternRule[] = [
  // Germany: Handels-, Genossenschafts-, Partnerschafts-, Vereins-, Gesellschaftsregister, with the court's letters behind.
  {
    category: 'companyregister',
    pattern:
      /(?:HR ?[AB]|GnR|PR|VR|GsR|GüR)[ \u00a0]?(?:Nr\.? ?)?(?:\d{1,3}[ \u00a0]\d{3}|\d{1,6})(?![\d])(?:[ \u00a0](?:B|[A-Z]{2,3})(?![\p{L}\p{N}]))?/gu,
    needs: 'shape',
    confidence: 0.9,
  },
  // Austria: Firmenbuchnummer with its check letter.
  {
    category: 'companyregister',
    pattern: /FN[ \u00a0]?(?:\d{4,6}|\d{2,3}[ \u00a0]\d{3})[ \u00a0]?[a-z]/g,
    needs: 'shape',
    confidence: 0.9,
  },
  // France: SIREN and SIRET (Luhn), and the register of a town.
  {
    category: 'companyregister',
    pattern: /\d{3}[ \u00a0]\d{3}[ \u00a0]\d{3}[ \u00a0]\d{5}/g,
    needs: 'shape',
    isValid: isLuhn,
  },
  { category: 'companyregister', pattern: /\d{14}|\d{9}[ \u00a0]\d{5}/g, needs: 'valid', isValid: isSiret },
  {
    category: 'companyregister',
    pattern: /\d{3}[ \u00a0.]?\d{3}[ \u00a0.]?\d{3}/g,
    needs: 'valid and context',
    isValid: isLuhn,
  },
  {
    category: 'companyregister',
    pattern: new RegExp(
      `R\\.?C\\.?S\\.?[ \\u00a0](?:de[ ])?${TOWN}[ \\u00a0](?:sous le n[°o] ?)?(?<number>(?:[A-D][ ])?\\d{3}[ \\u00a0.]?\\d{3}[ \\u00a0.]?\\d{3})`,
      'dgu',
    ),
    group: 'number',
    needs: 'shape',
    confidence: 0.95,
    priority: 75,
  },
  // Italy: Repertorio Economico Amministrativo, province and number.
  { category: 'companyregister', pattern: /[A-Z]{2}[ -–]{1,3}\d{5,7}/g, needs: 'context' },
  // Spain: entry of the Registro Mercantil.
  {
    category: 'companyregister',
    pattern:
      /(?:Tomo|T\.)[ ][\d.]{1,8},?[ ](?:general[ ])?(?:(?:Libro|L\.)[ ][\d.]{1,6},?[ ])?(?:(?:Sección|Secc?\.|S\.?)[ ][\dªº.]{1,5},?[ ])?(?:Folio|F\.?)[ ][\d.]{1,6},?[ ](?:(?:Sección|Secc?\.|S\.?)[ ][\dªº.]{1,5},?[ ])?(?:Hoja|H\.?)[ ](?:n\.?º[ ])?[A-Z]{0,2}[- ]{0,3}[\d.]{1,9}(?:,?[ ](?:Inscripción|Inscrip\.|Inscr\.|Insc\.|I\/?A?)[ ][\d.ªº]{1,6})?/gi,
    needs: 'shape',
    wholeWord: false,
    confidence: 0.95,
    priority: 75,
  },
  // United Kingdom: Companies House numbers with a prefix.
  { category: 'companyregister', pattern: /(?:OC|SC|NI|SO|FC|LP|SL|NC)\d{6}/g, needs: 'shape' },
  { category: 'companyregister', pattern: /\d{8}/g, needs: 'context' },
  { category: 'companyregister', pattern: /\d{2} \d{3} \d{3} \d{3}/g, needs: 'context' },
];
