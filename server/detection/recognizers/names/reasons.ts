import type { Context } from './context.ts';
import type { Unit } from './units.ts';

/** Confidence and priority of a find by what speaks for it. */
export interface Evidence {
  readonly source: string;
  readonly confidence: number;
  readonly priority: number;
}

const evidence = (source: string, confidence: number, priority: number): Evidence =>
  Object.freeze({ source, confidence, priority });

export const TITLE = evidence('names:title', 0.95, 50);
export const FULL = evidence('names:given-surname', 0.92, 45);
export const FULL_RARE = evidence('names:given-surname', 0.85, 42);
export const INITIAL = evidence('names:initial-surname', 0.82, 42);
export const INITIAL_RARE = evidence('names:initial-surname', 0.6, 34);
export const REVERSED = evidence('names:surname-given', 0.86, 42);
export const CONTEXT: Readonly<Record<Exclude<Context, 'none' | 'article'>, Evidence>> = Object.freeze({
  label: evidence('names:label', 0.85, 46),
  relation: evidence('names:relation', 0.78, 42),
  greeting: evidence('names:greeting', 0.8, 44),
  naming: evidence('names:naming', 0.8, 44),
  speaker: evidence('names:speaker', 0.82, 44),
});
export const ARTICLE = evidence('names:article', 0.6, 30);
export const LIST = evidence('names:list', 0.65, 35);
export const COORDINATED = evidence('names:coordinated', 0.7, 40);
export const GIVEN = evidence('names:given', 0.72, 40);
export const GIVEN_WEAK = evidence('names:given', 0.55, 35);
export const SURNAME = evidence('names:surname', 0.62, 35);
export const RARE = evidence('names:rare-word', 0.52, 10);
export const NOBLE = evidence('names:particle', 0.65, 36);
export const RARE_PAIR = evidence('names:rare-pair', 0.6, 33);
export const SMALL_GIVEN = evidence('names:given-small', 0.55, 20);
export const RARE_WEAK = evidence('names:rare-word', 0.35, 10);

/** Reports a name made of these units. */
export type Emit = (units: readonly Unit[], evidence: Evidence) => void;
