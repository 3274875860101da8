import { READABLE_FORMATS } from '../../contract/formats.ts';
import { attribute, decodeXml, parseXml } from '../package/xml.ts';
import { openZip, type ZipPackage } from '../package/zip.ts';

const CONTENT_TYPES_PART = '[Content_Types].xml';
const CONTENT_TYPES_BYTES = 1024 * 1024;
const MACROS = 'application/vnd.ms-office.vbaproject';

export type PackageFormat = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'zip';

/** Content types of the main parts (ECMA-376 part 1), in lower case. */
const MAIN_PARTS = READABLE_FORMATS.flatMap(({ content, reads }) =>
  content.by === 'package' ? [[content.mainPart.toLowerCase(), reads as PackageFormat] as const] : [],
);

/** Content of the part that names the kind of an OpenDocument package (OpenDocument 1.3 part 2, 3.3). */
const ODF_TYPES: ReadonlyMap<string, PackageFormat> = new Map(
  READABLE_FORMATS.flatMap(({ content, mimeType, reads }) =>
    content.by === 'odf' ? [[mimeType, reads as PackageFormat] as const] : [],
  ),
);
const ODF_TYPE_PART = 'mimetype';
const ODF_TYPE_BYTES = 1024;

/** ECMA-376 part 2: the content types a package declares, in lower case. Throws AppError UNREADABLE_FILE. */
export async function contentTypes(zip: ZipPackage): Promise<ReadonlySet<string>> {
  const part = await zip.read(CONTENT_TYPES_PART, CONTENT_TYPES_BYTES);
  const types = new Set<string>();
  if (part === null) return types;
  parseXml(decodeXml(part), {
    open(tag) {
      const type = tag.local === 'Override' || tag.local === 'Default' ? attribute(tag, 'ContentType') : undefined;
      if (type !== undefined) types.add(type.toLowerCase());
    },
  });
  return types;
}

/** Parts by which a zip file shows that it is a package of its own kind: EPUB, Java, Android, iWork, Office. */
const OTHER_PACKAGES =
  /^(?:\[Content_Types\]\.xml|META-INF\/(?:MANIFEST\.MF|container\.xml|manifest\.xml)|AndroidManifest\.xml|Index\/Document\.iwa)$/i;

/**
 * An office document without macros, a plain archive, or null: another package (templates, drawings, Java archives, books), which is not taken apart.
 * Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED or ZIP_RATIO_SUSPICIOUS.
 */
export async function packageFormat(bytes: Uint8Array): Promise<PackageFormat | null> {
  const zip = await openZip(bytes);
  const odfType = await zip.read(ODF_TYPE_PART, ODF_TYPE_BYTES);
  if (odfType !== null) return ODF_TYPES.get(Buffer.from(odfType).toString('latin1').trim()) ?? null;
  const types = await contentTypes(zip);
  if (types.has(MACROS) || [...zip.names].some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return null;
  const office = MAIN_PARTS.find(([type]) => types.has(type));
  if (office !== undefined) return office[1];
  return [...zip.names].some((name) => OTHER_PACKAGES.test(name)) ? null : 'zip';
}
