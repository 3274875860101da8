import { isJsonObject } from '../../server/providers/types.ts';
import type { BootedGateway } from './gateway.ts';
import { addressesIn, linkedAnswer } from './linkedAnswers.ts';

export const VALUES = [
  'Henrike Wackernagel',
  'DE89 3704 0044 0532 0130 00',
  'henrike.wackernagel@example.org',
] as const;
const QUESTION = `Frau ${VALUES[0]}, Konto ${VALUES[1]}, Mail ${VALUES[2]}: Was gibt es über sie?`;
const PARTS_OF_VALUES = /wackernagel|henrike|3704|0532/i;
const PLACEHOLDER = /\[\[[a-z]+-[0-9a-z]{8,}\]\]/g;

/** What came of one answer with links. */
export interface LinkedAnswer {
  readonly text: string;
  /** Addresses of the answer that hold a value. */
  readonly carrying: readonly string[];
  /** What the answer says of how many values were held back; null: nothing. */
  readonly told: number | null;
  readonly header: string | null;
}

/** Asks, and has a model answer with links that hold placeholders. */
export async function playLinks(
  gateway: BootedGateway,
  seed: number,
  { links, answer }: { readonly links?: boolean; readonly answer?: (placeholders: readonly string[]) => string } = {},
): Promise<LinkedAnswer> {
  const protocol = seed % 2 === 0 ? 'chat' : 'messages';
  const stream = seed % 4 < 2;
  for (const provider of [gateway.chat, gateway.messages]) {
    provider.forget();
    provider.answerAll((request) => {
      const placeholders = [...new Set(JSON.stringify(request.json).match(PLACEHOLDER) ?? [])].slice(0, VALUES.length);
      return {
        answer: { text: answer?.(placeholders) ?? linkedAnswer(placeholders, seed) },
        ...(stream && { delivery: { cuts: { seed, most: 40 } } }),
      };
    });
  }
  const response = await fetch(
    `${gateway.base}/v1/llm-anonymous/${protocol === 'chat' ? 'chat/completions' : 'messages'}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.team.owner.apiKey}` },
      body: JSON.stringify({
        ...{
          model: `${protocol}/test-model`,
          max_tokens: 500,
          stream,
          messages: [{ role: 'user', content: QUESTION }],
        },
        ...(links !== undefined && { deckname: { links } }),
      }),
    },
  );
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${body}`);
  const parts = stream
    ? [...body.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!) as unknown)
    : [JSON.parse(body) as unknown];
  const text = parts.map(saidIn).join('');
  const told = parts.flatMap((part) =>
    isJsonObject(part) && isJsonObject(part['deckname']) ? [part['deckname']['held']] : [],
  );
  return {
    text,
    carrying: addressesIn(text).filter((address) => PARTS_OF_VALUES.test(address)),
    told: typeof told[0] === 'number' ? told[0] : null,
    header: response.headers.get('x-deckname-held'),
  };
}

/** The text in an answer or an event of either protocol. */
function saidIn(part: unknown): string {
  const texts: string[] = [];
  const walk = (value: unknown, field: string): void => {
    if (typeof value === 'string' && ['content', 'text'].includes(field)) texts.push(value);
    else if (Array.isArray(value)) for (const item of value) walk(item, field);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, name);
  };
  walk(part, '');
  return texts.join('');
}
