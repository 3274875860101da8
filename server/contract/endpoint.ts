import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** HTTP methods the interface uses. */
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Who may call a route.
 * - `none`: no authentication.
 * - `session_or_key`: a browser or desktop session, or an API key.
 * - `key_only`: an API key.
 * - `session_only`: a session; an API key cannot manage what decides over API keys.
 * - `session_key_or_link`: as session_or_key, or nobody with a secret in the address, which the handler checks.
 */
export type Access = 'none' | 'session_or_key' | 'key_only' | 'session_only' | 'session_key_or_link';

/** Groups of interface 8.1 and decisions 1 that share one rate limit per API key. */
export const RATE_GROUPS = ['anonymize', 'llm_chat', 'anonymous_chat', 'models', 'workspace', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

/**
 * Form of the errors of a route.
 * - `standard`: interface 7.3 and decisions 1.
 * - `openai`: interface 7.2.
 * - `anthropic`: interface 7.2 with `type: "error"` at the top level.
 * - `by_version_header`: `anthropic` for requests with the header anthropic-version, else `openai`.
 */
export type EnvelopeKind = 'standard' | 'openai' | 'anthropic' | 'by_version_header';

/**
 * What becomes of fields of a body that its schema does not know.
 * - `refused`: 400, and named, on routes that change what is there already: a mistyped setting must not pass for one that was made.
 * - `ignored`: on routes that work on a text or a file, those of the gateway, whose callers send what newer versions understand, and those that sign in.
 */
export type UnknownFields = 'refused' | 'ignored';

/** A JSON body, raw bytes, or a multipart form whose file or files arrive under `fileField` beside the text fields of `fields`. */
export type RequestBody =
  | {
      readonly kind: 'json';
      readonly unknownFields: UnknownFields;
      /** An issue whose message is an error code decides the code of the answer; every other one is INVALID_BODY. */
      readonly schema: z.ZodType;
      /** Upper limit of the body in bytes; 1 MiB when absent. */
      readonly maxBytes?: number;
      /** Code of a body over `maxBytes`; BODY_TOO_LARGE when absent. */
      readonly tooLargeCode?: ErrorCode;
    }
  | {
      /** The file itself, as application/octet-stream or any other type: its content decides what it is. */
      readonly kind: 'bytes';
      readonly maxBytes: number;
      /** Code of a body over `maxBytes`. */
      readonly tooLargeCode: ErrorCode;
    }
  | {
      readonly kind: 'multipart';
      readonly unknownFields: UnknownFields;
      /** Text fields of the form; every value arrives as a string. */
      readonly fields: z.ZodType;
      readonly fileField: string;
      /** Upper limit for one file, in bytes. */
      readonly maxFileBytes: number;
      /** Takes several files under the same field; one when absent. More than these is TOO_MANY_FILES or FILE_TOO_LARGE. */
      readonly several?: { readonly maxFiles: number; readonly maxTotalBytes: number };
    };

/** A response body: JSON by schema, a download of bytes, server-sent events whose data are JSON by schema, or nothing. */
export type ResponseBody =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly description: string }
  | {
      readonly kind: 'binary';
      readonly contentTypes: readonly string[];
      readonly description: string;
      /** Carries a strong ETag, answers If-None-Match and If-Match, and gives out ranges (RFC 9110, 13 and 14). */
      readonly conditional?: true;
    }
  | { readonly kind: 'events'; readonly schema: z.ZodType; readonly description: string }
  /** JSON by schema, or server-sent events where the request asks for them. */
  | { readonly kind: 'json_or_events'; readonly schema: z.ZodType; readonly description: string }
  | { readonly kind: 'empty'; readonly description: string };

/** A JSON answer by its schema. */
export const json = <S extends z.ZodType>(schema: S, description: string) =>
  ({ kind: 'json', schema, description }) as const;

export type SuccessStatus = 200 | 201 | 202 | 204;

