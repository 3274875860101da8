import type { Language } from '../../server/contract/common.ts';
import type { AnyJson, JsonObject } from '../../server/providers/types.ts';
import { makeLetter } from './letters.ts';
import { createRandom, type Random } from './random.ts';

/** A request of a client with tools and files, about invented people, and the values in it that must never leave. */
export interface TestConversation {
  readonly body: JsonObject;
  readonly values: readonly string[];
}

interface Facts {
  readonly name: string;
  readonly surname: string;
  readonly firm: string;
  readonly email: string;
  readonly iban: string;
  readonly street: string;
  readonly town: string;
}

const QUESTIONS: Readonly<Record<Language, string>> = Object.freeze({
  de: 'Bitte fasse den Brief zusammen und antworte',
  en: 'Please sum up the letter and answer',
  fr: 'Merci de résumer la lettre et de répondre à',
  es: 'Por favor, resume la carta y contesta a',
  it: 'Per favore riassumi la lettera e rispondi a',
});

/** Ways in which clients and tools write a value that a reader, and a model, still read. */
const WRITINGS: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => encodeURIComponent(value),
  (value) => value.normalize('NFD'),
  (value) => value.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (value) => value.replace(/[^\x20-\x7e]/g, (unit) => `&#${unit.charCodeAt(0)};`),
  (value) => `${value.slice(0, 3)}\u200b${value.slice(3)}`,
  (value) => Buffer.from(`Name: ${value}`).toString('base64'),
  (value) => `**${value}**`,
];

/** The same language and seed give the same conversation. `protocol` says how it is written. */
export function makeConversation(protocol: 'chat' | 'messages', language: Language, seed: number): TestConversation {
  const random = createRandom(seed * 31 + language.charCodeAt(1));
  const letter = makeLetter(language, seed);
  const other = makeLetter(language, seed + 5_000);
  const [given, surname, firm, email, iban, street, town] = letter.values as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const facts = { name: `${given} ${surname}`, surname, firm, email, iban, street, town };
  const values = [...new Set([...letter.values, ...other.values])];
  const question = `${QUESTIONS[language]} ${random.pick(WRITINGS)(facts.name)} (${random.pick(WRITINGS)(email)}).`;
  const parts = { facts, letter: letter.text, question, file: other.text, random };
  return { body: protocol === 'chat' ? chatBody(parts) : messagesBody(parts), values };
}

interface Parts {
  readonly facts: Facts;
  readonly letter: string;
  readonly question: string;
  readonly file: string;
  readonly random: Random;
}

const CALL_ID = 'call_0123456789';

function toolInput({ name, iban }: Facts): JsonObject {
  return { name, account: iban, limit: 5 };
}

function toolResult({ name, email, street, town, firm }: Facts, random: Random): string {
  const result = { found: 1, customer: { name, email, employer: firm, address: { street, town } } };
  const text = JSON.stringify(result, null, random.pick([0, 2]));
  return random.chance(0.5)
    ? text
    : text.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function toolParts({ firm }: Facts): { readonly description: string; readonly schema: JsonObject } {
  const text = { type: 'string' };
  return {
    description: `Finds customers of ${firm}.`,
    schema: {
      type: 'object',
      properties: { name: text, account: { ...text, description: 'IBAN' }, limit: { type: 'integer' } },
      required: ['name'],
    },
  };
}

function chatBody({ facts, letter, question, file, random }: Parts): JsonObject {
  const { description, schema } = toolParts(facts);
  const data = `data:text/plain;base64,${Buffer.from(file).toString('base64')}`;
  return {
    model: 'chat/test-model',
    user: facts.email,
    metadata: { customer: facts.name },
    messages: [
      { role: 'system', content: `You work for ${facts.firm}.` },
      { role: 'user', name: 'writer', content: letter },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: CALL_ID, type: 'function', function: { name: 'find', arguments: JSON.stringify(toolInput(facts)) } },
        ],
      },
      { role: 'tool', tool_call_id: CALL_ID, content: toolResult(facts, random) },
      {
        role: 'user',
        content: [
          { type: 'text', text: question },
          { type: 'file', file: { filename: `${facts.surname}.txt`, file_data: data } },
        ],
      },
    ],
    tools: [{ type: 'function', function: { name: 'find', description, parameters: schema } }],
  };
}

function messagesBody({ facts, letter, question, file, random }: Parts): JsonObject {
  const { description, schema } = toolParts(facts);
  return {
    model: 'messages/test-model',
    max_tokens: 1000,
    metadata: { user_id: facts.email },
    system: [{ type: 'text', text: `You work for ${facts.firm}.` }],
    messages: [
      { role: 'user', content: letter },
      { role: 'assistant', content: [{ type: 'tool_use', id: CALL_ID, name: 'find', input: toolInput(facts) }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: CALL_ID, content: toolResult(facts, random) },
          { type: 'text', text: question },
          {
            type: 'document',
            title: `${facts.surname}.txt`,
            source: { type: 'base64', media_type: 'text/plain', data: Buffer.from(file).toString('base64') },
          },
        ],
      },
    ],
    tools: [{ name: 'find', description, input_schema: schema }],
  };
}

const NOTE = 'Some values in this conversation are replaced';

/** Texts of the messages and inputs of tools in a request of either protocol, in order; without those that stand for a file. */
export function textsOf(body: JsonObject): string[] {
  const texts: string[] = [];
  const walk = (value: AnyJson | undefined, field: string): void => {
    if (typeof value === 'string') {
      const isText = ['content', 'text', 'arguments'].includes(field) && !/^\[Text (?:of|read)/.test(value);
      if (isText) texts.push(value);
    } else if (Array.isArray(value)) for (const item of value as readonly AnyJson[]) walk(item, field);
    else if (typeof value === 'object' && value !== null) {
      if (field === 'input') texts.push(JSON.stringify(value));
      else for (const [name, item] of Object.entries(value)) walk(item, name);
    }
  };
  walk(body['messages'], '');
  const isNote = (text: string) => text.startsWith(NOTE);
  return texts.filter((text) => !isNote(text)).map((text) => text.split(`\n\n${NOTE}`)[0]!);
}

/** Values that can be read in bytes, in any of the ways a person or a model would read them. */
export function readableIn(bytes: string, values: readonly string[]): string[] {
  const forms = [bytes, unescaped(bytes), unescaped(unescaped(bytes))].flatMap((text) => [text, percentDecoded(text)]);
  const packed = (bytes.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((token) =>
    Buffer.from(token, 'base64').toString('utf8'),
  );
  const all = [...forms, ...packed].map((text) => text.replaceAll('\u200b', '').normalize('NFC').toLowerCase());
  return values.filter((value) => all.some((text) => text.includes(value.normalize('NFC').toLowerCase())));
}

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_match, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\(["\\/])/g, '$1');
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}
