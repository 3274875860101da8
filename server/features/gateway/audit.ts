import type { Db } from '../../core/db/types.ts';
import type { Principal } from '../../http/types.ts';

/** What the gateway writes into the audit log. */
export interface GatewayAudit {
  record(
    db: Db,
    event: {
      readonly action:
        'provider.created' | 'provider.changed' | 'provider.deleted' | 'model_aliases.changed' | 'model_access.changed';
      readonly principal: Principal;
      readonly target?: { readonly kind: 'provider'; readonly id: string };
    },
  ): Promise<void>;
}
