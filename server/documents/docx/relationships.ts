import { posix } from 'node:path';
import { attribute, decodeXml, parseXml } from '../package/xml.ts';

/** A link from one part to another (ECMA-376 part 2, 9.3). */
export interface Relationship {
  /** Last segment of the type's URI, the same in transitional and strict documents: `header`, `footnotes`, … */
  readonly type: string;
  /** Name of the target part inside the package. */
  readonly target: string;
}

/** Name of the part that holds the relationships of `part`; of the whole package for the empty name. */
export function relationshipsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** Internal relationships in the order of the file. Throws AppError UNREADABLE_FILE. */
export function readRelationships(bytes: Uint8Array, part: string): Relationship[] {
  const relationships: Relationship[] = [];
  parseXml(decodeXml(bytes), {
    open(tag) {
      if (tag.local !== 'Relationship' || attribute(tag, 'TargetMode') === 'External') return;
      const type = attribute(tag, 'Type');
      const target = attribute(tag, 'Target');
      if (type === undefined || target === undefined) return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
      relationships.push({ type: type.slice(type.lastIndexOf('/') + 1), target: path });
    },
  });
  return relationships;
}
