import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const html = await openFormat('html');
const NAME = 'Kasimir Wolkenstein';

const CHANNELS: Readonly<Record<string, readonly [source: string, value?: string]>> = {
  'tag for a name': [`<st1:PersonName w:st="on" ProductID="${NAME}">er</st1:PersonName>`],
  'words along a line': [`<v:textpath string="${NAME}"/>`],
  'title of a drawing': [`<v:imagedata src="cid:1" o:title="${NAME}"/>`],
  'day for machines': ['<time datetime="1979-05-24">24.05.1979</time>', '1979-05-24'],
  'data for search engines': [`<script type="application/ld+json">{"name":"${NAME}"}</script>`],
  'conditional comment': [`<!--[if gte mso 9]><xml><o:Author>${NAME}</o:Author></xml><![endif]-->`],
  'hidden field': [`<input type="hidden" value="${NAME}">`],
};

describe('channels of HTML', () => {
  it.each(Object.entries(CHANNELS))('%s', async (_channel, [source, value = NAME]) => {
    expect(await channelFaults(html, Buffer.from(`<p>Hallo</p>${source}`), value)).toEqual([]);
  });

  it('takes no font for a person of the same name', async () => {
    const source = `<style>p{font-family:"Times New Roman",Georgia,serif}</style><p style="font-family:Georgia,serif"><font face="Times New Roman">Roman und Georgia</font></p>`;
    const { bytes } = await anonymize(html, Buffer.from(source), ['Roman', 'Georgia']);
    expect(Buffer.from(bytes).toString()).toBe(
      source.replace('Roman und Georgia', '[[person-00000000]] und [[person-00000001]]'),
    );
  });
});
