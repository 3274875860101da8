import type { Generated } from 'kysely';
import type { TeamRole } from '../../../contract/accounts.ts';

/** Truth values are stored as 0 and 1, times as ISO 8601 in UTC, which sort as text. */
type Flag = 0 | 1;

declare module '../../../core/db/types.ts' {
  interface Tables {
    users: {
      id: string;
      email: string;
      /** The address in lower case: what makes it unique. */
      email_key: string;
      name: string;
      /** Name and address in lower case, for searching. */
      search_text: string;
      role: TeamRole;
      disabled: Flag;
      workspace_collaboration: Flag;
      /** PHC string of argon2id; null for the local account, which has no login. */
      password_hash: string | null;
      /** JSON of the settings that differ from the defaults. */
      settings: string;
      /** PHC string of the app lock's passphrase; null: no lock. */
      app_lock_hash: string | null;
      created_at: string;
    };
    sessions: {
      id: string;
      /** SHA-256 of the cookie's token, hexadecimal. */
      token_hash: string;
      user_id: string;
      /** Readable name; null: not known. */
      device: string | null;
      /** Client address of the last use; null: not known. */
      address: string | null;
      created_at: string;
      last_seen_at: string;
      expires_at: string;
    };
    api_keys: {
      id: string;
      user_id: string;
      name: string;
      /** First characters of the secret, to tell keys apart. */
      prefix: string;
      /** SHA-256 of the secret, hexadecimal. */
      secret_hash: string;
      agent_id: string | null;
      agent_name: string | null;
      scope: string;
      tool_access: string | null;
      clear_text: number;
      created_at: string;
      last_used_at: string | null;
      last_used_from: string | null;
      expires_at: string | null;
      /** When the secret was made anew; null: it is the first one. */
      rotated_at: string | null;
      revoked_at: string | null;
    };
    groups: { id: string; name: string; name_key: string; created_at: string };
    group_members: { group_id: string; user_id: string };
    audit_log: {
      /** Order of the entries, also of those of one millisecond. */
      position: Generated<number>;
      id: string;
      at: string;
      action: string;
      account_id: string | null;
      via: 'session' | 'api_key' | 'desktop' | 'system';
      key_id: string | null;
      agent_id: string | null;
      target_kind: string | null;
      target_id: string | null;
    };
    /** One row, id 1: JSON of the settings that differ from the defaults. */
    team_settings: {
      id: number;
      settings: string;
      /** Since when a second factor is required; null: it is not. */
      second_factor_required_at: string | null;
    };
    login_failures: {
      /** SHA-256 of what was tried: somebody may have typed a password where the address belongs. */
      subject: string;
      failures: number;
      last_at: string;
    };
    /** One row, id 1: JSON of the rate limiter's counters of the day. */
    rate_limit_counters: { id: number; counters: string };
  }
}
