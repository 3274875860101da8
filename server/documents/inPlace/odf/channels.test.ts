import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize, partText, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const formats = {
  text: await openFormat('odt'),
  spreadsheet: await openFormat('ods'),
  presentation: await openFormat('odp'),
};
type Type = keyof typeof formats;
const NAME = 'Kasimir Wolkenstein';
const DAY = '1979-05-24';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const SPACES = [
  ...['office', 'style', 'text', 'table', 'presentation', 'chart', 'form', 'script', 'meta', 'config'].map(
    (name) => `xmlns:${name}="${OASIS}:${name}:1.0"`,
  ),
  `xmlns:draw="${OASIS}:drawing:1.0" xmlns:number="${OASIS}:datastyle:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xhtml="http://www.w3.org/1999/xhtml"`,
  'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
].join(' ');

const part = (root: string, content: string): Uint8Array =>
  new TextEncoder().encode(`<office:${root} ${SPACES}>${content}</office:${root}>`);
function document(type: Type, body: string, { styles = '', settings = '' } = {}): Uint8Array {
  return zipSync({
    mimetype: [new TextEncoder().encode(`application/vnd.oasis.opendocument.${type}`), { level: 0 }],
    'content.xml': part('document-content', `<office:body><office:${type}>${body}</office:${type}></office:body>`),
    'styles.xml': part('document-styles', `<office:styles>${styles}</office:styles>`),
    'settings.xml': part('document-settings', `<office:settings>${settings}</office:settings>`),
  });
}
const text = (body: string, more = {}): readonly ['text', Uint8Array] => ['text', document('text', body, more)];
const sheet = (body: string, name = 'Liste'): readonly ['spreadsheet', Uint8Array] => [
  'spreadsheet',
  document(
    'spreadsheet',
    `<table:table table:name="${name}"><table:table-row><table:table-cell><text:p>Wert</text:p></table:table-cell></table:table-row></table:table>${body}`,
  ),
];

const PATH = `file:///home/${NAME.replace(' ', '.').toLowerCase()}/akte.ods`;

const CHANNELS: Readonly<Record<string, readonly [type: Type, bytes: Uint8Array, value?: string]>> = {
  'fixed date': [
    ...text(
      `<text:p>am <text:date text:fixed="true" text:date-value="${DAY}T00:00:00">24.05.1979</text:date></text:p>`,
    ),
    DAY,
  ],
  'date of the last look': [
    ...text(`<text:p>am <text:date text:date-value="${DAY}T00:00:00">24.05.1979</text:date></text:p>`),
    DAY,
  ],
  'day in a variable': [
    ...text(
      `<text:p><text:variable-set text:name="x" office:value-type="date" office:date-value="${DAY}" text:formula="ooow:28999">24.05.1979</text:variable-set></text:p>`,
    ),
    DAY,
  ],
  style: text('<text:p/>', {
    styles: `<style:style style:name="x" style:display-name="${NAME}" style:family="paragraph"/>`,
  }),
  'style without another name': [
    ...text('<text:p/>', { styles: '<style:style style:name="Wolkenstein" style:family="paragraph"/>' }),
    'Wolkenstein',
  ],
  'filling with a picture': text('<text:p/>', {
    styles: `<draw:fill-image draw:name="x" draw:display-name="Foto ${NAME}"/>`,
  }),
  'words before numbers': text('<text:p/>', {
    styles: `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-prefix="Akte ${NAME} "/></text:list-style>`,
  }),
  'words in a number format': text('<text:p/>', {
    styles: `<number:number-style style:name="N1"><number:text>${NAME}</number:text></number:number-style>`,
  }),
  'annotation for machines': text(`<text:p xhtml:about="[_:1]" xhtml:property="x" xhtml:content="${NAME}">x</text:p>`),
  'address in the settings': text('<text:p/>', {
    settings: `<config:config-item-set config:name="ooo:configuration-settings"><config:config-item config:name="ColorTableURL" config:type="string">file:///home/${NAME}/standard.soc</config:config-item></config:config-item-set>`,
  }),
  'macro behind a field': text(
    `<text:p><text:execute-macro text:name="Standard.${NAME}">hier</text:execute-macro></text:p>`,
  ),
  'data behind a form': text(
    `<office:forms><form:form form:datasource="${NAME}" form:command="SELECT ${NAME}" form:filter="x='${NAME}'"/></office:forms><text:p/>`,
  ),
  'parameter of a program': text(
    `<text:p><draw:frame><draw:plugin><draw:param draw:name="x" draw:value="${NAME}"/></draw:plugin></draw:frame></text:p>`,
  ),
  'condition of a format': sheet(
    `<calcext:conditional-formats><calcext:conditional-format><calcext:condition calcext:value="contains-text(&quot;${NAME}&quot;)"/></calcext:conditional-format></calcext:conditional-formats>`,
  ),
  query: sheet(
    `<table:database-ranges><table:database-range table:name="x"><table:database-source-sql table:database-name="${NAME}" table:sql-statement="SELECT '${NAME}'"/></table:database-range></table:database-ranges>`,
  ),
  'group of a pivot table': sheet(
    `<table:data-pilot-tables><table:data-pilot-table table:name="x" table:application-data="${NAME}"><table:data-pilot-field table:source-field-name="y"><table:data-pilot-groups table:source-field-name="z"><table:data-pilot-group table:name="${NAME}"><table:data-pilot-group-member table:name="${NAME}"/></table:data-pilot-group></table:data-pilot-groups></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>`,
  ),
  'user of a source': sheet(
    `<table:data-pilot-tables><table:data-pilot-table table:name="x"><table:source-service table:name="s" table:user-name="${NAME}"/></table:data-pilot-table></table:data-pilot-tables>`,
  ),
  'comment in the markup': text(`<!-- ${NAME} --><text:p/>`),
};

