import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const eml = await openFormat('eml');
const NAME = 'Kasimir Wolkenstein';
const message = (...lines: readonly string[]): Uint8Array => Buffer.from(lines.join('\r\n'), 'utf8');
const header = ['From: a@example.org', 'Subject: Termin', 'MIME-Version: 1.0'];

describe('channels of mail messages', () => {
  it('reads values that are folded in calendars and cards, and keeps the fold', async () => {
    const bytes = message(
      ...header,
      'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
      '',
      'BEGIN:VEVENT',
      'ATTENDEE;ROLE=REQ-PARTICIPANT;RSVP=TRUE;CN=Kasimir Wol',
      ' kenstein:mailto:kasimir@example.org',
      'SUMMARY:Besprechung',
      'END:VEVENT',
    );
    expect(await readText(eml, bytes)).toContain(`CN=${NAME}:mailto`);
    const result = Buffer.from((await anonymize(eml, bytes, [NAME])).bytes).toString();
    expect(result).toContain('RSVP=TRUE;CN=[[person-00000000]]\r\n :mailto:kasimir@example.org\r\nSUMMARY');
    expect(result).not.toMatch(/Kasimir Wol|kenstein/);
  });

  it.each([
    ['paths of programs', 'Content-Type: text/plain; charset=utf-8; x-unix-path="/home/Kasimir Wolkenstein/brief.txt"'],
    ['unknown parameters of a file', 'Content-Disposition: inline; x-apple-owner="Kasimir Wolkenstein"'],
  ])('%s', async (_what, field) => {
    expect(await channelFaults(eml, message(...header, field, '', 'Hallo'), NAME)).toEqual([]);
  });

  it.each([
    ['with its end', ['`', 'end', 'Gruß']],
    ['without its end', []],
  ])('takes out a file that stands in the text, %s', async (_what, rest) => {
    // The encoded words are "Akte von Kasimir Wolkenstein, ledig".
    const data = String.raw`C06MT92!V;VX@2V%S:6UI<B!7;VQK96YS=&5I;BP@;&5D:6< `;
    const lines = ['Anbei', 'begin 644 Kasimir Wolkenstein.txt', data, ...rest];
    const { bytes, removed } = await anonymize(eml, message(...header, '', ...lines), [NAME]);
    expect((await readText(eml, bytes)).trim()).toBe(['a@example.org\n\nTermin\n\nAnbei', ...rest.slice(2)].join('\n'));
    expect(removed).toEqual([{ kind: 'attachment', count: 1 }]);
  });

  it('leaves a text that only speaks of beginning', async () => {
    const bytes = message(...header, '', 'begin 644 letters', 'and end them');
    expect(Buffer.from((await anonymize(eml, bytes, [NAME])).bytes).toString()).toContain(
      'begin 644 letters\r\nand end them',
    );
  });

  it.each([
    ['parts with nothing between them', 'multipart/signed'],
    ['parts with an empty line between them', 'multipart/mixed; boundary=""'],
    ['a type that is empty', ''],
  ])('reads %s as plain text', async (_what, type) => {
    const inner = [`Content-Type: ${type}`, '', '--b', 'Content-Type: text/plain', '', `Frau ${NAME}`, '--b--'];
    const inAttachment = ['Content-Type: multipart/mixed; boundary=a', '', '--a', ...inner, '--a--'];
    for (const lines of [inner, inAttachment]) {
      const bytes = message(...header, ...lines);
      expect(await readText(eml, bytes)).toContain(`Frau ${NAME}`);
      expect(Buffer.from((await anonymize(eml, bytes, [NAME])).bytes).toString()).toContain('Frau [[person-00000000]]');
    }
  });
});