/** What an API key may be limited to (rights 1): everything; interface 4.2; interface 4.1 with /v1/jobs; the tool endpoint. */
export const KEY_SCOPES = ['all', 'gateway', 'anonymize', 'tools'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The declaration of one route: the only place where its shape is written down. */
export interface EndpointSpec {
  /** Unique camelCase name, the operationId of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below `/api` in Express notation, for example `/v1/jobs/:id`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Section of the OpenAPI document. */
  readonly tag: string;
  readonly access: Access;
  /** Team roles that may call the route; all when absent. */
  readonly roles?: readonly ('owner' | 'admin' | 'member')[];
  /**
   * What the key of an agent may do (rights 1): `yes`, what its person may, where no lock stands in the way; `own`, less than that; `no`, nothing.
   */
  readonly agents: 'yes' | 'own' | 'no';
  /** Why agents may not do everything, and what they may not; for every declaration but `yes`. */
  readonly agentsReason?: string;
  /** Keys of this scope may call the route, beside those for everything; none else when absent. */
  readonly scope?: Exclude<KeyScope, 'all'>;
  /** Sessions reach it also while their account has to set up its second factor first; they reach nothing else then. */
  readonly beforeSecondFactor?: true;
  readonly rateGroup: RateGroup;
  /** Writes a content: If-Match with the ETag that a download has told makes it refuse to write over another state (RFC 9110, 13.1.1). */
  readonly ifMatch?: true;
  /** `standard` when absent. */
  readonly envelope?: EnvelopeKind;
  /** The API key may also come in the header x-api-key. */
  readonly xApiKey?: true;
  readonly params?: z.ZodObject;
  /** The last parameter of the path takes all that follows, slashes included. */
  readonly wholeRest?: true;
  readonly query?: z.ZodObject;
  readonly body?: RequestBody;
  /** The success answer, unless the handler chooses one of `otherAnswers`. */
  readonly status: SuccessStatus;
  readonly response: ResponseBody;
  /** Success answers of the same shape under another status, each with its meaning. */
  readonly otherAnswers?: Readonly<Partial<Record<SuccessStatus, string>>>;
  /** Codes beyond the general ones (400 validation, 401, 404 path, 405, 429, 500). */
  readonly errors: readonly ErrorCode[];
  /** Where the interface gives a code of `errors` another status on this route than ERROR_STATUS does. */
  readonly errorStatuses?: Readonly<Partial<Record<ErrorCode, number>>>;
}

/** Keeps the literal type of an endpoint declaration and freezes it. */
export function endpoint<const S extends EndpointSpec>(spec: S): Readonly<S> {
  return Object.freeze(spec);
}

type OutputOf<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback;

/** Parsed path parameters of an endpoint. */
export type ParamsOf<S extends EndpointSpec> = OutputOf<S['params'], Readonly<Record<string, never>>>;
/** Parsed query of an endpoint. */
export type QueryOf<S extends EndpointSpec> = OutputOf<S['query'], Readonly<Record<string, never>>>;
/** Parsed JSON body, the bytes, or the parsed text fields of a multipart form. */
export type BodyOf<S extends EndpointSpec> = S['body'] extends { kind: 'json'; schema: infer B }
  ? OutputOf<B, undefined>
  : S['body'] extends { kind: 'multipart'; fields: infer F }
    ? OutputOf<F, undefined>
    : S['body'] extends { kind: 'bytes' }
      ? Uint8Array
      : undefined;
/** What a caller sends as JSON body (before defaults are applied). */
export type BodyInputOf<S extends EndpointSpec> = S['body'] extends { kind: 'json'; schema: infer B extends z.ZodType }
  ? z.input<B>
  : S['body'] extends { kind: 'multipart'; fields: infer F extends z.ZodType }
    ? z.input<F>
    : S['body'] extends { kind: 'bytes' }
      ? Uint8Array
      : undefined;
/** The data of one event of an endpoint that answers with events. */
export type EventOf<S extends EndpointSpec> = S['response'] extends { kind: 'events'; schema: infer E }
  ? OutputOf<E, never>
  : never;
/** The JSON answer of an endpoint; `undefined` for empty and binary answers. */
export type ResponseOf<S extends EndpointSpec> = S['response'] extends { kind: 'json'; schema: infer R }
  ? OutputOf<R, never>
  : undefined;
