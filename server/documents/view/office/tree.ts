import { decodeXml } from '../../package/xml.ts';
import { openZip } from '../../package/zip.ts';
import { walk } from '../../inPlace/package/walk.ts';

/** An element with what it holds. Names have the prefixes everybody knows their namespaces by. */
export interface XmlNode {
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Its own characters, those of its children left out. */
  readonly text: string;
}

export const child = (node: XmlNode | undefined, ...names: readonly string[]): XmlNode | undefined =>
  names.reduce<XmlNode | undefined>((at, name) => at?.children.find((each) => each.name === name), node);

export const children = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((each) => each.name === name) ?? [];

export const value = (node: XmlNode | undefined, local: string): string | undefined => node?.attributes.get(local);

/** A number in an attribute; undefined where there is none. */
export function numberOf(node: XmlNode | undefined, local: string): number | undefined {
  const text = value(node, local);
  const number = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Elements of a part in the order of the file, at any depth, that `wanted` names; what is inside of one is not looked into. */
export function* descendants(node: XmlNode, wanted: (name: string) => boolean): Generator<XmlNode> {
  for (const each of node.children) {
    if (wanted(each.name)) yield each;
    else yield* descendants(each, wanted);
  }
}

export interface TreeOptions {
  /** Characters between elements are children too, called {@link CHARACTERS}, so that their order is kept. */
  readonly mixed?: boolean;
}

export const CHARACTERS = '#text';
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map<string, string>();

/** Reads a part as a tree. Throws AppError UNREADABLE_FILE. */
export function parseTree(
  source: string,
  prefixes: Readonly<Record<string, string>>,
  { mixed = false }: TreeOptions = {},
): XmlNode {
  interface Open {
    readonly name: string;
    readonly attributes: Map<string, string>;
    readonly children: XmlNode[];
    text: string;
  }
  const root: Open = { name: '', attributes: new Map(), children: [], text: '' };
  const stack: Open[] = [root];
  walk(source, prefixes, {
    open({ name, tag }) {
      const attributes = new Map(Object.values(tag.attributes).map((each) => [each.local, each.value]));
      const node: Open = { name, attributes, children: [], text: '' };
      stack.at(-1)!.children.push(node);
      stack.push(node);
    },
    text(text) {
      const top = stack.at(-1)!;
      if (mixed) top.children.push({ name: CHARACTERS, attributes: NO_ATTRIBUTES, children: [], text });
      else top.text += text;
    },
    close() {
      stack.pop();
    },
  });
  return root.children[0] ?? root;
}

/** A package whose parts are read as trees. */
export interface TreePackage {
  has(name: string): boolean;
  /** null: there is no such part. Throws AppError ZIP_RATIO_SUSPICIOUS for one that is too large to be shown. */
  part(name: string): Promise<XmlNode | null>;
  /** The bytes of a part; null: there is no such part, or it is too large. */
  bytes(name: string): Promise<Uint8Array | null>;
  /** Targets of the relationships of a part by their identifier, with the last segment of their type (ECMA-376 part 2, 6.5). */
  relationships(name: string): Promise<ReadonlyMap<string, { readonly type: string; readonly target: string }>>;
}

/** A larger part makes a tree that is too large; its document is shown as text. */
const PART_BYTES = 48 * 1024 * 1024;
const RELATIONSHIPS = { 'http://schemas.openxmlformats.org/package/2006/relationships': 'rel' };

export async function openTrees(
  bytes: Uint8Array,
  prefixes: Readonly<Record<string, string>>,
  options?: TreeOptions,
): Promise<TreePackage> {
  const zip = await openZip(bytes);
  const read = async (name: string, known: Readonly<Record<string, string>>): Promise<XmlNode | null> => {
    const part = await zip.read(name, PART_BYTES);
    return part === null ? null : parseTree(decodeXml(part), known, options);
  };
  return {
    has: (name) => zip.names.has(name),
    part: (name) => read(name, prefixes),
    bytes: (name) => zip.read(name, PART_BYTES),
    async relationships(name) {
      const slash = name.lastIndexOf('/') + 1;
      const folder = name.slice(0, slash);
      const root = await read(`${folder}_rels/${name.slice(slash)}.rels`, RELATIONSHIPS);
      return new Map(
        (root?.children ?? []).map((link) => {
          const type = value(link, 'Type') ?? '';
          const target = resolved(folder, value(link, 'Target') ?? '');
          return [value(link, 'Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target }];
        }),
      );
    },
  };
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}
