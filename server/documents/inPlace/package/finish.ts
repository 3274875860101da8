import { withoutRemarks } from '../sweep/withoutRemarks.ts';
import type { OfficePackage } from './officePackage.ts';
import type { ScanContext } from './scan.ts';

const XML = /(?:\.(?:xml|rels|vml|svg|rdf|xhtml)|^mimetype)$/i;
/** Contents in which short byte sequences occur by chance. */
const COMPRESSED = /\.(?:png|jpe?g|gif|webp|wdp|odttf|fntdata|zip|docx|xlsx|pptx|od[a-z])$/i;

export const isXmlName = (name: string): boolean => XML.test(name);
export const isCompressed = (name: string): boolean => COMPRESSED.test(name);

/**
 * Writes a package. When it is anonymized, forbidden values that stand outside the text are replaced.
 * @param isList - whether a part lists names of files, which take no brackets
 */
export async function writeScanned(
  pkg: OfficePackage,
  { sweeper, report }: ScanContext,
  isList: (name: string) => boolean,
): Promise<Uint8Array> {
  if (sweeper === null) return await pkg.write({ name: (name) => name, xml: (xml) => xml, binary: (bytes) => bytes });
  for (const name of pkg.names()) if (isXmlName(name)) await pkg.xml(name);
  return await pkg.write({
    name: (name) => sweeper.name(name),
    xml(source, name) {
      const { xml: content, count: remarks } = withoutRemarks(source);
      const { xml, count } = sweeper.xml(content, isList(name));
      report.cleaned('hidden_content', remarks);
      report.cleaned('hidden_content', count);
      return xml;
    },
    binary(original, name) {
      const { bytes, count } = sweeper.binary(original, isCompressed(name));
      report.cleaned('hidden_content', count);
      return bytes;
    },
  });
}
