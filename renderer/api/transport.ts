import { ApiError } from './errors.ts';

/** A request as the transports take it. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | Blob | null;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the body that has been sent, 0 to 1. */
  readonly onUploadProgress?: ((share: number) => void) | undefined;
}

/** An answer, its body not yet interpreted. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Blob;
  header(name: string): string | null;
}

export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

/** An answer whose body is read as it arrives, or as a whole; once. */
export interface StreamAnswer extends Omit<HttpAnswer, 'body'> {
  /** Throws ApiError NETWORK when the connection breaks, ABORTED after the signal. Leaving the loop ends the request. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly whole: () => Promise<Blob>;
}

export type StreamTransport = (request: HttpRequest) => Promise<StreamAnswer>;

/** Sends with XMLHttpRequest where upload progress is asked for, because fetch reports none; else with fetch. */
export const browserTransport: Transport = (request) =>
  request.onUploadProgress ? sendXhr(request) : sendFetch(request);

const networkError = () => new ApiError({ status: 0, code: 'NETWORK' });
const abortedError = () => new ApiError({ status: 0, code: 'ABORTED' });

/** Sends with fetch and reads the body as it arrives. */
export const browserStreamTransport: StreamTransport = async (request) => {
  const response = await openRequest(request);
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    chunks: chunksOf(response, request.signal),
    whole: () => response.blob(),
  };
};

async function openRequest(request: HttpRequest): Promise<Response> {
  try {
    return await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      // What is to be removed is removed also when the page is closed at that moment.
      keepalive: request.method === 'DELETE',
      ...(request.signal && { signal: request.signal }),
    });
  } catch {
    throw failureOf(request.signal);
  }
}

const failureOf = (signal: AbortSignal | undefined): ApiError => (signal?.aborted ? abortedError() : networkError());

async function sendFetch(request: HttpRequest): Promise<HttpAnswer> {
  const response = await openRequest(request);
  try {
    return {
      status: response.status,
      body: await response.blob(),
      header: (name) => response.headers.get(name),
    };
  } catch {
    throw failureOf(request.signal);
  }
}

async function* chunksOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let part = await read(reader, signal); !part.done; part = await read(reader, signal)) yield part.value;
  } finally {
    // Ends the request where the loop was left early; a body that was read to its end takes no notice.
    await reader.cancel().catch(() => undefined);
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined) {
  try {
    return await reader.read();
  } catch {
    throw failureOf(signal);
  }
}

function sendXhr(request: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    if (request.signal?.aborted) {
      reject(abortedError());
      return;
    }
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onUploadProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      resolve({
        status: xhr.status,
        body: xhr.response instanceof Blob ? xhr.response : new Blob(),
        header: (name) => xhr.getResponseHeader(name),
      });
    };
    xhr.onerror = () => {
      reject(networkError());
    };
    xhr.onabort = () => {
      reject(abortedError());
    };
    request.signal?.addEventListener(
      'abort',
      () => {
        xhr.abort();
      },
      { once: true },
    );
    xhr.send(request.body);
  });
}
