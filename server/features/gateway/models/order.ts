/** A target of an alias. */
export interface Weighted {
  readonly model: string;
  readonly weight: number;
}

/**
 * The order in which the models of an alias are tried: the targets drawn without putting back, each draw by weight, then the fallbacks as
 * they stand. Models that failed lately come after all others, in the same order among themselves.
 * @param random - a number in [0, 1), as Math.random
 */
export function orderOfTargets(
  targets: readonly Weighted[],
  fallbacks: readonly string[],
  isCooling: (model: string) => boolean,
  random: () => number,
): string[] {
  const drawn = [...new Set([...drawByWeight(targets, random), ...fallbacks])];
  return [...drawn.filter((model) => !isCooling(model)), ...drawn.filter(isCooling)];
}

function drawByWeight(targets: readonly Weighted[], random: () => number): string[] {
  const left = [...targets];
  const drawn: string[] = [];
  while (left.length > 0) {
    let point = random() * left.reduce((sum, { weight }) => sum + weight, 0);
    const index = left.findIndex(({ weight }) => (point -= weight) < 0);
    drawn.push(...left.splice(index < 0 ? left.length - 1 : index, 1).map(({ model }) => model));
  }
  return drawn;
}
