import type { Recognizer } from '../../recognizer.ts';
import { createCodeRecognizer } from './codes.ts';
import { createPatternRecognizer, type PatternRule } from '../shared/patterns.ts';

/** Register signs of German and Austrian courts and prosecutors (Aktenordnungen of the Länder; Geo in Austria). */
const REGISTER_SIGNS = [
  'O|C|S|T|U|W|F|K|L|M|N|E|B|H|X|P|R|A|Z|D',
  'Cs|Ds|Ls|Js|UJs|Qs|Ns|Ks|Gs|BGs|Ws|Ss|OWi|KLs|Kls|StR|StVK|BRs|VRs|Hs|Ps|Vs|Bs',
  'ZR|AZR|ABR|AZB|BvR|BvL|BvF|BvE|ZB|AR|ARs|SR|KR|BR|VR|XR|NB|WLw|Lw',
  'Ca|Sa|Ta|Ga|BV|BVGa|TaBV|SaGa|La|Ra|Sha|Oa|Ha',
  'UF|WF|UFH|AW|AR|OH|OE|SH|UH|IN|IK|IE|IZ|DR|GB|XIV|XVII|XVI|VI|IV|III|II|HRB|HRA|VA',
  'KS|KO|KG|AS|SO|RJ|KN|BK|ER|RA|EG|AL|SB|KA|VG|AY|VK|SF|VE|Hv|Cg|Cga|Cgs|Bl|Ob|ObA|Os|Nc|Fam|Pu|Ps|St|Bs|GSchG',
].join('|');

const YEAR = '(?:\\d{4}|\\d{2})';

