import type { ProviderOperation, ProviderProtocol } from './types.ts';

/** Where the requests of a provider go. */
export interface ProviderAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of an operation, with its query. */
  operation(operation: ProviderOperation, model: string): string;
  /** Path of the list of models, with further query parameters. */
  models(query?: Readonly<Record<string, string>>): string;
}

const CHAT_PATHS = Object.freeze({
  generate: '/chat/completions',
  embeddings: '/embeddings',
  count_tokens: null,
} as const satisfies Record<ProviderOperation, string | null>);
const MESSAGES_PATHS = Object.freeze({
  generate: '/messages',
  embeddings: null,
  count_tokens: '/messages/count_tokens',
} as const satisfies Record<ProviderOperation, string | null>);

export interface AddressOptions {
  readonly protocol: ProviderProtocol;
  /** Absolute address; a query in it is kept. */
  readonly baseUrl: string;
  readonly defaultPath: string;
  /** Azure: the model is a deployment and stands in the path; null elsewhere. */
  readonly deploymentsVersion: string | null;
}

/**
 * Reads a configured base address. Clients of both protocols are configured with different ones (OpenAI's ends with /v1, Anthropic's without),
 * and people mix them up, so both forms work for both.
 */
export function providerAddress({
  protocol,
  baseUrl,
  defaultPath,
  deploymentsVersion,
}: AddressOptions): ProviderAddress {
  const url = new URL(baseUrl);
  const paths = protocol === 'chat' ? CHAT_PATHS : MESSAGES_PATHS;
  const given = url.pathname.replace(/(?<!\/)\/+$/, '');
  const base = protocol === 'messages' && !given.endsWith('/v1') ? `${given}/v1` : given || defaultPath;
  const inPath = deploymentsVersion !== null && !base.endsWith('/v1');

  const address = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    const search = new URLSearchParams(url.search);
    if (inPath && !search.has('api-version')) search.set('api-version', deploymentsVersion);
    for (const [name, value] of Object.entries(query)) search.set(name, value);
    return `${base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
  };
  return {
    origin: url.origin,
    operation(operation, model) {
      const path = paths[operation];
      if (path === null) throw new Error(`no ${operation} in this protocol`);
      return address(inPath ? `/deployments/${encodeURIComponent(model)}${path}` : path);
    },
    models: (query) => address('/models', query),
  };
}
