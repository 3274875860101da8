import { LANGUAGES } from '../../server/contract/index.ts';
import type { BootedGateway } from './gateway.ts';
import { hideValues, readHidden } from './hiddenWriting.ts';

export interface HiddenLeak {
  readonly seed: number;
  readonly form: string;
  readonly leaked: readonly string[];
}

/** Sends conversations with hidden writing; returns those of which the provider could read a value. A refused one sends nothing. */
export async function playHidden(gateway: BootedGateway, seeds: Iterable<number>): Promise<HiddenLeak[]> {
  const leaks: HiddenLeak[] = [];
  for (const seed of seeds) {
    const { form, messages, values } = hideValues(LANGUAGES[Math.floor(seed / 3) % LANGUAGES.length]!, seed);
    const [path, model] =
      seed % 2 === 0
        ? (['/v1/llm-anonymous/chat/completions', 'chat/test-model'] as const)
        : (['/v1/llm-anonymous/messages', 'messages/test-model'] as const);
    for (const provider of [gateway.chat, gateway.messages]) provider.forget();
    await gateway.server.call('POST', path, { model, max_tokens: 100, messages });
    const bytes = [gateway.chat, gateway.messages].map((provider) => provider.received().toString('utf8')).join('\n');
    const leaked = readHidden(form, bytes, values);
    if (leaked.length > 0) leaks.push({ seed, form: form.name, leaked });
  }
  return leaks;
}
