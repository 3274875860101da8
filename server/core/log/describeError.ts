/** What may be logged of an unexpected error: no message, because messages of parsers quote user text. */
export interface ErrorDescription {
  readonly name: string;
  readonly code: string | null;
  /** Stack frames, outermost call last, without the line that repeats the message. */
  readonly frames: readonly string[];
}

const FRAME = /^\s+at /;
const MAX_FRAMES = 30;
/** Names and codes are constants; whatever looks different may have been built from a value. */
const IDENTIFIER = /^[A-Za-z_$][\w$.-]{0,79}$/;

/** Reduces an error, or whatever was thrown instead, to what may be logged. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: 'NonError', code: null, frames: [] };
  const code: unknown = 'code' in error ? error.code : null;
  return {
    name: IDENTIFIER.test(error.name) ? error.name : 'Error',
    code: typeof code === 'string' && IDENTIFIER.test(code) ? code : null,
    frames: stackFrames(error),
  };
}

function stackFrames(error: Error): string[] {
  const { stack, message } = error;
  if (stack === undefined) return [];
  // The stack begins with `name: message`. A message of several lines may imitate frames, so it is cut off by its own text; where it
  // was replaced after the stack was taken, that is impossible and no frame is safe.
  const at = stack.indexOf(message);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
