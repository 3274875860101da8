import { listModels } from '../../../server/contract/gateway.ts';
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

/** The models that the person may use. */
export async function fetchModels(): Promise<ChatModel[]> {
  const { data } = await call(listModels, { query: {} });
  return data.map(({ id }) => ({
    id,
    provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : null,
    name: shortModelName(id),
  }));
}
