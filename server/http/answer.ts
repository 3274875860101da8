import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { EndpointSpec, SuccessStatus } from '../contract/endpoint.ts';
import { AppError } from '../core/errors.ts';
import { isLargeJson, jsonInTurns } from '../core/json/piecesInTurns.ts';
import { sendDownload, tagged } from './download.ts';
import { sendEvents, sendWireEvents, type NamedEvent } from './eventStream.ts';
import { hasBody } from './requestBody.ts';
import type { ConditionalDownload, Download, JsonOrEvents, WholeDownload } from './types.ts';

/** How long, and for how many bytes, the rest of a refused body is read and dropped before the connection is closed. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Writes the success answer of an endpoint.
 * @param status - the endpoint's own, or another one it declares
 * @param checkResponses - parse JSON by the endpoint's schema first; a mismatch is a defect and answers INTERNAL
 */
export async function sendAnswer(
  response: Response,
  endpoint: EndpointSpec,
  { answer, status }: { answer: unknown; status: SuccessStatus },
  checkResponses: boolean,
): Promise<void> {
  response.status(status);
  switch (endpoint.response.kind) {
    case 'empty':
      response.end();
      return;
    case 'json':
      await sendJson(response, checkResponses ? checked(endpoint, answer) : answer);
      return;
    case 'json_or_events': {
      // route() typed the handler's answer for this kind of endpoint.
      const either = answer as JsonOrEvents;
      if (either.kind === 'events') await sendWireEvents(response, either.events);
      else await sendJson(response, checkResponses ? checked(endpoint, either.body) : either.body);
      return;
    }
    case 'binary':
      // route() typed the handler's answer as one of these for this kind of endpoint.
      await sendDownload(
        response,
        endpoint.response.conditional === true
          ? tagged(answer as ConditionalDownload | WholeDownload)
          : (answer as Download),
      );
      return;
    case 'events':
      // As above.
      await sendEvents(response, answer as AsyncIterable<NamedEvent>, (event) =>
        checkResponses ? checked(endpoint, event) : event,
      );
  }
}

/** Writing a large answer at once would hold the thread. */
async function sendJson(response: Response, value: unknown): Promise<void> {
  if (!isLargeJson(value)) response.json(value);
  else await pipeline(Readable.from(jsonInTurns(value), { highWaterMark: 1 }), response.type('json'));
}

function checked(endpoint: EndpointSpec, answer: unknown): unknown {
  if (!('schema' in endpoint.response)) return answer;
  const result = endpoint.response.schema.safeParse(answer);
  if (result.success) return result.data;
  // The log shows an error's code, not its message: it names the endpoint and the first field that does not fit.
  const cause = Object.assign(new TypeError('The answer does not fit its schema.'), {
    code: `answer.${endpoint.id}.${String(result.error.issues[0]?.path[0] ?? '')}`,
  });
  throw new AppError('INTERNAL', 'Something went wrong on the server.', { cause });
}

/**
 * Sends an error to a caller who may still be sending a body: the answer goes out whole, then the rest of the body is
 * dropped for a short while. Closing at once would reset the connection, and the caller would never see the answer.
 */
export function sendAndClose(request: Request, response: Response, body: string): void {
  if (request.complete || !hasBody(request)) {
    response.send(body);
    return;
  }
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (request.method !== 'HEAD') response.write(body);
  let dropped = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', count);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > LINGER_BYTES) finish();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on('data', count).once('end', finish).once('close', finish).resume();
}