const RULES: readonly PatternRule[] = [
  // Germany: "3 O 123/24", "12 C 45/23 (2)", "540 Js 1234/24", "XII ZR 5/20"; Austria: "3 Cg 12/24k".
  {
    category: 'casenumber',
    pattern: new RegExp(
      `(?:\\d{1,4}|[IVX]{1,5})[ \\u00a0](?:${REGISTER_SIGNS})(?:[ ]?\\([A-Za-z]{1,8}\\))?[ \\u00a0]\\d{1,6}[ ]?/[ ]?${YEAR}(?:[a-z]|[ ]?\\([0-9A-Za-z]{1,4}\\)|[ ](?:KLs|eA|PKH|[A-Z]{1,2}|[a-z])(?![\\p{L}\\p{N}]))?`,
      'gu',
    ),
    needs: 'shape',
    wholeWord: false,
    accept: (_value, view, start) => !/[\p{L}\p{N}]$/u.test(view.before(start, 1)),
    confidence: 0.9,
    priority: 68,
  },
  // German police and prosecutors: "540 Js 1234/24" above; "Js 1234/24", "ST/0123456/2024", "BY1234-005678-24/9".
  { category: 'casenumber', pattern: new RegExp(`(?:U?Js|VN|ST)[/ ]\\d{3,8}/${YEAR}`, 'g'), needs: 'shape' },
  { category: 'casenumber', pattern: /[A-Z]{2}\d{4}-\d{6}-\d{2}\/\d/g, needs: 'shape' },
  // European Case Law Identifier (OJ C 127, 2011).
  {
    category: 'casenumber',
    pattern: /ECLI:[A-Z]{2}:[A-Z0-9.]{1,7}:\d{4}:[A-Z0-9.]{1,25}/g,
    needs: 'shape',
    confidence: 0.95,
    priority: 75,
  },
  // France: Portalis and the general roll.
  {
    category: 'casenumber',
    pattern: /[A-Z]{4}-[A-Z]-[A-Z]-[A-Z0-9]{3}-[A-Z0-9]{3,4}|[A-Z0-9]{4}-[A-Z]-[A-Z0-9]{3}-[A-Z0-9]{3,5}/g,
    needs: 'shape',
    accept: (value) => /\d/.test(value) || value.split('-').length === 5,
  },
  {
    category: 'casenumber',
    pattern: /(?:N°[ ]?)?(?:RG|R\.G\.)[ ](?:n°[ ]?)?(?<value>[A-Z]{0,2}[ ]?\d{2,4}[/-]\d{4,6})/dg,
    group: 'value',
    needs: 'shape',
    confidence: 0.95,
    priority: 75,
  },
  // Italy: number and year before or behind the roll.
  {
    category: 'casenumber',
    pattern: /(?<value>\d{1,6}\/\d{2,4})[ ]{1,2}(?:R\.?[ ]?G\.?|RGNR|R\.G\.N\.R|RGE|Mod\.[ ]?\d{2})/dg,
    group: 'value',
    needs: 'shape',
    confidence: 0.95,
    priority: 75,
  },
  // A number and a year of a court: "1402/2024 del Juzgado de Primera Instancia", "44/23 vor dem Landgericht", "n. 318/24 presso il Tribunale".
  {
    category: 'casenumber',
    pattern:
      /(?<value>\d{1,6}\/(?:19|20)?\d\d(?:-\p{Lu}\d{0,2})?)[ ](?:del|de[ ]la|de[ ]l['’]|du|des|vom|beim|am|vor[ ]dem|of[ ]the|before[ ]the|in[ ]the|dell['’]|della|presso[ ](?:il|la)|davanti[ ](?:al|alla)|avanti[ ]il|devant[ ]le|ante[ ]el)[ ]?(?:Juzgado|Audiencia|Fiscalía|Tribunal\p{L}*|Corte|Cour|Procura|Giudice|Parquet|Conseil[ ]de[ ]prud|\p{Lu}?\p{Ll}{0,20}gerichts?|Staatsanwaltschaft|\p{Lu}\p{Ll}+[ ]Court|Court)(?!\p{L})/dgu,
    group: 'value',
    needs: 'shape',
    confidence: 0.9,
    priority: 68,
  },
  // Spain: NIG, 19 digits in groups.
  { category: 'casenumber', pattern: /\d{5}[.-]?\d{2}[.-]?\d[.-]?\d{4}[/.-]?\d{7}/g, needs: 'context' },
  // England, Wales and the United States.
  {
    category: 'casenumber',
    pattern: /[A-Z]{1,3}-(?:19|20)\d{2}-\d{6}|[A-HJ-NP-Z]\d{2}[A-Z]{2}\d{3}|\[\d{4}\] EW[HC][CA]/g,
    needs: 'shape',
    accept: (value) => !value.startsWith('['),
  },
  {
    category: 'casenumber',
    pattern:
      /\d{1,2}:\d{2}-(?:cv|cr|mc|md|bk|mj|ap)-\d{3,6}(?:-[A-Z]{1,4}){0,3}|(?:CV|CR|DR|FA|PR)\d{2}-\d{2}-\d{3,6}/g,
    needs: 'shape',
    confidence: 0.9,
    priority: 68,
  },
  // SEPA creditor identifier (EPC 262-08) and the Spanish supply point (CUPS).
  { category: 'reference', pattern: /[A-Z]{2}\d{2}[ ]?(?:[A-Z0-9]{3}|ZZZ)[ ]?0\d{10}/g, needs: 'shape' },
  {
    category: 'reference',
    pattern: /ES[ ]?(?:\d{4}[ ]?){4}[A-Z]{2}(?:[ ]?\d[A-Z])?/g,
    needs: 'shape',
    confidence: 0.85,
  },
  { category: 'reference', pattern: /\d{7}[A-Z]{2}\d{4}[A-Z]\d{4}[A-Z]{2}/g, needs: 'shape', confidence: 0.85 },
  // German supply point (Zählpunktbezeichnung, VDE-AR-N 4400) and the French one.
  { category: 'reference', pattern: /(?:DE|AT|CH)[ ]?\d{6,11}[A-Z0-9 ]{0,4}\d{12,20}/g, needs: 'shape' },
];

/** Numbers of courts and of other authorities that show by their form; those after a label are found by recognizers/labelled. */
export function createReferenceRecognizers(): readonly Recognizer[] {
  return [createPatternRecognizer('pattern:case', RULES), createCodeRecognizer()];
}
