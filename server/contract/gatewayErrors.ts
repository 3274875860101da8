import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Error types of interface 7.2, which every gateway route uses. */
export const GATEWAY_ERROR_TYPES = [
  'invalid_request_error',
  'auth_error',
  'rate_limit_error',
  'api_error',
  // Anthropic's own, where interface 7.2 names no type for the code.
  'permission_error',
  'not_found_error',
  'request_too_large',
] as const;
export type GatewayErrorType = (typeof GATEWAY_ERROR_TYPES)[number];

/** The error body of the gateway's routes (interface 7.2, decisions 4). */
export const gatewayErrorBody = z
  .object({
    type: z.literal('error').optional().meta({ description: 'On the routes of the messages protocol.' }),
    error: z.object({
      message: z.string().meta({ description: 'For people; may be what the model provider said.' }),
      type: z.enum(GATEWAY_ERROR_TYPES),
      code: z.string(),
      param: z.string().optional().meta({ description: 'The field that is wrong, for example `messages[0].role`.' }),
    }),
    request_id: z.string().optional().meta({ description: 'On the routes of the messages protocol.' }),
  })
  .meta({ id: 'GatewayError' });
export type GatewayErrorBody = z.output<typeof gatewayErrorBody>;

const RENAMED: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = Object.freeze({
  INVALID_BODY: 'invalid_request',
  INVALID_QUERY: 'invalid_request',
  SHUTTING_DOWN: 'service_unavailable',
});

/** The code under which a gateway route sends an error of the rest of the server. */
export function gatewayCode(code: ErrorCode): ErrorCode {
  return RENAMED[code] ?? code;
}

/** Codes for which interface 7.2 itself names the type. */
const TYPED_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_not_found',
  'missing_messages',
  'missing_model',
]);

/** The type of an error by its code and HTTP status. */
export function gatewayErrorType(code: ErrorCode, status: number, protocol: 'openai' | 'anthropic'): GatewayErrorType {
  if (status === 401) return 'auth_error';
  if (status === 429) return 'rate_limit_error';
  if (status >= 500) return 'api_error';
  if (protocol === 'anthropic' && !TYPED_CODES.has(code)) {
    if (status === 403 || status === 423) return 'permission_error';
    if (status === 404) return 'not_found_error';
    if (status === 413) return 'request_too_large';
  }
  return status === 403 || status === 423 ? 'auth_error' : 'invalid_request_error';
}
