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

/** Sends with XMLHttpRequest where upload progress is asked for, because fetch reports none; else with fetch. */
export const browserTransport: Transport = (request) =>
  request.onUploadProgress ? sendXhr(request) : sendFetch(request);

const networkError = () => new ApiError({ status: 0, code: 'NETWORK' });
const abortedError = () => new ApiError({ status: 0, code: 'ABORTED' });

async function sendFetch(request: HttpRequest): Promise<HttpAnswer> {
  try {
    const response = await fetch(request.url, {
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
    return {
      status: response.status,
      body: await response.blob(),
      header: (name) => response.headers.get(name),
    };
  } catch {
    throw request.signal?.aborted ? abortedError() : networkError();
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
