import { zipSync } from 'fflate';
import {
  signsOf,
  xml,
  type RandomContent,
  type Run,
  type Sign,
} from '../../../../test/fixtures/documents/inPlace/randomContent.ts';
import { partText } from '../../../../test/fixtures/documents/inPlace/checks.ts';

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'meta', 'presentation'].map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`),
  `xmlns:draw="${OASIS}:drawing:1.0" xmlns:svg="${OASIS}:svg-compatible:1.0" xmlns:of="${OASIS}:of:1.2"`,
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"',
].join(' ');

function openDocument(kind: 'spreadsheet' | 'presentation', parts: Readonly<Record<string, string>>): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const entries = ['/', ...Object.keys(parts)].map(
    (path) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${path === '/' ? type : 'text/xml'}"/>`,
  );
  const manifest = `<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.3">${entries.join('')}</manifest:manifest>`;
  const all = { mimetype: type, ...parts, 'META-INF/manifest.xml': manifest };
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([path, content]) => [path, new TextEncoder().encode(content)])),
  );
}

const span = ({ text, bold }: Run): string =>
  `<text:span text:style-name="${bold ? 'B' : 'I'}">${xml(text)}</text:span>`;
const paragraph = (runs: readonly Run[]): string => `<text:p>${runs.map(span).join('')}</text:p>`;
const LINK = 'https://example.org/?q=';
const meta = (title: string, keyword: string): string =>
  `<office:document-meta ${NAMESPACES}><office:meta><dc:title>${title}</dc:title><dc:creator>${keyword}</dc:creator><meta:keyword>${keyword}</meta:keyword></office:meta></office:document-meta>`;

/** A spreadsheet with the content in all channels of its cells and around them. */
export function randomOds({ texts, address, names, numbers, paragraphs }: RandomContent): Uint8Array {
  const [title, keyword, header, note, help, list, shape, alt, text, linked] = texts.map(xml);
  const sheetName = `Blatt ${texts[12]!.replace(/[[\]:*?/\\"]/g, '')} A`;
  const reference = xml(`['${sheetName.replaceAll("'", "''")}'.A1]`);
  const literal = (content: string): string => xml(`"${content.replaceAll('"', '""')}"`);
  const cells = [
    ...paragraphs.map((runs) => `<table:table-cell office:value-type="string">${paragraph(runs)}</table:table-cell>`),
    ...numbers.map(
      (number) =>
        `<table:table-cell office:value-type="float" office:value="${number}"><text:p>${number}</text:p></table:table-cell>`,
    ),
    `<table:table-cell table:formula="of:=${literal(texts[13]!)}&amp;${reference}&amp;${names[0]!}" office:value-type="string" office:string-value="${xml(texts[14]!)}"><text:p>${xml(texts[14]!)}</text:p></table:table-cell>`,
    `<table:table-cell office:value-type="string"><office:annotation><dc:creator>${keyword}</dc:creator><text:p>${note}</text:p></office:annotation><text:p>x <text:a xlink:href="${LINK}${address}">y</text:a> ${linked}</text:p></table:table-cell>`,
    `<table:table-cell><draw:frame draw:name="${shape}"><draw:text-box><text:p>${text}</text:p></draw:text-box><svg:title>${alt}</svg:title><svg:desc>${alt}</svg:desc></draw:frame></table:table-cell>`,
  ];
  const content = `<office:document-content ${NAMESPACES}><office:body><office:spreadsheet><table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(${literal(texts[5]!)})"><table:help-message table:title="${help}" table:display="true"><text:p>${list}</text:p></table:help-message></table:content-validation></table:content-validations><table:table table:name="Liste"><table:table-row>${cells.join('')}</table:table-row></table:table><table:table table:name="${xml(sheetName)}"><table:table-row><table:table-cell office:value-type="string"><text:p>z</text:p></table:table-cell></table:table-row></table:table><table:named-expressions>${names.map((each) => `<table:named-range table:name="${each}" table:cell-range-address="$Liste.$A$1"/>`).join('')}<table:named-expression table:name="Formel" table:expression="of:=${literal(texts[15]!)}"/></table:named-expressions></office:spreadsheet></office:body></office:document-content>`;
  const styles = `<office:document-styles ${NAMESPACES}><office:master-styles><style:master-page style:name="Default"><style:header><text:p>${header}</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`;
  return openDocument('spreadsheet', {
    'content.xml': content,
    'styles.xml': styles,
    'meta.xml': meta(title!, keyword!),
  });
}

/** A presentation with the content in all channels of its slides and around them. */
export function randomOdp({ texts, address, numbers, paragraphs }: RandomContent): Uint8Array {
  const [title, keyword, master, note, comment, shape, alt, footer, slide] = texts.map(xml);
  const rows = numbers.map((number) => `<table:table-cell><text:p>${number}</text:p></table:table-cell>`).join('');
  const content = `<office:document-content ${NAMESPACES}><office:body><office:presentation><presentation:footer-decl presentation:name="f">${footer}</presentation:footer-decl><draw:page draw:name="${slide}"><office:annotation><dc:creator>${keyword}</dc:creator><text:p>${comment}</text:p></office:annotation><draw:frame draw:name="${shape}"><draw:text-box>${paragraphs.map(paragraph).join('')}</draw:text-box><svg:title>${alt}</svg:title></draw:frame><draw:custom-shape><text:p>x <text:a xlink:href="${LINK}${address}">${xml(texts[10]!)}</text:a></text:p></draw:custom-shape><draw:frame><table:table><table:table-row>${rows}</table:table-row></table:table></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>${note}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation></office:body></office:document-content>`;
  const styles = `<office:document-styles ${NAMESPACES}><office:master-styles><style:master-page style:name="Default"><draw:frame><draw:text-box><text:p>${master}</text:p></draw:text-box></draw:frame></style:master-page></office:master-styles></office:document-styles>`;
  return openDocument('presentation', {
    'content.xml': content,
    'styles.xml': styles,
    'meta.xml': meta(title!, keyword!),
  });
}

/** The signs of the paragraphs with formatting. */
export const odfSigns = (bytes: Uint8Array): Sign[][] =>
  signsOf(
    partText(bytes, 'content.xml').replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) =>
      ' '.repeat(Number(count ?? 1)),
    ),
    /<text:p>(?:<text:span text:style-name="[BI]">[^<]*<\/text:span>)+<\/text:p>/gs,
    /<text:span text:style-name="(?<format>[BI])">(?<text>[^<]*)<\/text:span>/gs,
  );
