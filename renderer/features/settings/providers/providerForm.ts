import {
  newProvider,
  type ModelPrice,
  type NewProvider,
  type ProviderChange,
  type ProviderKind,
  type ShownProvider,
} from '../../../../server/contract/gatewayProviders.ts';
import { KINDS } from './kinds.ts';

/** A price as it is typed. */
export interface PriceRow {
  readonly model: string;
  readonly input: string;
  readonly output: string;
  readonly cachedInput: string;
}

/** What the fields of the dialog hold. */
export interface ProviderForm {
  readonly kind: ProviderKind;
  readonly id: string;
  readonly baseUrl: string;
  /** Empty: none, or the one that is stored. */
  readonly apiKey: string;
  readonly removeKey: boolean;
  readonly apiVersion: string;
  readonly allModels: boolean;
  /** One per line. */
  readonly models: string;
  readonly prices: readonly PriceRow[];
  readonly currency: string;
}

/** Parts of the form that can be wrong. */
export type Problem = 'id' | 'baseUrl' | 'apiKey' | 'apiVersion' | 'models' | 'prices' | 'currency';

/** The fields of a new provider, or of one that exists. */
export function formOf(provider: ShownProvider | null): ProviderForm {
  if (provider === null) {
    return {
      kind: 'openai',
      id: 'openai',
      baseUrl: KINDS.openai.baseUrl,
      apiKey: '',
      removeKey: false,
      apiVersion: '',
      allModels: true,
      models: '',
      prices: [],
      currency: 'USD',
    };
  }
  return {
    kind: provider.kind,
    id: provider.id,
    baseUrl: provider.baseUrl,
    apiKey: '',
    removeKey: false,
    apiVersion: provider.apiVersion ?? '',
    allModels: provider.models.length === 0,
    models: provider.models.join('\n'),
    prices: Object.entries(provider.prices).map(([model, price]) => ({
      model,
      input: String(price.input),
      output: String(price.output),
      cachedInput: price.cachedInput === undefined ? '' : String(price.cachedInput),
    })),
    currency: provider.currency,
  };
}

/** The form for another kind; what the person has typed stays, what is still the proposal of the kind before changes. */
export function withKind(form: ProviderForm, kind: ProviderKind, takenIds: readonly string[]): ProviderForm {
  const before = KINDS[form.kind];
  return {
    ...form,
    kind,
    id: form.id === '' || form.id.startsWith(form.kind) ? freeId(kind, takenIds) : form.id,
    baseUrl: form.baseUrl === before.baseUrl ? KINDS[kind].baseUrl : form.baseUrl,
  };
}

/** `ollama`, else `ollama-2` and so on. */
export function freeId(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((id) => id.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`;
    if (!used.has(id)) return id;
  }
}

/** The provider that the fields describe, or the fields that are not right yet. */
export function providerOf(
  form: ProviderForm,
  enabled: boolean,
): { readonly provider: NewProvider } | { readonly problems: ReadonlySet<Problem> } {
  const parsed = newProvider.safeParse({
    id: form.id.trim(),
    kind: form.kind,
    baseUrl: form.baseUrl.trim(),
    enabled,
    models: form.allModels ? [] : linesOf(form.models),
    prices: Object.fromEntries(form.prices.map((row) => [row.model.trim(), priceOf(row)])),
    currency: form.currency.trim().toUpperCase(),
    apiVersion: form.apiVersion.trim() === '' ? null : form.apiVersion.trim(),
    apiKey: form.apiKey.trim() === '' ? null : form.apiKey,
  });
  const problems = new Set(parsed.error?.issues.map(({ path }) => String(path[0]) as Problem));
  if (!form.allModels && linesOf(form.models).length === 0) problems.add('models');
  if (new Set(form.prices.map(({ model }) => model.trim())).size < form.prices.length) problems.add('prices');
  return parsed.success && problems.size === 0 ? { provider: parsed.data } : { problems };
}

/** What is sent to change a provider: the key only when there is a new one, or it is to go. */
export function changeOf(form: ProviderForm, provider: NewProvider): ProviderChange {
  const { kind, baseUrl, enabled, models, prices, currency, apiVersion, apiKey } = provider;
  const change = { kind, baseUrl, enabled, models, prices, currency, apiVersion };
  if (form.removeKey) return { ...change, apiKey: null };
  return apiKey === null ? change : { ...change, apiKey };
}

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const priceOf = ({ input, output, cachedInput }: PriceRow): ModelPrice => ({
  input: numberOf(input),
  output: numberOf(output),
  ...(cachedInput.trim() !== '' && { cachedInput: numberOf(cachedInput) }),
});

/** A decimal comma is as good as a point; NaN for anything else. */
function numberOf(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}
