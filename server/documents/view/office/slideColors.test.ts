import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openFormat } from '../../inPlace/formats.ts';
import { changed, contrast, readable } from './colors.ts';
import { viewOffice } from './viewOffice.ts';

const FIXTURE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'test',
  'fixtures',
  'documents',
  'layout',
  'slides.pptx',
);
const SLIDE = 'ppt/slides/slide1.xml';
const { signal } = new AbortController();

/** The first slide as it is shown, with another background and more files in the package. */
async function slideWith(background: string, files: Readonly<Record<string, Uint8Array>> = {}, linked = '') {
  const parts = { ...unzipSync(readFileSync(FIXTURE)), ...files };
  const slide = Buffer.from(parts[SLIDE]!)
    .toString()
    .replace(/<p:bg>.*?<\/p:bg>/s, '');
  parts[SLIDE] = strToU8(slide.replace(/<p:cSld([^>]*)>/, `<p:cSld$1>${background}`));
  const links = 'ppt/slides/_rels/slide1.xml.rels';
  parts[links] = strToU8(
    Buffer.from(parts[links]!).toString().replace('</Relationships>', `${linked}</Relationships>`),
  );
  const bytes = zipSync(parts);
  const { text } = await (await openFormat('pptx')).read(bytes, { pictures: false, signal });
  const view = await viewOffice('pptx', { bytes, text, layout: null });
  const [content] = view!.contents;
  if (content?.kind !== 'slide') throw new Error('no slide');
  const colors = content.shapes
    .filter(({ fill }) => fill === undefined)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'paragraph' ? block.runs : [])))
    .map(({ color }) => color ?? '16181a');
  return { background: content.background, colors };
}

describe('the background of a slide', () => {
  it.each([
    [
      'a colour',
      '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="1F2A44"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>',
      '1f2a44',
    ],
    [
      'a colour of the theme',
      '<p:bg><p:bgRef idx="1001"><a:schemeClr val="tx1"><a:lumMod val="50000"/></a:schemeClr></p:bgRef></p:bg>',
      '000000',
    ],
    [
      'a gradient',
      '<p:bg><p:bgPr><a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="000000"/></a:gs><a:gs pos="100000"><a:srgbClr val="404040"/></a:gs></a:gsLst></a:gradFill></p:bgPr></p:bg>',
      '202020',
    ],
  ])('is shown (%s), and all words on it can be read', async (_what, background, color) => {
    const slide = await slideWith(background);
    expect(slide.background).toBe(color);
    expect(slide.colors.length).toBeGreaterThan(0);
    for (const each of slide.colors) expect(contrast(each, color)).toBeGreaterThanOrEqual(1.7);
  });

  it('is the mean of a picture, and left out when that cannot be read', async () => {
    const background = '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rIdB"/></a:blipFill></p:bgPr></p:bg>';
    const link =
      '<Relationship Id="rIdB" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/back.png"/>';
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#102030' } })
      .png()
      .toBuffer();
    expect((await slideWith(background, { 'ppt/media/back.png': image }, link)).background).toBe('102030');
    expect((await slideWith(background, { 'ppt/media/back.png': strToU8('x') }, link)).background).toBeUndefined();
  });
});

describe('colours', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'));
  it('of words can be read on whatever they stand on', () => {
    fc.assert(
      fc.property(fc.option(color, { nil: undefined }), color, (word, backdrop) => {
        expect(contrast(readable(word, backdrop) ?? '16181a', backdrop)).toBeGreaterThanOrEqual(1.7);
      }),
    );
    expect(readable(undefined, 'ffffff')).toBeUndefined();
    expect(readable('c00000', 'ffffff')).toBe('c00000');
  });
  it('become lighter and darker as drawing programs make them', () => {
    expect(changed('4472c4', 'lumMod', 0.5)).toBe('203864');
    expect(changed('808080', 'tint', 0.5)).toBe('c0c0c0');
    expect(changed('808080', 'shade', 0.5)).toBe('404040');
  });
});
