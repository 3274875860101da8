import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { TextRun, ViewBlock } from '../../../contract/documentView.ts';
import { fixture } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { remembering } from '../../../../test/fixtures/documents/inPlace/remembering.ts';
import { openFormat } from '../../inPlace/formats.ts';
import { createRecognizer } from '../../inPlace/recognition/createRecognizer.ts';
import { viewFlow } from '../viewFlow.ts';

const recognizer = remembering(createRecognizer({ threads: 1 }));
afterAll(() => recognizer.close());
const { signal } = new AbortController();

const runsOf = (block: ViewBlock): readonly TextRun[] => {
  if (block.kind === 'row') return block.cells.flatMap(({ blocks }) => blocks.flatMap(runsOf));
  return 'runs' in block ? block.runs : [];
};

/** The blocks of one office document in an archive, each with its text. */
async function shown(name: string, bytes: Uint8Array, pictures?: false): Promise<string[]> {
  const archive = zipSync({ [name]: bytes, 'danach.txt': Buffer.from('Ende') });
  const options = { signal, language: 'de', ...(pictures === false && { pictures }) } as const;
  const { text } = await (await openFormat('zip', recognizer)).read(archive, options);
  const view = await viewFlow({ bytes: archive, format: 'zip', name: 'a.zip', text, layout: null });
  const blocks = view!.contents.flatMap((content) => (content.kind === 'flow' ? content.blocks : []));
  expect(blocks.at(-1)).toMatchObject({ runs: [{ start: text.length - 4, end: text.length }] });
  return blocks.map((block) => {
    const own = runsOf(block).map(({ start, end }) => text.slice(start, end));
    return `${block.kind === 'paragraph' && block.heading ? 'heading' : block.kind}: ${own.join('|')}`;
  });
}

describe('office documents in archives', { timeout: 120_000 }, () => {
  it.each(['docx', 'odt'] as const)('show paragraphs, and words of pictures, of %s', async (format) => {
    const lines = await shown(`a.${format}`, fixture(`pictures/pictures.${format}`));
    expect(lines.slice(0, 3)).toEqual([
      `file: a.${format}`,
      'paragraph: Sehr geehrte Frau Leonore Wachtelmann,',
      'picture: ',
    ]);
    expect(lines.filter((line) => line.includes('gutgeschrieben'))).toHaveLength(1);
    expect(lines).toContain('paragraph: Ottokar Birnbaum');
  });

  it.each(['xlsx', 'ods'] as const)('show tables of %s', async (format) => {
    const lines = await shown(`a.${format}`, fixture(`pictures/pictures.${format}`));
    expect(lines.slice(0, 3)).toEqual([`file: a.${format}`, 'heading: Konten', 'row: Leonore Wachtelmann']);
    expect(lines.filter((line) => line.includes('gutgeschrieben'))).toHaveLength(1);
  });

  it.each(['pptx', 'odp'] as const)('show slides of %s', async (format) => {
    const lines = await shown(`a.${format}`, fixture(`pictures/pictures.${format}`));
    const slides = lines.filter((line) => !line.startsWith('file')).slice(0, 3);
    expect(slides).toEqual(['paragraph: Erste Folie', 'break: ', 'paragraph: Brief an Leonore Wachtelmann']);
    expect(lines.filter((line) => line.includes('gutgeschrieben'))).toHaveLength(1);
  });

  it('are shown when their pictures were left out', async () => {
    const lines = await shown('a.docx', fixture('pictures/pictures.docx'), false);
    expect(lines).toContain('paragraph: Sehr geehrte Frau Leonore Wachtelmann,');
    expect(lines.some((line) => line.includes('gutgeschrieben'))).toBe(false);
  });
});
