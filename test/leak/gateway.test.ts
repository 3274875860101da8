import { createRequire } from 'node:module';
import { Document, Packer, Paragraph } from 'docx';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exchange, LANGUAGES } from '../../server/contract/index.ts';
import { makeConversation, readableIn } from '../helpers/conversations.ts';
import { playConversation } from '../helpers/conversationPlay.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { makeLetter } from '../helpers/letters.ts';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

const MODELS = { chat: 'chat/test-model', messages: 'messages/test-model' } as const;
const PLAYS = LANGUAGES.flatMap((language, index) =>
  (['chat', 'messages'] as const).map((protocol, number) => ({
    language,
    protocol,
    /** Every second one goes to a provider of the other protocol. */
    model: (index + number) % 2 === 0 ? MODELS[protocol] : MODELS[protocol === 'chat' ? 'messages' : 'chat'],
    stream: index % 2 === number,
    seed: 100 + index * 2 + number,
  })),
);

/** A picture of a text. */
function picture(text: string): Promise<Buffer> {
  const fontfile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
  return sharp({ text: { text, fontfile, font: 'DejaVu Sans 12', dpi: 250 } })
    .flatten({ background: 'white' })
    .negate()
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: 'white' })
    .png()
    .toBuffer();
}

describe('anonymous conversations', () => {
  it.each(PLAYS)('send no value and lose none ($language, $protocol to $model, stream $stream)', async (play) => {
    const conversation = makeConversation(play.protocol, play.language, play.seed);
    const { leaked, anonymous, plain } = await playConversation(gateway, play.protocol, conversation, play);
    expect(leaked).toEqual([]);
    expect(anonymous).toBe(plain);
    expect(readableIn(anonymous, conversation.values.slice(0, 2))).not.toEqual([]);
  });

  it('have their images and documents read here, and their masked text sent alone', async () => {
    const lines = [
      'Sehr geehrte Frau Henrike Wackernagel,',
      'bitte zahlen Sie auf das Konto',
      'DE89 3704 0044 0532 0130 00.',
    ];
    const image = await picture(lines.join('\n'));
    const paragraphs = makeLetter('de', 7);
    const children = paragraphs.text.split('\n').map((text) => new Paragraph({ text }));
    const word = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    const dataUrl = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const content = [
      { type: 'text', text: 'Was steht darin?' },
      { type: 'image_url', image_url: { url: dataUrl('image/png', image) } },
      { type: 'file', file: { filename: 'Wackernagel.docx', file_data: dataUrl('application/octet-stream', word) } },
    ];
    const values = ['Wackernagel', 'Henrike', '3704 0044', ...paragraphs.values];
    const body = { messages: [{ role: 'user', content }] };
    gateway.chat.forget();
    gateway.chat.answerAll({ answer: { text: 'Gut.' } });
    const request = { ...body, model: 'chat/test-model' };
    const answer = await gateway.server.call('POST', '/v1/llm-anonymous/chat/completions', request);
    expect(answer.status).toBe(200);
    const bytes = gateway.chat.received().toString('utf8');
    expect(readableIn(bytes, values)).toEqual([]);
    expect(bytes).toContain('[Text read from an attached image; the image itself was not sent.]');
    expect(bytes.match(/\[\[iban-/g)).toHaveLength(2);
    expect(bytes).not.toContain('base64');
  });

  it('are recorded as the model saw them, for their account alone', async () => {
    const { values } = makeConversation('chat', 'de', 100);
    const { owner } = gateway.team;
    const list = (await owner.call('GET', '/v1/llm-anonymous/requests')).read(
      z.object({ requests: z.array(z.object({ id: z.string() })) }),
    );
    expect(list.requests).toHaveLength(PLAYS.length + 1);
    const path = `/v1/llm-anonymous/requests/${list.requests.at(-1)!.id}`;
    const { request } = (await owner.call('GET', path)).read(z.object({ request: exchange }));
    expect(request.outcome).toBe('completed');
    expect(readableIn(JSON.stringify([request.request, request.answer]), values)).toEqual([]);
    expect(request.values.map(({ original }) => original)).toEqual(expect.arrayContaining([values[3]]));
    const other = await gateway.team.addPerson('other');
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    const text = request.values.map(({ placeholder }) => placeholder).join();
    const restored = (await owner.call('POST', '/deanonymize', { text })).read(z.object({ text: z.string() }));
    expect(restored.text).toBe(request.values.map(({ original }) => original).join());
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.call('GET', path)).status).toBe(404);
  });
});
