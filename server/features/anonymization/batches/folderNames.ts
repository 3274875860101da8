import { applyReplacements, type Replacement } from '../../../core/placeholders/apply.ts';
import { nameHoldsValue, wordsOf } from '../../../core/sharableName.ts';
import type { DetectionOptions, Detector } from '../../../detection/types.ts';
import type { MappedValue, MappingVault } from '../mappings/mappingVault.ts';

/** Folders of a batch as they are called in its download. */
export interface FolderNames {
  /** The folders around a file, from the outermost on, without what leads elsewhere and without values. */
  of(path: string): Promise<readonly string[]>;
}

interface Known {
  /** The longest first. */
  readonly values: readonly MappedValue[];
  readonly words: ReadonlySet<string>;
}

/** Folders in folders; deeper ones are left out. */
const DEPTH = 20;
const NAME_CHARACTERS = 80;
/** A shorter value stands in words that have nothing to do with it. */
const VALUE_CHARACTERS = 3;
/** Characters that no name has on one of the systems. */
const FORBIDDEN = /[\p{C}"*/:<>?\\|]+/gu;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Names of folders are texts like any other: what the detector finds in them, and what is masked in the documents of the batch, gives way to its
 * placeholder, or to its category where there is none. A name that may hold a value still, written in another way, gives way to a neutral one.
 * @param owners - the jobs of the batch
 */
export function createFolderNames(parts: {
  readonly detector: Detector;
  readonly options: DetectionOptions;
  readonly mappings: MappingVault;
  readonly owners: readonly { readonly id: string; readonly accountId: string }[];
}): FolderNames {
  const { detector, options, mappings, owners } = parts;
  let known: Promise<Known> | null = null;
  const names = new Map<string, Promise<string>>();
  let neutralNames = 0;

  const valuesOf = async (): Promise<Known> => {
    const values = new Map<string, MappedValue>();
    for (const owner of owners) for (const value of await mappings.valuesOf(owner)) values.set(value.original, value);
    const longest = [...values.values()]
      .filter(({ original }) => original.length >= VALUE_CHARACTERS)
      .sort((a, b) => b.original.length - a.original.length);
    return { values: longest, words: wordsOf(values.keys()) };
  };
  const masked = async (name: string): Promise<string> => {
    const found: Replacement[] = [];
    const add = (start: number, end: number, placeholder: string): void => {
      if (found.every((other) => other.end <= start || other.start >= end)) found.push({ start, end, placeholder });
    };
    const { values, words } = await (known ??= valuesOf());
    for (const { original, placeholder } of values) {
      for (const { 0: match, index } of name.matchAll(pattern(original))) add(index, index + match.length, placeholder);
    }
    const { spans } = await detector.detect(name, options);
    for (const { start, end, category } of spans) add(start, end, `[${category}]`);
    found.sort((a, b) => a.start - b.start);
    const rest = applyReplacements(
      name,
      found.map((each) => ({ ...each, placeholder: ' ' })),
    ).text;
    const detects = async (text: string) => (await detector.detect(text, options)).spans.length > 0;
    if (await nameHoldsValue(rest, words, detects)) return `folder-${(neutralNames += 1)}`;
    return applyReplacements(name, found).text;
  };
  return {
    async of(path) {
      const folders: string[] = [];
      for (const segment of path.split(/[/\\]/).slice(0, -1)) {
        const name = names.get(segment) ?? masked(segment);
        names.set(segment, name);
        const safe = safeName(await name);
        if (safe !== '' && folders.length < DEPTH) folders.push(safe);
      }
      return folders;
    },
  };
}

/** A value as a whole, not inside of a longer word. */
const pattern = (value: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'giu');

/** A name that every system takes and that leads nowhere; empty for one that is none. */
export function safeName(name: string): string {
  const clean = name
    .replace(FORBIDDEN, '_')
    .slice(0, NAME_CHARACTERS)
    .toWellFormed()
    .trim()
    .replace(/(?<![. ])[. ]+$/, '');
  return DEVICE.test(clean) ? `_${clean}` : clean;
}
