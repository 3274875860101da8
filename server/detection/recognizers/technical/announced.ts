import type { PatternRule } from '../shared/patterns.ts';

/** What opens something, without codes that are numbers of the post, of goods or of laws. */
const KEY_WORD =
  "(?:(?:tür|tor|haus|alarm|zugangs|zutritts|tresor|schloss|schlüssel|safe)?(?:code|pin|kennwort|passwort)|(?:door|gate|alarm|entry|key|safe)[ ](?:code|safe)|passcode|password|pin|code|digicode|mot[ ]de[ ]passe|clé[ ]wi-?fi|clave|contraseña|código|codice|parola[ ]d['’]ordine)(?!\\p{L})(?![ ](?:postal|penal|civil|fiscal|iban|de[ ]barras|barres|pénal|du[ ]travail|a[ ]barre|fiscale|postale|civile|penale|della[ ]strada|word))";
/** What follows it of what is opened, in small letters: "de la puerta del garaje", "for the back gate". */
const OPENED = '(?:[ ](?:\\p{Ll}[\\p{Ll}.’\'-]{0,20}|«[^»\\n]{1,24}»|"[^"\\n]{1,24}"|„[^“\\n]{1,24}“)){0,7}?';
/** "pasa a ser", "lautet ab Montag", "has been changed to": what is said of a new one. */
const BECOMES =
  '(?:lautet(?:[ ](?:jetzt|nun|neu|künftig|ab[ ]\\p{L}+))?|ist[ ](?:jetzt|nun|neu|ab[ ]\\p{L}+)|(?:wurde|wird)[ ]auf|(?:is|was|has[ ]been|will[ ]be)[ ](?:now|(?:changed|reset|set)[ ]to)|(?:is[ ]to[ ]be[ ])?changed[ ]from|devient|passe[ ]à|(?:est|sera)[ ](?:désormais|maintenant)|pasa[ ]a[ ]ser|(?:es|será)[ ]ahora|cambia[ ]a|diventa|passa[ ]a|(?:è|sarà)[ ](?:ora|adesso)|became)';
/** Three figures or more, perhaps with a letter or a key of the keypad. */
const CODE =
  '(?<value>[\\p{Lu}]{0,2}\\d{3,8}[\\p{Lu}]{0,2}[#*]{0,2}|[#*]\\d{3,8})(?![\\p{L}\\p{N}]|[.,:/-]\\d|[ ]?(?:€|EUR|%|Euro|[ap]\\.?m\\b|Uhr))';

const rule = (between: string): PatternRule => ({
  category: 'secret',
  pattern: new RegExp(`(?<!\\p{L})${KEY_WORD}${OPENED}${between}${CODE}`, 'dgiu'),
  group: 'value',
  needs: 'shape',
  wholeWord: false,
  confidence: 0.8,
  priority: 58,
});

/**
 * Codes that a sentence announces at some distance from their word: "La clave del cuarto de contadores pasa a ser 1937", "il codice della cassetta, 3390, è noto".
 */
export const ANNOUNCED_RULES: readonly PatternRule[] = [
  rule(`[ ]${BECOMES}[ ](?:["„“«][ ]?)?`),
  // Apposition: what is opened has to be named, or the number may count anything.
  {
    ...rule(',[ ]'),
    pattern: new RegExp(
      `(?<!\\p{L})${KEY_WORD}(?=[ ](?:de|del|della|du|dell|for|of|to|für|vom|zum|zur|am|des|der)(?![\\p{L}]))${OPENED},[ ]${CODE}(?=[,)])`,
      'dgiu',
    ),
  },
];

/** Accounts that are set up or locked: "Zugang l.brandes angelegt", "account j.doe2 has been locked", "compte m-durand créé". */
const ACCOUNT =
  '(?:zugang|konto|benutzer(?:konto|name)?|kennung|account|log-?in|user(?:name)?|compte|identifiant|utilisateur|cuenta|usuario|utenza|utente)';
const IS_DONE =
  '(?:angelegt|eingerichtet|gesperrt|entsperrt|gelöscht|deaktiviert|freigeschaltet|(?:has[ ]been[ ]|was[ ]|is[ ])?(?:created|locked|unlocked|disabled|deleted|suspended|reset)|(?:a[ ]été[ ]|est[ ])?(?:créée?|verrouillée?|bloquée?|débloquée?|désactivée?|supprimée?)|(?:ha[ ]sido[ ]|está[ ])?(?:cread[oa]|bloquead[oa]|desbloquead[oa]|desactivad[oa])|(?:è[ ]stat[oa][ ]|è[ ])?(?:creat[oa]|bloccat[oa]|sbloccat[oa]|disattivat[oa]))';
/** "identifiant non-conforme", and file names and hosts. */
const NO_ACCOUNT = /^(?:non?|nicht|not|mot|log|pre|re|auto)[._-]|\.(?:html?|php|pdf|com|de|fr|es|it|org|net)$/;
/** What names an account that is shared or may only read: "Lesezugang wiese-lesen", "identifiant commun : bureau-sud". */
const SHARED_ACCOUNT =
  '(?:\\p{L}{0,12}[Zz]ugang|[Kk]ennung|[Ii]dentifiant|[Ll]og-?in|[Uu]suario|[Nn]ome[ ]utente|[Uu]sername)(?:[ ](?:commun|partagé|común|compartido|comune|condiviso|lautet|ist|est|es|è|is))?';

export const ACCOUNT_RULES: readonly PatternRule[] = [
  {
    category: 'username',
    pattern: new RegExp(
      `(?<!\\p{L})${ACCOUNT}[ ](?:["„“«][ ]?)?(?<value>[\\p{L}\\p{N}]{1,20}(?:[._-][\\p{L}\\p{N}]{1,20}){1,3}|\\p{L}{2,16}\\d{1,4})(?:[ ]?["“”»])?[ ]${IS_DONE}(?!\\p{L})`,
      'dgiu',
    ),
    group: 'value',
    needs: 'shape',
    confidence: 0.8,
    priority: 58,
  },
  {
    category: 'username',
    pattern: new RegExp(
      `(?<!\\p{L})${SHARED_ACCOUNT}[ :]{1,3}(?<value>[a-z][a-z0-9]{1,15}(?:[._-][a-z0-9]{2,16}){1,3})(?=[,;.)\\s]|$)`,
      'dgu',
    ),
    group: 'value',
    needs: 'shape',
    accept: (value) => !NO_ACCOUNT.test(value),
    confidence: 0.7,
    priority: 58,
  },
];
