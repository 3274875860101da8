import type { ProviderKind } from '../../../../server/contract/gatewayProviders.ts';

/** What a new provider of a kind begins with. */
export interface KindDefaults {
  readonly baseUrl: string;
  /** Runs on this machine or in the house, usually without a key. */
  readonly local: boolean;
  /** Requests name a version of the API. */
  readonly versioned: boolean;
}

/** Kinds in the order in which they are offered. */
export const KINDS = Object.freeze({
  openai: { baseUrl: 'https://api.openai.com/v1', local: false, versioned: false },
  anthropic: { baseUrl: 'https://api.anthropic.com', local: false, versioned: true },
  azure: { baseUrl: '', local: false, versioned: true },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', local: false, versioned: false },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', local: true, versioned: false },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', local: true, versioned: false },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', local: true, versioned: false },
  llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1', local: true, versioned: false },
  compatible: { baseUrl: '', local: false, versioned: false },
} as const) satisfies Readonly<Record<ProviderKind, KindDefaults>>;
