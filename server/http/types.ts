import type { Readable } from 'node:stream';
import type {
  BodyOf,
  EndpointSpec,
  EventOf,
  KeyScope,
  ParamsOf,
  QueryOf,
  RateGroup,
  ResponseOf,
  SuccessStatus,
} from '../contract/endpoint.ts';
import type { TeamRole } from '../contract/accounts.ts';
import type { WireEvent } from './eventStream.ts';

/** Who makes a request. An account is a person of the team; its id is also the id under which its data are encrypted. */
export interface Principal {
  readonly accountId: string;
  readonly role: TeamRole;
  readonly via: 'session' | 'api_key' | 'desktop';
  readonly sessionId: string | null;
  readonly keyId: string | null;
  /** What the key is limited to; `all` for people. */
  readonly scope: KeyScope;
  /** Whether originals of all jobs may be seen; false for keys of agents that were not given that. */
  readonly clearText: boolean;
  /** The account of a session has to set up its second factor before anything else. */
  readonly secondFactorOverdue: boolean;
  /** Set for keys of agents. */
  readonly agent: { readonly id: string; readonly name: string } | null;
}

/** The part of a principal of people, whom no key limits. */
export const NO_KEY = Object.freeze({
  keyId: null,
  scope: 'all',
  clearText: true,
  secondFactorOverdue: false,
  agent: null,
} as const);

/** A file of a multipart form, already within its size limit. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A binary answer. */
export interface Download {
  readonly contentType: string;
  readonly body: Uint8Array | Readable;
  /** Offered name of the file; sent as RFC 6266 Content-Disposition. Absent: shown inline. */
  readonly filename?: string;
}

/** A binary answer whose bytes are at hand: where it is conditional, its tag is their digest. */
export interface WholeDownload extends Download {
  readonly body: Uint8Array;
}

/** A binary answer that is conditional and can be had in ranges, and need not be read for that. */
export interface ConditionalDownload extends Omit<Download, 'body'> {
  /** Names these very bytes, without quotation marks. */
  readonly etag: string;
  /** Called only when the content is needed. */
  readonly read: () => Promise<Uint8Array>;
}

/** An answer as JSON or as events, whichever the request asked for. */
export type JsonOrEvents =
  | { readonly kind: 'json'; readonly body: unknown }
  | { readonly kind: 'events'; readonly events: AsyncIterable<WireEvent> };

/** What a handler gets: everything parsed, nothing of Express. */
export interface RequestContext<S extends EndpointSpec> {
  readonly params: ParamsOf<S>;
  readonly query: QueryOf<S>;
  readonly body: BodyOf<S>;
  /** The file of a multipart form, the first of several; undefined when the endpoint takes none. */
  readonly file: UploadedFile | undefined;
  /** All files of a multipart form, in the order of the form. */
  readonly files: readonly UploadedFile[];
  readonly principal: S['access'] extends 'none' | 'session_key_or_link' ? Principal | null : Principal;
  readonly requestId: string;
  /** Client address, for slowing down logins. */
  readonly remoteAddress: string;
  /** Scheme and host under which the caller reached the server, without a slash at the end. */
  readonly origin: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** A request header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Sets an answer header (for example Set-Cookie). */
  readonly setHeader: (name: string, value: string | string[]) => void;
  /** Chooses one of the endpoint's `otherAnswers` in place of its usual status. */
  setStatus(status: keyof NonNullable<S['otherAnswers']> & SuccessStatus): void;
}

/**
 * What a handler gives back. Events are sent as they come, named by their `type`, and none is taken before the client has room for it; when it
 * goes away the loop over them is left. Of an empty answer nothing is sent, so there the handler may return anything.
 */
export type Answer<S extends EndpointSpec> = S['response'] extends { kind: 'binary'; conditional: true }
  ? ConditionalDownload | WholeDownload
  : S['response'] extends { kind: 'binary' }
    ? Download
    : S['response'] extends { kind: 'json_or_events' }
      ? JsonOrEvents
      : S['response'] extends { kind: 'events' }
        ? AsyncIterable<EventOf<S> & { readonly type: string }>
        : S['response'] extends { kind: 'empty' }
          ? unknown
          : ResponseOf<S>;

/** The work of one route. Validation, authentication, limits, errors and writing the answer are done around it. */
export type Handler<S extends EndpointSpec> = (context: RequestContext<S>) => Promise<Answer<S>> | Answer<S>;

/** What is known of a request before its body is read. */
export type RequestHead<S extends EndpointSpec> = Omit<RequestContext<S>, 'body' | 'file' | 'files'>;

/** Refuses a request, by throwing, before its body is read. */
export type Admission<S extends EndpointSpec> = (head: RequestHead<S>) => Promise<unknown>;

/** Says in which rate group a request counts. */
export type RateGroupOf<S extends EndpointSpec> = (context: RequestContext<S>) => Promise<RateGroup>;
