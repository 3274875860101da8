import type { DetectorDefinition } from '../../contract/detectors.ts';

/** Code units of a text that a language model gets at once: small models lose the thread in longer parts. */
export const PART_CHARACTERS = 4_000;
/** Parts overlap and end at line ends, so there are more of them than the length alone would make. */
const PARTS_SHARE = 1.5;
/** A base-size transformer on one slow core takes about a millisecond for a character, with its share of the overlap. */
const NETWORK_MS_PER_CHARACTER = 2;
const NETWORK_MS = 60_000;

/**
 * Longest time a plugged detector may take for a text of that many code units, in milliseconds. It ends itself then, so that
 * an optional one does not take the job with it.
 */
export function pluggedTimeMs(definition: DetectorDefinition, characters: number): number {
  if (definition.kind !== 'language_model') return NETWORK_MS + characters * NETWORK_MS_PER_CHARACTER;
  return definition.timeoutSeconds * 1_000 * (1 + Math.ceil((characters * PARTS_SHARE) / PART_CHARACTERS));
}
