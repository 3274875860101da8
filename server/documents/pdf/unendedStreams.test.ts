import { describe, expect, it } from 'vitest';
import { pdf } from '../../../test/fixtures/documents/hostileFiles.ts';
import { loadPdfium, withDocument } from './pdfium.ts';
import { countUnendedStreams } from './unendedStreams.ts';

const OBJECTS = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'];
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>';
const sound = Buffer.from(pdf([...OBJECTS, page, '<< /Length 5 >>\nstream\n0 0 m\nendstream']));

describe('streams without an end', () => {
  it('are counted', () => {
    expect(countUnendedStreams(sound)).toBe(0);
    expect(countUnendedStreams(sound.subarray(0, sound.indexOf('endstream')))).toBe(1);
    expect(countUnendedStreams(Buffer.from('stream'))).toBe(1);
    expect(countUnendedStreams(Buffer.from('endstream'))).toBe(0);
  });

  it('make a file unreadable where looking for their ends would take minutes', async () => {
    const many = Buffer.from(`%PDF-1.4\n${'4 0 obj << /Length 99999999 >> stream\n'.repeat(100_000)}`);
    const pdfium = await loadPdfium();
    expect(() => withDocument(pdfium, many, () => 'open')).toThrow(
      expect.objectContaining({ code: 'UNREADABLE_FILE' }),
    );
    expect(withDocument(pdfium, sound, () => 'open')).toBe('open');
  });
});
