import { z } from 'zod';
import type { ShellLabels } from '../menu/labels.ts';

export const PROMPT_QUESTION = 'deckname:prompt-question';
export const PROMPT_ANSWER = 'deckname:prompt-answer';

/** Why the passphrase is asked for. */
export type PromptReason = 'create' | 'enter' | 'wrong';

/** Texts of the passphrase window. */
export interface PromptQuestion {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** Null: the passphrase is asked for once. */
  readonly repeatLabel: string | null;
  readonly mismatch: string;
  readonly continue: string;
  readonly cancel: string;
}

/** Null: cancelled. */
export const promptAnswer = z.string().min(1).max(256).nullable();

export function promptQuestion(labels: ShellLabels, reason: PromptReason): PromptQuestion {
  const text = { create: labels.passphraseCreate, enter: labels.passphraseEnter, wrong: labels.passphraseWrong }[
    reason
  ];
  return {
    title: labels.passphraseTitle,
    text,
    label: labels.passphraseLabel,
    repeatLabel: reason === 'create' ? labels.passphraseRepeat : null,
    mismatch: labels.passphraseMismatch,
    continue: labels.continue,
    cancel: labels.cancel,
  };
}
