import type { ProviderKind } from '../contract/gatewayProviders.ts';
import type { ProviderAddress } from './address.ts';
import type { Transport } from './transport/createTransport.ts';

/** Where the list of a provider's models is asked for. */
export interface ModelListing {
  readonly transport: Transport;
  readonly address: ProviderAddress;
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: ProviderKind;
}
