import type { DocumentPass } from '../recognizer.ts';

/** A pass that takes finds back at the levels fast and balanced alone; strict keeps what only may be a name. */
export function exceptStrict(pass: DocumentPass): DocumentPass {
  return (view, winners, options) => (options.level === 'strict' ? winners : pass(view, winners, options));
}
