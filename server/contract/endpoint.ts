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
 */
export type Access = 'none' | 'session_or_key' | 'key_only' | 'session_only';

/** Groups of interface 8.1 and decisions 1 that share one rate limit per API key. */
export const RATE_GROUPS = ['anonymize', 'llm_chat', 'anonymous_chat', 'models', 'workspace', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

/** A JSON body, or a multipart form whose single file arrives under `fileField` beside the text fields of `fields`. */
export type RequestBody =
  | {
      readonly kind: 'json';
      /** An issue whose message is an error code decides the code of the answer; every other one is INVALID_BODY. */
      readonly schema: z.ZodType;
      /** Upper limit of the body in bytes; 1 MiB when absent. */
      readonly maxBytes?: number;
      /** Code of a body over `maxBytes`; BODY_TOO_LARGE when absent. */
      readonly tooLargeCode?: ErrorCode;
    }
  | {
      readonly kind: 'multipart';
      /** Text fields of the form; every value arrives as a string. */
      readonly fields: z.ZodType;
      readonly fileField: string;
      /** Upper limit for one file, in bytes. */
      readonly maxFileBytes: number;
    };

/** A response body: JSON by schema, a download of bytes, or nothing. */
export type ResponseBody =
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly description: string }
  | { readonly kind: 'binary'; readonly contentTypes: readonly string[]; readonly description: string }
  | { readonly kind: 'empty'; readonly description: string };

/** A JSON answer by its schema. */
export const json = <S extends z.ZodType>(schema: S, description: string) =>
  ({ kind: 'json', schema, description }) as const;

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
  readonly rateGroup: RateGroup;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: RequestBody;
  /** The one success answer. */
  readonly status: 200 | 201 | 202 | 204;
  readonly response: ResponseBody;
  /** Codes beyond the general ones (400 validation, 401, 404 path, 405, 429, 500). */
  readonly errors: readonly ErrorCode[];
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
/** Parsed JSON body, or the parsed text fields of a multipart form. */
export type BodyOf<S extends EndpointSpec> = S['body'] extends { kind: 'json'; schema: infer B }
  ? OutputOf<B, undefined>
  : S['body'] extends { kind: 'multipart'; fields: infer F }
    ? OutputOf<F, undefined>
    : undefined;
/** What a caller sends as JSON body (before defaults are applied). */
export type BodyInputOf<S extends EndpointSpec> = S['body'] extends { kind: 'json'; schema: infer B extends z.ZodType }
  ? z.input<B>
  : S['body'] extends { kind: 'multipart'; fields: infer F extends z.ZodType }
    ? z.input<F>
    : undefined;
/** The JSON answer of an endpoint; `undefined` for empty and binary answers. */
export type ResponseOf<S extends EndpointSpec> = S['response'] extends { kind: 'json'; schema: infer R }
  ? OutputOf<R, never>
  : undefined;
