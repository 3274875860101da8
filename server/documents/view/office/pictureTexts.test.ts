import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../../inPlace/formats.ts';
import { createRecognizer } from '../../inPlace/recognition/createRecognizer.ts';
import { viewOffice } from './viewOffice.ts';

const recognizer = createRecognizer({ threads: 1 });
afterAll(() => recognizer.close());
const { signal } = new AbortController();
const WORD = 'gutgeschrieben';

describe('views of documents with pictures', { timeout: 120_000 }, () => {
  it.each(['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'] as const)(
    'show the words of pictures in %s',
    async (format) => {
      const bytes = fixture(`pictures/pictures.${format}`);
      const { text, layout = null } = await (
        await openFormat(format, recognizer)
      ).read(bytes, { signal, language: 'de' });
      const view = await viewOffice(format, { bytes, text, layout });
      const at = text.indexOf(WORD);
      const place = view!.places.find(({ start, end }) => start <= at && at + WORD.length <= end);
      expect(place).toBeDefined();
      expect(JSON.stringify(view!.contents[place!.part - 1])).toContain(`"end":${String(at + WORD.length + 1)},`);
    },
  );

  it('show documents that were read before pictures were', async () => {
    const bytes = fixture('pictures/pictures.docx');
    const { text } = await (await openFormat('docx', recognizer)).read(bytes, { signal, pictures: false });
    const view = await viewOffice('docx', { bytes, text, layout: null });
    expect(view!.kind).toBe('flow');
  });
});
