import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as de } from '@zxcvbn-ts/language-de';
import { dictionary as en } from '@zxcvbn-ts/language-en';
import { dictionary as es } from '@zxcvbn-ts/language-es-es';
import { dictionary as fr } from '@zxcvbn-ts/language-fr';
import { dictionary as it } from '@zxcvbn-ts/language-it';
import { workerTask } from '../../../core/workers/task.ts';

/** A password, and words that its owner would think of first. */
export interface StrengthQuestion {
  readonly password: string;
  readonly ownWords: readonly string[];
}

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common,
    ...named('de', de),
    ...named('en', en),
    ...named('es', es),
    ...named('fr', fr),
    ...named('it', it),
  },
  graphs: adjacencyGraphs,
});

/** The dictionaries of a language under names of their own: all languages call theirs alike. */
function named(language: string, dictionaries: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(dictionaries).map(([name, words]) => [`${name}-${language}`, words]));
}

/** Answers the score of zxcvbn (Wheeler, USENIX Security 2016): 0, guessed at once, to 4, very unguessable. */
export default workerTask<StrengthQuestion, number>(
  ({ password, ownWords }) => estimator.check(password, [...ownWords]).score,
);
