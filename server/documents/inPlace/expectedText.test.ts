import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../../test/fixtures/documents/inPlace/checks.ts';
import type { DocumentFormat } from '../types.ts';
import { openFormat } from './formats.ts';
import { messageFile } from '../../../test/fixtures/documents/msg/message.ts';
import { packLayout } from './recognition/layout.ts';

const signal = new AbortController().signal;

describe('the text a rewrite is made for', { timeout: 60_000 }, () => {
  it.each<[DocumentFormat, Uint8Array]>([
    ['txt', strToU8('Anna')],
    ['html', strToU8('<p>Anna</p>')],
    ['rtf', strToU8(String.raw`{\rtf1 Anna}`)],
    ['eml', strToU8('Subject: Akte\r\n\r\nAnna')],
    ['msg', messageFile({ properties: { 0x001a: 'IPM.Note', 0x0037: 'Akte', 0x1000: 'Anna' } })],
    ['zip', zipSync({ 'a.txt': strToU8('Anna') })],
    ['docx', fixture('../../../resources/samples/de-brief.docx')],
    ['pdf', fixture('../../../resources/samples/fr-contrat.pdf')],
    ['gif', fixture('page.gif')],
  ])('is compared by %s', async (format, bytes) => {
    const opened = await openFormat(format);
    const layout = format === 'gif' ? packLayout(new Map()) : undefined;
    const request = {
      replacements: [],
      forbidden: [],
      purpose: 'anonymize',
      signal,
      ...(layout && { layout }),
    } as const;
    const { text } = format === 'gif' ? { text: '' } : await opened.read(bytes, { signal });
    const rewrite = async (expectedText: string) => await opened.rewrite(bytes, { ...request, expectedText });
    await expect(rewrite(`${text}.`)).rejects.toMatchObject({ code: 'NOT_EXPORTABLE' });
    await expect(rewrite(text)).resolves.toHaveProperty('bytes');
  });
});
