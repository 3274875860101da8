import { capabilitiesOf } from '../capabilities.ts';
import type { ModelListing } from '../modelListing.ts';
import { malformed } from '../transport/failures.ts';
import { isJsonObject, type AnyJson, type ProviderModel } from '../types.ts';

/** https://platform.openai.com/docs/api-reference/models/list */
export async function listChatModels(
  { transport, address, headers, kind }: ModelListing,
  signal: AbortSignal,
): Promise<readonly ProviderModel[]> {
  const { body } = await transport.json({ method: 'GET', path: address.models(), headers, signal });
  const { data } = body;
  // Ollama says null where it has no model.
  if (data === null) return [];
  if (!Array.isArray(data)) throw malformed();
  return (data as readonly AnyJson[]).flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry['id'] !== 'string') return [];
    const { created, name } = entry;
    return [
      {
        id: entry['id'],
        created: typeof created === 'number' && Number.isSafeInteger(created) ? created : null,
        displayName: typeof name === 'string' && name !== entry['id'] ? name : null,
        capabilities: capabilitiesOf(kind, entry['id'], entry),
      },
    ];
  });
}
