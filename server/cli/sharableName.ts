import type { DetectionOptions, Detector } from '../detection/types.ts';

const asText = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.\-]+/g, ' ');

/** Whether a name of a file or folder holds a value: one of the given originals, or one that is found in it. Such names often are names of clients. */
export async function nameHoldsValue(
  name: string,
  originals: Iterable<string>,
  detector: Pick<Detector, 'detect'>,
  options: DetectionOptions,
): Promise<boolean> {
  const words = asText(name);
  for (const original of originals) {
    const isRepeated = asText(original)
      .split(' ')
      .some((word) => word.length > 2 && words.includes(word));
    if (isRepeated) return true;
  }
  return (await detector.detect(name.replace(/[_\-]+/g, ' '), options)).spans.length > 0;
}
