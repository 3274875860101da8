import type { ProviderDefinition } from '../../../contract/gatewayProviders.ts';
import type { Provider } from '../../../providers/types.ts';

/** All that is needed to talk to a provider. */
export interface ProviderConnection {
  readonly definition: ProviderDefinition;
  /** null: the provider needs none. */
  readonly apiKey: string | null;
}

/** Makes a client of a provider; nothing is sent yet. */
export type ConnectProvider = (connection: ProviderConnection) => Provider;

/** Clients of the providers that are in use, one each, so that their connections are kept. */
export interface ProviderPool {
  get(connection: ProviderConnection): Provider;
  /** Forgets the client of a provider that changed or is gone; its running requests end in peace. */
  drop(id: string): void;
  close(): Promise<void>;
}

export function createProviderPool(connect: ConnectProvider): ProviderPool {
  const clients = new Map<string, Provider>();
  // Closing a client would cut its running answers. One that is not used any more ends its idle connections by itself.
  const retired: Provider[] = [];
  return Object.freeze({
    get(connection: ProviderConnection) {
      const { id } = connection.definition;
      const client = clients.get(id) ?? connect(connection);
      clients.set(id, client);
      return client;
    },
    drop(id: string) {
      const client = clients.get(id);
      clients.delete(id);
      if (client !== undefined) retired.push(client);
    },
    async close() {
      const all = [...clients.values(), ...retired.splice(0)];
      clients.clear();
      await Promise.allSettled(all.map((client) => client.close()));
    },
  });
}
