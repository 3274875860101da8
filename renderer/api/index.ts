import { createClient } from './client.ts';
import { browserStreamTransport, browserTransport } from './transport.ts';

/** The client of this page's own server. */
export const client = createClient({
  baseUrl: '/api',
  transport: browserTransport,
  streamTransport: browserStreamTransport,
});
export const { call, events } = client;

export type { CallOptions, CallResult, DownloadedFile } from './client.ts';
export { ApiError, isApiError } from './errors.ts';
export { poll } from './poll.ts';
export { saveFile, saveText } from './save.ts';
