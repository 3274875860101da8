import Anthropic from '@anthropic-ai/sdk';
import PDFDocument from 'pdfkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import type { RecordedRequest } from '../../helpers/providers/protocolServer.ts';
import type { Reply } from '../../helpers/providers/script.ts';

const LINES = ['🙂 Guten Tag.', 'Frau Anna Müller wohnt in Köln.', 'Sie erreichen Anna Müller morgen.'];
const TEXT = LINES.join('\n');
const SENTENCE = LINES[2]!;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());
afterEach(() => gateway.messages.forget());

const clientOf = (path: string): Anthropic =>
  new Anthropic({ apiKey: gateway.server.apiKey, baseURL: `${gateway.base}${path}`, maxRetries: 0 });

const sentDocument = z.looseObject({
  type: z.literal('document'),
  title: z.string().nullish(),
  source: z.looseObject({
    type: z.string(),
    data: z.string().optional(),
    content: z.array(z.looseObject({ text: z.string() })).optional(),
  }),
});
const sentBody = z.looseObject({
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]) }),
  ),
});
/** The documents that a request holds, in their order. */
const documentsIn = (json: unknown) =>
  sentBody
    .parse(json)
    .messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block) => sentDocument.safeParse(block).data ?? []);

/** Cites the last sentence of the last document, as the reference says a model does. */
function citing(request: RecordedRequest): Reply {
  const documents = documentsIn(request.json);
  const index = documents.length - 1;
  const { source, title = null } = documents[index]!;
  const head = { document_index: index, document_title: title, file_id: null };
  const points = Array.from(source.data ?? '');
  const cited = source.data?.split('\n').findLast((line) => line.trim() !== '') ?? '';
  const start = Array.from((source.data ?? '').slice(0, source.data?.lastIndexOf(cited))).length;
  const last = source.content?.at(-1)?.text ?? '';
  const citation =
    source.content === undefined
      ? {
          ...{
            type: 'char_location',
            ...head,
            start_char_index: start,
            end_char_index: start + Array.from(cited).length,
          },
          cited_text: points.slice(start, start + Array.from(cited).length).join(''),
        }
      : {
          ...{ type: 'content_block_location', ...head, cited_text: last },
          ...{ start_block_index: source.content.length - 1, end_block_index: source.content.length },
        };
  const text = `Sie schreiben: ${cited || last}`;
  const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: 'test-model', stop_sequence: null };
  const usage = { input_tokens: 5, output_tokens: 5 };
  if (!z.looseObject({ stream: z.literal(true) }).safeParse(request.json).success) {
    const content = [{ type: 'text', text, citations: [citation] }];
    const body = { ...whole, content, stop_reason: 'end_turn', usage };
    return { raw: { contentType: 'application/json', parts: [JSON.stringify(body)] } };
  }
  const delta = (fields: object) => ({ type: 'content_block_delta', index: 0, delta: fields });
  const events = [
    { type: 'message_start', message: { ...whole, content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
    ...(text.match(/[^]{1,5}/gu) ?? []).map((piece) => delta({ type: 'text_delta', text: piece })),
    delta({ type: 'citations_delta', citation }),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  const parts = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { raw: { contentType: 'text/event-stream', parts } };
}

type Block = Anthropic.ContentBlockParam;
const document = (source: Anthropic.DocumentBlockParam['source'], title: string | null = null): Block => ({
  ...{ type: 'document', source, title, citations: { enabled: true } },
});
const asText = (data: string, title: string | null = null): Block =>
  document({ type: 'text', media_type: 'text/plain', data }, title);

async function pdfOf(pages: readonly string[]): Promise<string> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  for (const page of pages) pdf.addPage().text(page);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('base64');
}

describe.each([
  ['plain', ''],
  ['anonymous', '/v1/llm-anonymous'],
])('citations of documents, %s', (variant, path) => {
  const question: Block = { type: 'text', text: 'Was steht dort?' };
  const ask = async (content: readonly Block[], stream: boolean, before: readonly Anthropic.MessageParam[] = []) => {
    gateway.messages.answerNext(citing);
    const messages = [...before, { role: 'user' as const, content: [...content, question] }];
    const request = { model: 'messages/test-model', max_tokens: 50, messages };
    const client = clientOf(path);
    const answer = stream
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    if (variant === 'anonymous') expect(gateway.messages.received().toString()).not.toMatch(/Anna|Müller/);
    return answer;
  };
  const citationOf = ({ content }: Anthropic.Message): Anthropic.TextCitation => {
    const [block] = content;
    expect(block).toMatchObject({ type: 'text' });
    return (block as Anthropic.TextBlock).citations![0]!;
  };

  it.each([false, true])('name the place in the text that the client sent (stream: %s)', async (stream) => {
    const answer = await ask([asText('Anderes.'), asText(TEXT, 'Akte_Anna_Müller')], stream);
    expect(answer.content).toMatchObject([{ text: `Sie schreiben: ${SENTENCE}` }]);
    const citation = citationOf(answer) as Anthropic.CitationCharLocation;
    expect(citation).toMatchObject({ type: 'char_location', document_index: 1, cited_text: SENTENCE });
    expect(citation.document_title).toBe('Akte_Anna_Müller');
    const { start_char_index: start, end_char_index: end } = citation;
    expect(Array.from(TEXT).slice(start, end).join('')).toBe(SENTENCE);
  });

  it.each([false, true])('name blocks of their source by their numbers (stream: %s)', async (stream) => {
    const content = LINES.map((text) => ({ type: 'text' as const, text }));
    const citation = citationOf(await ask([document({ type: 'content', content })], stream));
    expect(citation).toMatchObject({
      ...{ type: 'content_block_location', cited_text: SENTENCE, document_title: null },
      ...{ start_block_index: 2, end_block_index: 3 },
    });
  });

  it('come back with the conversation, at their places in what is sent', async () => {
    const documents = [asText(TEXT)];
    const answer = await ask(documents, false);
    const first = documentsIn(gateway.messages.requests[0]!.json)[0]!;
    gateway.messages.forget();
    await ask([], false, [
      { role: 'user', content: [...documents, question] },
      { role: 'assistant', content: answer.content as Block[] },
    ]);
    const { messages } = z
      .looseObject({
        messages: z.array(z.looseObject({ content: z.array(z.looseObject({ citations: z.unknown().optional() })) })),
      })
      .parse(gateway.messages.requests[0]!.json);
    const [citation] = z
      .array(
        z.object({
          type: z.string(),
          cited_text: z.string(),
          start_char_index: z.number(),
          end_char_index: z.number(),
        }),
      )
      .parse(messages[1]!.content[0]!.citations);
    const { start_char_index: start, end_char_index: end } = citation!;
    expect(Array.from(first.source.data!).slice(start, end).join('')).toBe(citation!.cited_text);
    expect(citation!.cited_text).toMatch(
      variant === 'anonymous' ? /^Sie erreichen \[\[person-\w+\]\] morgen\.$/ : SENTENCE,
    );
  });
});

describe('citations of anonymous requests', () => {
  it('name the pages of a PDF, whose text alone is sent, and come back with the conversation', async () => {
    const source = {
      type: 'base64' as const,
      media_type: 'application/pdf' as const,
      data: await pdfOf(LINES.slice(1)),
    };
    const client = clientOf('/v1/llm-anonymous');
    const documents: Block[] = [{ type: 'document', source, citations: { enabled: true } }];
    const ask = (...messages: Anthropic.MessageParam[]) => {
      gateway.messages.answerNext(citing);
      return client.messages.create({ model: 'messages/test-model', max_tokens: 50, messages });
    };
    const { content } = await ask({ role: 'user', content: documents });
    expect(content).toMatchObject([
      {
        citations: [
          {
            ...{ type: 'page_location', document_index: 0, cited_text: SENTENCE, document_title: null },
            ...{ start_page_number: 2, end_page_number: 3 },
          },
        ],
      },
    ]);
    gateway.messages.forget();
    await ask(
      { role: 'user', content: documents },
      { role: 'assistant', content: content as Block[] },
      { role: 'user', content: 'Weiter.' },
    );
    expect(gateway.messages.requests[0]!.json).toMatchObject({
      messages: [{}, { content: [{ citations: [{ type: 'char_location', document_index: 0 }] }] }, {}],
    });
    expect(gateway.messages.received().toString()).not.toMatch(/Anna|Müller/);
  });

  it('keep their placeholders where the request wants it', async () => {
    gateway.messages.answerNext(citing);
    const { body } = await gateway.server.call('POST', '/v1/llm-anonymous/messages', {
      ...{ model: 'messages/test-model', max_tokens: 50, deckname: { deanonymize: false } },
      messages: [{ role: 'user', content: [asText(TEXT, 'Akte_Anna_Müller')] }],
    });
    expect(JSON.stringify(body)).not.toMatch(/Anna|Müller/);
    const start = Array.from(TEXT.slice(0, TEXT.indexOf(SENTENCE))).length;
    expect(body).toMatchObject({
      content: [{ citations: [{ start_char_index: start, end_char_index: start + SENTENCE.length }] }],
    });
  });

  it('of documents that are not sent any more are left out', async () => {
    const citation = { type: 'char_location', cited_text: SENTENCE, document_index: 0, document_title: null };
    const content = [
      { type: 'text', text: 'Gut.', citations: [{ ...citation, start_char_index: 0, end_char_index: 9 }] },
    ];
    gateway.messages.answerNext({ answer: { text: 'Gern.' } });
    const answer = await gateway.server.call('POST', '/v1/llm-anonymous/messages', {
      ...{ model: 'messages/test-model', max_tokens: 50 },
      messages: [
        { role: 'user', content: 'Hallo' },
        { role: 'assistant', content },
        { role: 'user', content: 'Weiter' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(gateway.messages.requests[0]!.json).toMatchObject({ messages: [{}, { content: [{ citations: [] }] }, {}] });
  });
});
