import { zipSync } from 'fflate';

/** A relation from one part, or from the package, to another part (ECMA-376 part 2, 6.5). */
export interface Relation {
  readonly id: string;
  /** Last segments of the type, after `http://schemas.openxmlformats.org/`. */
  readonly type: string;
  /** Relative to the folder of the part it starts from. */
  readonly target: string;
}

/** One XML part of a package. */
export interface PackagePart {
  /** Without a leading slash. */
  readonly name: string;
  readonly contentType: string;
  /** The root element; the declaration is added. */
  readonly xml: string;
  readonly relations?: readonly Relation[];
}

const SCHEMAS = 'http://schemas.openxmlformats.org';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE_TYPES = 'application/vnd.openxmlformats-package';
/** The earliest time a zip entry can carry: when a file was made is nobody's business, and equal content gives equal bytes. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * Packs XML parts into an Open Packaging Conventions package (ECMA-376 part 2): content types first, then the relations, then the parts.
 * @param relations - those of the package itself
 */
export function writePackage(relations: readonly Relation[], parts: readonly PackagePart[]): Uint8Array {
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': encode(contentTypesXml(parts)),
    '_rels/.rels': encode(relationsXml(relations)),
  };
  for (const part of parts) {
    files[part.name] = encode(part.xml);
    if (part.relations !== undefined) files[relationsPart(part.name)] = encode(relationsXml(part.relations));
  }
  return zipSync(files, { level: 6, mtime: MODIFIED });
}

const encode = (xml: string): Uint8Array => new TextEncoder().encode(DECLARATION + xml);

/** `xl/workbook.xml` → `xl/_rels/workbook.xml.rels` */
function relationsPart(name: string): string {
  const slash = name.lastIndexOf('/') + 1;
  return `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`;
}

function contentTypesXml(parts: readonly PackagePart[]): string {
  const overrides = parts.map(
    ({ name, contentType }) => `<Override PartName="/${name}" ContentType="${contentType}"/>`,
  );
  return [
    `<Types xmlns="${SCHEMAS}/package/2006/content-types">`,
    `<Default Extension="rels" ContentType="${PACKAGE_TYPES}.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...overrides,
    '</Types>',
  ].join('');
}

function relationsXml(relations: readonly Relation[]): string {
  const entries = relations.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${SCHEMAS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${entries.join('')}</Relationships>`;
}

/** Escapes text for element content and attribute values in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});
