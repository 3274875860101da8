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

/** Providers list everything they have; these names tell that one cannot talk to it. */
const NO_CHAT =
  /embed|whisper|\btts\b|dall-e|moderation|transcribe|realtime|rerank|text-to-speech|gpt-image|\bsora\b|davinci-002|babbage-002/i;

/** Name of a model for people: without its provider. */
export const shortModelName = (id: string): string => id.slice(id.indexOf('/') + 1);

/** Models one can talk to, those that administrators have named first. When no name fits, all are offered. */
export function chatModels(ids: readonly string[]): ChatModel[] {
  const talking = ids.filter((id) => !NO_CHAT.test(id));
  return (talking.length > 0 ? talking : ids)
    .map((id) => ({
      id,
      provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : null,
      name: shortModelName(id),
    }))
    .sort((a, b) => Number(a.provider !== null) - Number(b.provider !== null));
}

/** The models that the person may use. */
export async function fetchModels(): Promise<ChatModel[]> {
  const { data } = await call(listModels, { query: {} });
  return chatModels(data.map(({ id }) => id));
}
