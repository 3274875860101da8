import type { TextView } from '../../recognizer.ts';

/** Laws, norms, orders and books have numbers that are nobody's secret: "loi n° 89-462", "DIN EN ISO 9001", "ISBN 978-…". */
const LAW_BEFORE =
  /(?<!\p{L})(?:lois?|décrets?|arrêté|ordonnance|directive|règlement|circulaire|gesetz|verordnung|richtlinie|ley|leyes|decreto|orden|reglamento|directiva|legge|leggi|regolamento|direttiva|delibera(?:zione)?(?:[ ]arera)?|r\.d\.|d\.? ?l(?:gs)?\.?|d\.p\.r\.?|regulation|directive|statute|act|art(?:icle|ículo|icolo|\.)?|§{1,2}|norme?|norma|standard|iso|din|en|dpr|dm|c\.c\.|isbn|issn|cass\. civ\.(?:, sez\. \p{L}{1,3}\.?)?,)[ ]{1,2}(?:\(?(?:ue|eu|ce|eg)\)?[ ]{1,2})?$/iu;
const LAW_REACH = 40;
/** The first part of a number that was cut: "2002-120". */
const FIRST_PART_BEFORE = /(?<=[ °º.])\d{1,4}[/-]$/;
const NUMBER_WORD_BEFORE = /(?:n[°º.]{1,2}|nr\.?|no\.?|num\.?)[ ]{0,2}$/i;

/** True for a number behind a word for a law or norm, whatever label stands between. */
export function followsLaw(view: TextView, offset: number): boolean {
  return LAW_BEFORE.test(view.before(offset, LAW_REACH).replace(FIRST_PART_BEFORE, '').replace(NUMBER_WORD_BEFORE, ''));
}
