import { z } from 'zod';

/** One document of a corpus with its values beside the text; offsets are Unicode code points. */
const line = z.object({
  text: z.string(),
  entities: z.array(z.tuple([z.number().int(), z.number().int(), z.string()])),
});

export interface StandoffDocument {
  readonly text: string;
  /** Offsets are UTF-16 code units. */
  readonly values: readonly { readonly start: number; readonly end: number; readonly label: string }[];
}

/** Documents of a corpus in JSON lines. */
export function parseStandoff(content: string): StandoffDocument[] {
  return content
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((json) => {
      const { text, entities } = line.parse(JSON.parse(json));
      const units = codeUnitOffsets(text);
      const values = entities.map(([start, end, label]) => ({ start: units[start]!, end: units[end]!, label }));
      return { text, values: values.sort((a, b) => a.start - b.start) };
    });
}

/** Offset in UTF-16 code units of every code point and of the end. */
function codeUnitOffsets(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  offsets.push(at);
  return offsets;
}
