import { z } from 'zod';
import { createUpload, getUpload } from '../../server/contract/workspace/files.ts';
import { workspaceNode } from '../../server/contract/workspace/node.ts';
import type { ApiAnswer, ApiClient } from './apiClient.ts';
import { succeeded } from './workspace.ts';

export type UploadSession = z.output<typeof createUpload.response.schema>;

/** Begins a chunked upload. Fails the test when the server refuses. */
export async function beginUpload(
  client: ApiClient,
  body: { name: string; sizeBytes: number } & Record<string, unknown>,
): Promise<UploadSession> {
  const answer = await client.call('POST', '/v1/workspace/uploads', body);
  return succeeded(answer, 201).read(createUpload.response.schema);
}

/** Sends a range to the address of a session, with nothing but the secret in it. */
export async function sendRange(
  { uploadUrl }: Pick<UploadSession, 'uploadUrl'>,
  bytes: Uint8Array,
  range: string | null,
): Promise<ApiAnswer> {
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    body: Uint8Array.from(bytes),
    headers: range === null ? {} : { 'content-range': range },
  });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body, read: (schema) => schema.parse(body) };
}

/** Sends bytes `start` up to and without `end` of a whole file. */
export function sendPart(session: UploadSession, whole: Uint8Array, start: number, end: number): Promise<ApiAnswer> {
  const range = `bytes ${String(start)}-${String(end - 1)}/${String(whole.byteLength)}`;
  return sendRange(session, whole.subarray(start, end), range);
}

/** Sends a whole file in parts of `size` bytes; the last answer. */
export async function sendAll(session: UploadSession, whole: Uint8Array, size: number): Promise<ApiAnswer> {
  let answer: ApiAnswer | undefined;
  for (let start = 0; start < whole.byteLength; start += size) {
    answer = await sendPart(session, whole, start, Math.min(whole.byteLength, start + size));
    if (answer.status >= 400) return answer;
  }
  if (answer === undefined) throw new Error('an empty file has no parts');
  return answer;
}

/** The answer of a session that has made its file. */
export const finishedUpload = z.object({ node: workspaceNode, id: z.string(), name: z.string(), size: z.number() });

/** How far an upload is that has not made its file. */
export async function uploadState(client: ApiClient, { sessionId }: Pick<UploadSession, 'sessionId'>) {
  const answer = await client.call('GET', `/v1/workspace/uploads/${sessionId}`);
  const state = succeeded(answer, 200).read(getUpload.response.schema);
  if ('node' in state) throw new Error('the upload has made its file already');
  return state;
}
