import type { ModelCapabilities } from '../../../providers/types.ts';

/**
 * What a request can count on, whichever of several models answers it.
 * @param all - undefined for a model of which nothing is known
 */
export function sharedCapabilities(all: readonly (ModelCapabilities | undefined)[]): ModelCapabilities {
  const each = (name: Exclude<keyof ModelCapabilities, 'contextLength'>): boolean | null => {
    const told = all.map((one) => one?.[name] ?? null);
    if (told.includes(false)) return false;
    return told.length === 0 || told.includes(null) ? null : true;
  };
  const lengths = all.map((one) => one?.contextLength ?? null);
  return {
    ...{ chat: each('chat'), embeddings: each('embeddings'), vision: each('vision') },
    ...{ tools: each('tools'), reasoning: each('reasoning') },
    contextLength:
      lengths.length === 0 || lengths.includes(null) ? null : Math.min(...lengths.map((length) => length!)),
  };
}
