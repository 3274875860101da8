import { z } from 'zod';
import type { EndpointSpec } from '../contract/endpoint.ts';
import { type ErrorCode, isErrorCode } from '../contract/errors.ts';
import { AppError } from '../core/errors.ts';

/** One fault of a request, as `details.issues` lists it. */
interface SafeIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Makes an error of the issues of a schema. Zod's own messages and keys of callers may quote user text and stay out. */
export type IssueReporter = (issues: readonly z.core.$ZodIssue[]) => AppError;

/**
 * Reporter for bodies, form fields or queries.
 * @param schema - tells which names of a path are the contract's and may be shown; any other is shown as `*`
 * @param fallback - the code unless an issue's message is itself an error code
 */
export function issueReporter(schema: z.ZodType, fallback: 'INVALID_BODY' | 'INVALID_QUERY'): IssueReporter {
  let names: ReadonlySet<string> | undefined;
  return (issues) => {
    names ??= declaredNames(schema);
    const known = names;
    const code = issues.flatMap(messagesOf).find(isErrorCode) ?? fallback;
    const safe = issues.flatMap((issue): SafeIssue[] => {
      const path = safePath(issue.path, known);
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...path, FIELD_NAME.test(key) ? key : '*'], message: 'Unknown field.' }))
        : [{ path, message: safeMessage(issue) }];
    });
    return new AppError(code, MESSAGES[code] ?? 'The request is not valid; details.issues says where.', {
      details: { issues: safe },
    });
  };
}

/** Caller's names of fields that an error may show: spelled as names of fields are, which people, places and texts are not. */
const FIELD_NAME = /^[a-z_$][\w.-]{0,39}$/;

/**
 * The error for fields of a body that its schema does not know, each with its path; null when there is none.
 * @param given - what came
 * @param read - what the schema made of it: it leaves out what it does not know
 */
export function unknownFields(given: unknown, read: unknown): AppError | null {
  const issues: SafeIssue[] = [];
  const visit = (before: unknown, after: unknown, path: readonly (string | number)[]): void => {
    if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return;
    for (const [key, value] of Object.entries(before)) {
      const at = [...path, Array.isArray(before) ? Number(key) : FIELD_NAME.test(key) ? key : '*'];
      if (Object.hasOwn(after, key)) visit(value, after[key], at);
      else issues.push({ path: at, message: 'Unknown field.' });
    }
  };
  visit(given, read, []);
  if (issues.length === 0) return null;
  return new AppError('INVALID_BODY', 'The request has fields that are not known; details.issues names them.', {
    details: { issues: issues.slice(0, MOST_ISSUES) },
  });
}

const MOST_ISSUES = 100;

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The error for query parameters that were given more than once; null when none was. A parameter whose schema names an error code for what is
 * not valid is refused with that code.
 */
export function repeatedParameters(schema: z.ZodObject, query: Readonly<Record<string, unknown>>): AppError | null {
  const repeated = Object.keys(schema.shape).filter((name) => Array.isArray(query[name]));
  if (repeated.length === 0) return null;
  const issues = repeated.flatMap((name) => z.safeParse(schema.shape[name], query[name]).error?.issues ?? []);
  const code = issues.flatMap(messagesOf).find(isErrorCode) ?? 'INVALID_QUERY';
  return new AppError(code, 'A query parameter was given more than once.', {
    details: { issues: repeated.map((name): SafeIssue => ({ path: [name], message: 'Given more than once.' })) },
  });
}

/** A path parameter of the wrong shape names nothing: the endpoint's own 404, else the general one. */
export function invalidParams(endpoint: EndpointSpec): AppError {
  const code = endpoint.errors.find((candidate) => /_not_found$/i.test(candidate)) ?? 'NOT_FOUND';
  return new AppError(code, 'There is nothing with this identifier.');
}

/** A body or form that could not be parsed at all. */
export function malformedBody(message: string): AppError {
  return new AppError('INVALID_BODY', message, { details: { issues: [{ path: [], message }] } });
}

/** Sentences for codes that schemas name. */
const MESSAGES: Partial<Record<ErrorCode, string>> = Object.freeze({
  TEXT_REQUIRED: 'A text that is not blank is required.',
  TEXT_TOO_LARGE: 'The text is too long.',
  UNSUPPORTED_LANGUAGE: 'The language is not supported; use de, en, fr, es or it.',
  INVALID_CATEGORY: 'A category name is not valid.',
  INVALID_FORMAT: 'The format is not supported.',
  INVALID_URL: 'The address is not valid.',
  invalid_request: 'The request is not valid.',
  missing_model: 'The parameter model is required.',
  missing_messages: 'The parameter messages is required: a list with at least one message.',
});

/** Messages of an issue and of those inside it: a bad key or element of a map reports its own below. */
function messagesOf(issue: z.core.$ZodIssue): string[] {
  const inner = issue.code === 'invalid_key' || issue.code === 'invalid_element' ? issue.issues : [];
  return [issue.message, ...inner.flatMap(messagesOf)];
}

/** Property names that a schema declares anywhere; keys of records are the caller's and not among them. */
function declaredNames(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties') Object.keys(value as object).forEach((name) => names.add(name));
        visit(value);
      }
    }
  };
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return names;
}

function safePath(path: readonly PropertyKey[], known: ReadonlySet<string>): (string | number)[] {
  return path.map((part) => (typeof part === 'number' || known.has(String(part)) ? (part as string | number) : '*'));
}

/** Built from the schema's side of an issue only: expected types, bounds and allowed values. */
function safeMessage(issue: z.core.$ZodIssue): string {
  if (isErrorCode(issue.message)) return MESSAGES[issue.message] ?? 'Invalid value.';
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${issue.expected}.`;
    case 'invalid_value':
      return `Expected one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `Too small or too short; the minimum is ${String(issue.minimum)}.`;
    case 'too_big':
      return `Too big or too long; the maximum is ${String(issue.maximum)}.`;
    case 'invalid_format':
      return 'The format is not valid.';
    case 'unrecognized_keys':
      return 'Unknown fields.';
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'Invalid value.';
  }
}
