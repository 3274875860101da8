import { listModels, type OpenAiModel } from '../../../server/contract/gateway/index.ts';
import { call } from '../../api/index.ts';

/** A model that can be chosen. */
export interface ChatModel {
  /** `provider/model`, or the name of an alias. */
  readonly id: string;
  /** null for an alias. */
  readonly provider: string | null;
  /** Name for people. */
  readonly name: string;
}

/** Name of a model for people: without its provider. */
export const shortModelName = (id: string): string => id.slice(id.indexOf('/') + 1);

/** A model as the server lists it. */
type ListedModel = Pick<OpenAiModel, 'id' | 'capabilities'>;

/** Models one can talk to, those that administrators have named first. When none is known to be one, all are offered. */
export function chatModels(listed: readonly ListedModel[]): ChatModel[] {
  const talking = listed.filter(({ capabilities }) => capabilities.chat !== false);
  return (talking.length > 0 ? talking : listed)
    .map(({ id }) => ({
      id,
      provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : null,
      name: shortModelName(id),
    }))
    .sort((a, b) => Number(a.provider !== null) - Number(b.provider !== null));
}

/** The models that the person may use. */
export async function fetchModels(): Promise<ChatModel[]> {
  const { data } = await call(listModels, { query: {} });
  // The other kind of entry is for clients that send the header of Anthropic.
  return chatModels(data.flatMap((model) => ('capabilities' in model ? [model] : [])));
}