describe('channels of OpenDocument files', () => {
  it.each(Object.entries(CHANNELS))('%s', async (_channel, [type, bytes, value = NAME]) => {
    expect(await channelFaults(formats[type], bytes, value)).toEqual([]);
  });

  it('keeps what a fixed date shows, and no line for styles that programs name', async () => {
    const [, bytes] = CHANNELS['fixed date']!;
    const { bytes: masked } = await anonymize(formats.text, bytes, [NAME]);
    expect(partText(masked, 'content.xml')).toContain('<text:p>am 24.05.1979</text:p>');
    const styles = [
      'Text_20_body',
      'Heading_20_1',
      'Default_20_Paragraph_20_Font',
      'List_20_1_20_Start',
      'Internet_20_link',
    ];
    const plain = document('text', '<text:p>Hallo</text:p>', {
      styles: styles
        .map((name) => `<style:style style:name="${name}" style:display-name="${name.replaceAll('_20_', ' ')}"/>`)
        .join(''),
    });
    expect(await readText(formats.text, plain)).toBe('Hallo');
  });

  it('leaves references to a sheet whole when its name is masked', async () => {
    const [, bytes] = sheet(
      `<table:table table:name="Summe" table:print-ranges="'${NAME}'.A1:'${NAME}'.B2"><table:shapes><draw:frame table:end-cell-address="'${NAME}'.B2"/></table:shapes></table:table>`,
      NAME,
    );
    const { bytes: masked } = await anonymize(formats.spreadsheet, bytes, [NAME]);
    const content = partText(masked, 'content.xml');
    expect(content).toContain(
      `table:print-ranges="&apos;{{person-00000000}}&apos;.A1:&apos;{{person-00000000}}&apos;.B2"`,
    );
    expect(content).toContain(`table:end-cell-address="&apos;{{person-00000000}}&apos;.B2"`);
  });

  it.each([
    [
      'formulas',
      'spreadsheet',
      `<table:table table:name="A"><table:table-row><table:table-cell table:formula="of:=['${PATH}'#$A.B1]*2" office:value-type="float" office:value="4"><text:p>4</text:p></table:table-cell></table:table-row></table:table>`,
      'office:value="4"',
    ],
    [
      'named expressions',
      'spreadsheet',
      `<table:table table:name="A"/><table:named-expressions><table:named-expression table:name="x" table:expression="['${PATH}'#$A.B1]"/></table:named-expressions>`,
      `table:expression="['document.ods'#$A.B1]"`,
    ],
    [
      'links',
      'text',
      `<text:p><text:a xlink:href="${PATH}">Akte</text:a></text:p>`,
      '<text:a xlink:href="">[[person-00000000]]</text:a>',
    ],
  ] as const)('leads to no file of the machine from %s', async (_where, type, body, expected) => {
    const { bytes, cleaned } = await anonymize(formats[type], document(type, body), ['Akte']);
    const content = partText(bytes, 'content.xml');
    expect(content).not.toContain('wolkenstein');
    expect(content).toContain(expected);
    expect(cleaned).toContainEqual({ kind: 'external_reference', count: 1 });
  });
});
