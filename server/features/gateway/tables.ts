declare module '../../core/db/types.ts' {
  interface Tables {
    model_providers: {
      id: string;
      /** JSON of a ProviderDefinition. */
      definition: string;
      /** Encrypted under the key of the installation; null: the provider needs none. */
      api_key: Uint8Array | null;
      created_at: string;
    };
    /** One row per setting of the gateway. */
    gateway_settings: {
      name: string;
      /** JSON; its shape belongs to the name. */
      value: string;
    };
    /** One row per request to a model; nothing of its text. */
    model_requests: {
      id: string;
      account_id: string;
      key_id: string | null;
      /** UTC, `YYYY-MM-DD`. */
      day: string;
      provider: string;
      model: string;
      variant: 'plain' | 'anonymous';
      outcome: 'completed' | 'failed' | 'aborted';
      input_tokens: number;
      output_tokens: number;
      cached_tokens: number;
      /** 1: the provider told no tokens. */
      estimated: number;
      masked_values: number;
      latency_ms: number;
    };
    model_responses: {
      id: string;
      account_id: string;
      created_at: string;
      previous_id: string | null;
      /** 1: made by the anonymizing variant. */
      anonymous: number;
      /** Encrypted JSON of the items that the request added. */
      input: Uint8Array;
      /** Encrypted JSON of the response object. */
      body: Uint8Array;
    };
    /** Which stored response has an item; later requests refer to items by their id. */
    model_response_items: {
      response_id: string;
      item_id: string;
    };
  }
}

export {};
