import { isIPv4, isIPv6 } from 'node:net';
import type { Recognizer } from '../../recognizer.ts';
import { isLuhn } from '../shared/checkDigits.ts';
import { createPatternRecognizer, type PatternRule } from '../shared/patterns.ts';
import { ACCOUNT_RULES, ANNOUNCED_RULES } from './announced.ts';
import { SECRET_RULES } from './secrets.ts';

/** Four numbers behind these words are a version, a section or an update. */
const VERSION_BEFORE =
  /(?:\bv|version|release|ver\.|firmware|build|kapitel|abschnitt|section|chapter|ziffer|punkte?|points?|puntos?|punti|clauses?|annexe?|apartados?|§|art\.)[ :]{0,2}$/i;

const isAddress = (value: string): boolean => isIPv4(value.split('/')[0]!);

const NETWORK_RULES: readonly PatternRule[] = [
  {
    category: 'ip',
    pattern: /(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2}(?!\d))?/g,
    needs: 'shape',
    accept: (value, view, start) => {
      const inside = /[.\d]$/.test(view.before(start, 1)) || /^\.\d/.test(view.after(start + value.length, 2));
      return isAddress(value) && /\d{2}/.test(value) && !inside && !VERSION_BEFORE.test(view.before(start, 12));
    },
    confidence: 0.9,
    priority: 75,
  },
  {
    category: 'ip',
    pattern: /(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:(?:\d{1,3}\.){3}\d{1,3})?(?:\/\d{1,3}(?!\d))?/g,
    needs: 'shape',
    wholeWord: false,
    accept: (value, view, start) =>
      isIPv6(value.split('/')[0]!) &&
      value.length > 3 &&
      !/[\p{L}\p{N}:]$/u.test(view.before(start, 1)) &&
      /\d|[a-f]{2}/i.test(value),
    confidence: 0.9,
    priority: 75,
  },
  {
    category: 'mac',
    pattern: /[0-9A-F]{2}(?:([:-])[0-9A-F]{2})(?:\1[0-9A-F]{2}){4}|[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}/gi,
    needs: 'shape',
    confidence: 0.95,
    priority: 80,
  },
];

const DEVICE_RULES: readonly PatternRule[] = [
  // IMEI (3GPP TS 23.003): 15 digits with a Luhn check digit.
  {
    category: 'deviceid',
    pattern: /\d{2}[- ]?\d{6}[- ]?\d{6}[- ]?\d|\d{6}[- ]\d{2}[- ]\d{6}[- ]\d/g,
    needs: 'valid',
    isValid: isLuhn,
  },
  // ICCID (ITU-T E.118): 19 or 20 digits that begin with 89.
  { category: 'deviceid', pattern: /89\d{2}[ ]?(?:\d{4}[ ]?){3}\d{3,4}/g, needs: 'shape', isValid: isLuhn },
];

const DEGREES =
  "\\d{1,3}(?:[.,]\\d{1,8})?[ ]?°[ ]?(?:\\d{1,2}(?:[.,]\\d{1,6})?[ ]?['′’][ ]?(?:\\d{1,2}(?:[.,]\\d{1,6})?[ ]?(?:\"|″|”|'')[ ]?)?)?";

const COORDINATE_RULES: readonly PatternRule[] = [
  {
    category: 'coordinates',
    pattern: new RegExp(
      `(?:[NSEWO][ ]?)?${DEGREES}[NSEWO][,;/ ]{0,3}(?:[NSEWO][ ]?)?${DEGREES}[NSEWO]|[NS][ ]?${DEGREES}[,;/ ]{0,3}[EWO][ ]?${DEGREES}`,
      'g',
    ),
    needs: 'shape',
    wholeWord: false,
    confidence: 0.95,
    priority: 80,
  },
  {
    category: 'coordinates',
    pattern: /[-+]?\d{1,2}\.\d{4,10}[°]?[ ]?[NS]?[,;/ ]{1,3}[-+]?\d{1,3}\.\d{4,10}[°]?[ ]?[EWO]?/g,
    needs: 'shape',
    wholeWord: false,
    accept: (value) => {
      const [latitude, longitude] = (value.match(/[-+]?(?<!\d)\d+\.\d+/g) ?? []).map(Number);
      return Math.abs(latitude ?? 999) <= 90 && Math.abs(longitude ?? 999) <= 180;
    },
    confidence: 0.85,
  },
  { category: 'coordinates', pattern: /[-+]?\d{1,3}[.,]\d{3,10}[°]?/g, needs: 'context', wholeWord: false },
];

/** Addresses of machines, devices, places on the map, keys and passwords. */
export function createTechnicalRecognizers(): readonly Recognizer[] {
  return [
    createPatternRecognizer('pattern:network', NETWORK_RULES),
    createPatternRecognizer('pattern:device', DEVICE_RULES),
    createPatternRecognizer('pattern:coordinates', COORDINATE_RULES),
    createPatternRecognizer('pattern:secret', [...SECRET_RULES, ...ANNOUNCED_RULES]),
    createPatternRecognizer('pattern:account', ACCOUNT_RULES),
  ];
}
