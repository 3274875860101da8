import type { ClientProtocol, ProviderProtocol } from '../../../providers/types.ts';

/** Headers of a client that may mean something to a provider of the same protocol. */
const CLIENT_HEADERS = [
  'anthropic-beta',
  'anthropic-version',
  'openai-beta',
  'openai-organization',
  'openai-project',
  'idempotency-key',
] as const;
/** Of those, the ones that name versions and features: nothing personal fits into them. */
const FEATURE_HEADERS: ReadonlySet<string> = new Set(['anthropic-beta', 'anthropic-version', 'openai-beta']);
/** Versions of an API: `2023-06-01`, `assistants=v2`. */
const VERSION = /^(?:20\d{2}-\d{2}-\d{2}|assistants=v\d{1,2})$/;
/** Features under test that are known (https://docs.anthropic.com/en/api/beta-headers), without the date of their state. */
const KNOWN_FEATURES: ReadonlySet<string> = new Set([
  ...['message-batches', 'prompt-caching', 'extended-cache-ttl', 'computer-use', 'pdfs', 'max-tokens-3-5-sonnet'],
  ...['token-counting', 'token-efficient-tools', 'output-128k', 'files-api', 'mcp-client', 'dev-full-thinking'],
  ...['interleaved-thinking', 'code-execution', 'context-1m', 'context-management', 'model-context-window-exceeded'],
  ...['skills', 'fast-mode', 'web-fetch', 'web-search', 'advanced-tool-use', 'fine-grained-tool-streaming'],
  ...['structured-outputs', 'effort', 'tool-search-tool', 'tool-examples', 'compact', 'oauth', 'claude-code'],
]);
const DATED_FEATURE = /^([a-z0-9-]{1,60})-20\d{2}-?\d{2}-?\d{2}$/;

/** Headers of a client's request that are offered to the provider. */
export function clientHeaders(header: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    CLIENT_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Of the client's headers those that are sent: none to another protocol, and in an anonymous request known features alone. */
export type HeadersFor = (
  given: Readonly<Record<string, string>>,
  route: { readonly anonymous: boolean; readonly client: ClientProtocol; readonly provider: ProviderProtocol },
) => Readonly<Record<string, string>>;

/** @param listed - features beside the known ones, as the administrators of the installation list them */
export function createHeadersFor(listed: readonly string[]): HeadersFor {
  const own = new Set(listed);
  const featuresOf = (value: string): string =>
    value
      .split(',')
      .map((feature) => feature.trim())
      .filter((feature) => isKnownFeature(feature) || own.has(feature))
      .join(',');
  return (given, { anonymous, client, provider }) => {
    if (client !== provider) return {};
    if (!anonymous) return given;
    return Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => FEATURE_HEADERS.has(name))
        .map(([name, value]) => [name, featuresOf(value)] as const)
        .filter(([, value]) => value !== ''),
    );
  };
}

/** Any other token could be a word of the client's. */
function isKnownFeature(token: string): boolean {
  return VERSION.test(token) || KNOWN_FEATURES.has(DATED_FEATURE.exec(token)?.[1] ?? '');
}
