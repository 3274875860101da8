import { describe, expect, it } from 'vitest';
import { damaged } from '../../test/fixtures/documents/damage.ts';
import { HOSTILE_DOCUMENTS } from '../../test/fixtures/documents/hostileDocuments.ts';
import { samples } from '../../test/fixtures/documents/samples.ts';
import { anonymizeFiles } from '../../test/helpers/anonymizeFiles.ts';
import { createRandom } from '../../test/helpers/random.ts';

const MEMORY_MEBIBYTES = 1_024;
/** Damaged copies of each sample. Every file is another one, but the same in every run. */
const COPIES = 5;
/** Of a busy machine. */
const TIMEOUT = 600_000;

/** What a document may end with: it was anonymized and read again, or refused with a code that says why. */
const CLEAR =
  /^(?:anonymized|UNREADABLE_FILE|CONTENT_MISMATCH|UNSUPPORTED_TYPE|PASSWORD_PROTECTED|ZIP_RATIO_SUSPICIOUS|TEXT_TOO_LARGE|FILE_TOO_LARGE|DOCUMENT_ANONYMIZATION_FAILED)$/;

describe('damaged documents', () => {
  it('of every format are anonymized and open again, or are refused with a code', { timeout: TIMEOUT }, async () => {
    const files = (await samples()).flatMap(({ name, extension, bytes }, index) =>
      Array.from({ length: COPIES }, (_, copy) => ({
        name: `${name}-${copy}.${extension}`,
        bytes: damaged(bytes, createRandom(index * COPIES + copy)),
      })),
    );
    const { outcomes, peakMebibytes } = await anonymizeFiles(files);
    expect([...outcomes].filter(([, outcome]) => !CLEAR.test(outcome))).toEqual([]);
    expect(outcomes.size).toBe(files.length);
    expect(peakMebibytes).toBeLessThan(MEMORY_MEBIBYTES);
    // Not all damage is seen as such: some copies must get through, or the test tells nothing.
    const anonymized = [...outcomes.values()].filter((outcome) => outcome === 'anonymized').length;
    expect(anonymized).toBeGreaterThan(files.length / 5);
  });
});

describe('hostile documents', () => {
  it('end as they should, whatever trick they play', { timeout: TIMEOUT }, async () => {
    const files = HOSTILE_DOCUMENTS.map(([trick, extension, make]) => ({
      name: `${trick.replace(/[^\w]+/g, '-')}.${extension}`,
      bytes: make(),
    }));
    const { outcomes, peakMebibytes } = await anonymizeFiles(files);
    const wrong = HOSTILE_DOCUMENTS.flatMap(([trick, , , allowed], index) => {
      const outcome = outcomes.get(files[index]!.name) ?? 'was not reached';
      return allowed.includes(outcome) ? [] : [`${trick}: ${outcome}`];
    });
    expect(wrong).toEqual([]);
    expect(peakMebibytes).toBeLessThan(MEMORY_MEBIBYTES);
  });
});
