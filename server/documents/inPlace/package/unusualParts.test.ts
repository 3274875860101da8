import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { anonymize, leftovers, readText, restore } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { OFFICE, officePackage, relations } from '../../../../test/fixtures/documents/inPlace/packages.ts';
import { openFormat } from '../formats.ts';
import type { OfficeFormat } from '../officeFormats.ts';

const VALUE = 'Ekkehard Lindwurm';
const HIDDEN = 'Wackernagel';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

/** A formula as OpenOffice wrote it, with the type of its document. */
const odtWithFormula = (type: string): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0"><office:body><office:text><text:p>Von ${VALUE}</text:p></office:text></office:body></office:document-content>`,
        'Object 1/content.xml': `<?xml version="1.0"?>\n${type}<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>x</math:mi></math:math>`,
      }).map(([name, part]) => [name, new TextEncoder().encode(part)]),
    ),
  );

/** A slide with a control, whose picture PowerPoint puts between conditions. */
const pptxWithControl = officePackage(
  { 'ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml' },
  {
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${OFFICE}"/>`,
    'ppt/_rels/presentation.xml.rels': relations(['slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:r><a:t>Von ${VALUE}</a:t></a:r></a:p></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(['vmlDrawing', '../drawings/vmlDrawing1.vml']),
    'ppt/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="Button1"><![if ${HIDDEN}]><v:imagedata/>\n<![endif]></v:shape></xml>`,
  },
);

describe('parts that are no plain XML', () => {
  it.each<[what: string, format: OfficeFormat, bytes: Uint8Array]>([
    [
      'formulas with the name of their type',
      'odt',
      odtWithFormula(`<!DOCTYPE math:math PUBLIC "-//A//${HIDDEN}//EN" "math.dtd">`),
    ],
    ['drawings with conditions', 'pptx', pptxWithControl],
  ])('are read and cleaned: %s', async (_what, name, bytes) => {
    const format = await openFormat(name);
    const text = await readText(format, bytes);
    expect(text).toContain(VALUE);
    const anonymized = await anonymize(format, bytes, [VALUE]);
    expect(leftovers(anonymized.bytes, [VALUE, HIDDEN])).toEqual([]);
    expect(await readText(format, await restore(format, anonymized.bytes, [VALUE]))).toBe(text);
  });

  it('are refused where they declare entities', async () => {
    const odt = await openFormat('odt');
    await expect(readText(odt, odtWithFormula('<!DOCTYPE m [<!ENTITY e "x">]>'))).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });
});
