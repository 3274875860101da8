import { type AnyJson, isJsonObject, type JsonObject, type ServerSentEvent } from '../../../providers/types.ts';

/** Puts a streamed answer together, as a request without streaming would have got it. */
export interface AnswerCollector {
  saw(event: ServerSentEvent): void;
  /** What has come so far; null when nothing has. */
  body(): JsonObject | null;
}

/** Collects answers of both protocols; events that it does not know change nothing. */
export function createAnswerCollector(): AnswerCollector {
  let answer: Collected | null = null;
  return {
    saw(event) {
      const data = parsed(event.data);
      if (data === undefined) return;
      answer ??= {};
      if (Array.isArray(data['choices'])) addChunk(answer, data);
      else addEvent(answer, data);
    },
    body: () => (answer === null ? null : finished(answer)),
  };
}

/** A JSON object that grows. */
type Collected = Record<string, unknown>;

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as AnyJson;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function addChunk(answer: Collected, { choices, ...head }: JsonObject): void {
  Object.assign(answer, { ...head, ...(head['usage'] === null && { usage: answer['usage'] ?? null }) });
  const list = listIn(answer, 'choices');
  for (const choice of choices as readonly AnyJson[]) {
    if (!isJsonObject(choice)) continue;
    const { delta, ...rest } = choice;
    const collected = itemAt(list, choice['index']);
    Object.assign(collected, rest);
    if (isJsonObject(delta)) grow(objectIn(collected, 'message'), delta);
  }
}

/** Adds a delta: texts go on, lists of numbered objects go on by their numbers, all else is replaced. */
function grow(target: Collected, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const old = target[name];
    if (PART_LISTS.has(name) && (Array.isArray(value) || Array.isArray(old))) {
      target[name] = growParts(partsIn(old), partsIn(value));
    } else if (typeof value === 'string' && typeof old === 'string' && !NOT_GROWING.has(name))
      target[name] = old + value;
    else if (isJsonObject(value)) grow(objectIn(target, name), value);
    else if (name === 'tool_calls' && Array.isArray(value)) {
      const calls = listIn(target, name);
      for (const call of value as readonly AnyJson[]) if (isJsonObject(call)) grow(itemAt(calls, call['index']), call);
    } else if (value !== null || old === undefined) target[name] = value;
  }
}

/** Lists of parts of which every delta brings more. */
const PART_LISTS: ReadonlySet<string> = new Set([
  ...['content', 'reasoning_content', 'reasoning', 'reasoning_details', 'thinking', 'summary'],
]);

/** What is in a field as a list of parts; some servers send a list in one delta and a text in the next. */
function partsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];
}

/** A part goes on with the next one of its kind. */
function growParts(list: unknown[], parts: readonly unknown[]): unknown[] {
  for (const part of parts) {
    const last = list.at(-1);
    if (!isJsonObject(part)) list.push(part);
    else if (isCollected(last) && last['type'] === part['type'] && last['index'] === part['index']) grow(last, part);
    else {
      const begun: Collected = {};
      grow(begun, part);
      list.push(begun);
    }
  }
  return list;
}

function isCollected(value: unknown): value is Collected {
  return isJsonObject(value);
}

const NOT_GROWING: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name', 'format', 'signature']);

/** An event of the messages protocol. */
function addEvent(answer: Collected, data: JsonObject): void {
  const { type, index } = data;
  if (type === 'message_start' && isJsonObject(data['message'])) {
    Object.assign(answer, data['message'], { content: [] });
  } else if (type === 'content_block_start' && isJsonObject(data['content_block'])) {
    Object.assign(itemAt(listIn(answer, 'content'), index), data['content_block']);
  } else if (type === 'content_block_delta' && isJsonObject(data['delta'])) {
    const { type: kind, ...pieces } = data['delta'];
    const block = itemAt(listIn(answer, 'content'), index);
    if (kind === 'signature_delta') Object.assign(block, pieces);
    else if (kind === 'citations_delta') listIn(block, 'citations').push(pieces['citation'] ?? null);
    else grow(block, pieces);
  } else if (type === 'content_block_stop') {
    readInput(itemAt(listIn(answer, 'content'), index));
  } else if (type === 'message_delta') {
    if (isJsonObject(data['delta'])) Object.assign(answer, data['delta']);
    if (isJsonObject(data['usage'])) Object.assign(objectIn(answer, 'usage'), data['usage']);
  }
}

/** The input of a tool, which comes as pieces of JSON. */
function readInput(block: Collected): void {
  const { partial_json: json } = block;
  if (typeof json !== 'string') return;
  delete block['partial_json'];
  block['input'] = parsed(json) ?? json;
}

/** The object in a field; a copy, because what is there may belong to an event. */
function objectIn(parent: Collected, name: string): Collected {
  const old = parent[name];
  const object: Collected = {};
  if (typeof old === 'object' && !Array.isArray(old)) Object.assign(object, old);
  parent[name] = object;
  return object;
}

function listIn(parent: Collected, name: string): unknown[] {
  const old = parent[name];
  const list: unknown[] = Array.isArray(old) ? old : [];
  parent[name] = list;
  return list;
}

/** Places that a broken stream could ask for. */
const MOST_ITEMS = 1_000;

function itemAt(list: unknown[], index: AnyJson | undefined): Collected {
  const at = typeof index === 'number' && index >= 0 && index < MOST_ITEMS ? Math.floor(index) : 0;
  while (list.length <= at) list.push({});
  // Only objects are ever put into lists that are looked into.
  return list[at] as Collected;
}

/** The answer without what only its pieces needed. */
function finished(answer: Collected): JsonObject {
  return JSON.parse(JSON.stringify(answer)) as JsonObject;
}
