import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Proxies end connections that are silent for a minute; models may think longer than that. */
const KEEP_ALIVE_MS = 15_000;

/** An event whose name is its `type`. */
export interface NamedEvent {
  readonly type: string;
}

/** An event whose name and data another protocol than ours decides. */
export interface WireEvent {
  /** null: without a name, which means "message". */
  readonly event: string | null;
  /** Text of one or more lines. */
  readonly data: string;
}

/**
 * Answers with server-sent events (WHATWG HTML, 9.2), each as soon as it is there. None is taken before the client has room for it; when the
 * client goes away the loop over `events` is left.
 * @param dataOf - what is sent of an event, as JSON
 */
export async function sendEvents(
  response: Response,
  events: AsyncIterable<NamedEvent>,
  dataOf: (event: NamedEvent) => unknown,
): Promise<void> {
  await sendFrames(
    response,
    framed(events, (event) => frame(event.type, JSON.stringify(dataOf(event)))),
  );
}

/** The same for events of another protocol. */
export async function sendWireEvents(response: Response, events: AsyncIterable<WireEvent>): Promise<void> {
  await sendFrames(
    response,
    framed(events, ({ event, data }) => frame(event, data)),
  );
}

async function sendFrames(response: Response, frames: AsyncIterable<string>): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // Proxies that collect answers before they pass them on know this header.
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  const keepAlive = setInterval(() => {
    if (!response.writableNeedDrain && !response.writableEnded && !response.destroyed) response.write(':\n\n');
  }, KEEP_ALIVE_MS);
  try {
    await pipeline(Readable.from(frames, { highWaterMark: 1 }), response);
  } finally {
    clearInterval(keepAlive);
  }
}

async function* framed<E>(events: AsyncIterable<E>, toFrame: (event: E) => string): AsyncGenerator<string> {
  for await (const event of events) yield toFrame(event);
}

function frame(name: string | null, data: string): string {
  const head = name === null ? '' : `event: ${name}\n`;
  const lines = data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data;
  return `${head}data: ${lines}\n\n`;
}
