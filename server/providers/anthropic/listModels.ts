import type { ProviderKind } from '../../contract/gatewayProviders.ts';
import { capabilitiesOf } from '../capabilities.ts';
import type { ModelListing } from '../modelListing.ts';
import { malformed } from '../transport/failures.ts';
import { isJsonObject, type AnyJson, type ProviderModel } from '../types.ts';

const PAGE = '1000';
/** A list that never ends is a fault of the server. */
const MOST_PAGES = 20;

/** https://docs.anthropic.com/en/api/models-list */
export async function listMessageModels(
  { transport, address, headers, kind }: ModelListing,
  signal: AbortSignal,
): Promise<readonly ProviderModel[]> {
  const models: ProviderModel[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = address.models({ limit: PAGE, ...(after !== null && { after_id: after }) });
    const { body } = await transport.json({ method: 'GET', path, headers, signal });
    if (!Array.isArray(body['data'])) throw malformed();
    models.push(...(body['data'] as readonly AnyJson[]).flatMap((entry) => readModel(kind, entry)));
    if (body['has_more'] !== true || typeof body['last_id'] !== 'string') return models;
    after = body['last_id'];
  }
  return models;
}

function readModel(kind: ProviderKind, entry: AnyJson): ProviderModel[] {
  if (!isJsonObject(entry) || typeof entry['id'] !== 'string') return [];
  const { id, created_at: created, display_name: displayName } = entry;
  const milliseconds = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return [
    {
      id,
      created: Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000),
      displayName: typeof displayName === 'string' ? displayName : null,
      capabilities: capabilitiesOf(kind, id, entry),
    },
  ];
}
