import { posix } from 'node:path';
import { relationshipsPart } from '../../docx/relationships.ts';
import type { OfficePackage, XmlPart } from '../package/officePackage.ts';
import { attributeRange, value, walk, type AttributeRange, type XmlElement } from '../package/walk.ts';

/** A relationship of a package or of a part (ECMA-376 part 2, 6.5). */
export interface Link {
  /** Last segment of the type, the same in transitional and strict packages. */
  readonly type: string;
  readonly id: string;
  /** Part it starts from; empty for the package. */
  readonly source: string;
  /** Name of the target part; the address where it is external. */
  readonly target: string;
  readonly external: boolean;
  /** The relationships part and where the element stands in it. */
  readonly part: XmlPart;
  readonly start: number;
  readonly end: number;
  readonly targetRange: AttributeRange;
}

/** Relationships and content types of a package. */
export interface Opc {
  /** In the order of the files. */
  readonly links: readonly Link[];
  linksFrom(part: string): readonly Link[];
  /** Lower case; empty when the package declares none. */
  contentType(part: string): string;
  /** Takes a part with its own relationships out, and all that refers to it. */
  removePart(name: string): void;
  removeLink(link: Link): void;
  isRemoved(link: Link): boolean;
}

const CONTENT_TYPES = '[Content_Types].xml';
const RELATIONSHIPS = /(?:^|\/)_rels\/[^/]*\.rels$/;
export const isPackageList = (name: string): boolean => name === CONTENT_TYPES || RELATIONSHIPS.test(name);

/** Reads what ties the parts of a package together. Throws AppError UNREADABLE_FILE. */
export async function readOpc(pkg: OfficePackage): Promise<Opc> {
  const links: Link[] = [];
  for (const name of pkg.names()) {
    if (RELATIONSHIPS.test(name)) links.push(...readLinks(await pkg.xml(name)));
  }
  const types = pkg.has(CONTENT_TYPES) ? await pkg.xml(CONTENT_TYPES) : null;
  const overrides = new Map<string, { type: string; start: number; end: number }>();
  const defaults = new Map<string, string>();
  if (types !== null) {
    walk(
      types.source,
      {},
      {
        close(element, { end }) {
          const type = value(element, 'ContentType')?.toLowerCase() ?? '';
          const partName = value(element, 'PartName');
          if (partName !== undefined) overrides.set(lookup(partName), { type, start: element.start, end });
          const extension = value(element, 'Extension');
          if (extension !== undefined) defaults.set(extension.toLowerCase(), type);
        },
      },
    );
  }
  const removed = new Set<Link>();
  const bySource = Map.groupBy(links, ({ source }) => source);
  const byTarget = Map.groupBy(links, ({ target }) => target);
  const removeLink = (link: Link): void => {
    if (removed.has(link)) return;
    removed.add(link);
    link.part.edits.remove(link.start, link.end);
  };
  return {
    links,
    linksFrom: (part) => bySource.get(part) ?? [],
    contentType: (part) => overrides.get(lookup(part))?.type ?? defaults.get(extensionOf(part)) ?? '',
    removePart(name) {
      if (!pkg.has(name)) return;
      pkg.remove(name);
      pkg.remove(relationshipsPart(name));
      for (const link of byTarget.get(name) ?? []) if (!link.external) removeLink(link);
      const override = overrides.get(lookup(name));
      if (override !== undefined) types?.edits.remove(override.start, override.end);
    },
    removeLink,
    isRemoved: (link) => removed.has(link),
  };
}

/** Part names are compared without regard to case (ECMA-376 part 2, 6.2.2.3). */
const lookup = (partName: string): string => partName.replace(/^\//, '').toLowerCase();
const extensionOf = (part: string): string => posix.extname(part).slice(1).toLowerCase();

function readLinks(part: XmlPart): Link[] {
  const folder = posix.dirname(posix.dirname(part.name));
  const base = posix.basename(part.name).slice(0, -'.rels'.length);
  const source = base === '' ? '' : posix.join(folder, base);
  const links: Link[] = [];
  const add = (element: XmlElement, end: number): void => {
    const type = value(element, 'Type');
    const targetRange = attributeRange(part.source, element, 'Target');
    if (type === undefined || targetRange === undefined) return;
    const external = value(element, 'TargetMode') === 'External';
    links.push({
      type: type.slice(type.lastIndexOf('/') + 1),
      id: value(element, 'Id') ?? '',
      source,
      target: external ? targetRange.value : partNameOf(targetRange.value, folder),
      external,
      part,
      start: element.start,
      end,
      targetRange,
    });
  };
  walk(
    part.source,
    {},
    {
      close(element, { end }) {
        if (element.tag.local === 'Relationship') add(element, end);
      },
    },
  );
  return links;
}

function partNameOf(target: string, folder: string): string {
  const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
  return path.replace(/[?#].*/s, '').replace(/^\.\//, '');
}
