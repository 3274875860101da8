import type { ROLE } from './roles.ts';

/** Words of one language by role, separated by spaces; compared in folded form. */
export type Vocabulary = Readonly<Record<keyof typeof ROLE, string>>;
