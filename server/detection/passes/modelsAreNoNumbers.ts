import type { DocumentPass } from '../recognizer.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone } from './names.ts';

/** Categories for which the tagger alone takes the code of a model. */
const CODES: ReadonlySet<string> = new Set([
  'deviceid',
  'reference',
  'licenseplate',
  'idcard',
  'passport',
  'driverlicense',
  'taxid',
  'secret',
]);
/** Words behind which the model of a device, its driver or its firmware is named, which all devices of the kind share. */
const MODEL_BEFORE =
  /(?<!\p{L})(?:model(?:l|e|o|lo)?|modèle|mod\.|typ[eo]?|tipo|baureihe|gerätetyp|driver|treiber|pilote|bios|firmware|chipsatz|chipset)[ .:]{1,3}(?:(?:n[.°ºo]{1,2}|nr\.?|no\.?|number|nummer)[ :]{0,2})?$/iu;
const REACH = 32;

/** Takes back codes that the tagger alone takes for numbers of somebody's device where a model is named: "model KX44TR18". The strict level keeps them. */
export function createModelsAreNoNumbersPass(): DocumentPass {
  return exceptStrict((view, winners) =>
    winners.filter(
      (find) => !CODES.has(find.category) || !isTaggerAlone(find) || !MODEL_BEFORE.test(view.before(find.start, REACH)),
    ),
  );
}
