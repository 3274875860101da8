import * as contract from '../../../contract/gatewayProviders.ts';
import { type Route, route } from '../../../http/route.ts';
import type { ProviderProbe } from './probing.ts';
import type { ProviderSettings } from './providerSettings.ts';

/** Routes for those who decide which providers an installation uses. */
export function providerRoutes(settings: ProviderSettings, probe: ProviderProbe): Route[] {
  return [
    route(contract.listProviders, async () => ({ providers: [...(await settings.list())] })),
    route(contract.createProvider, async ({ principal, body }) => ({
      provider: await settings.create(principal, body),
    })),
    route(contract.updateProvider, async ({ principal, params, body }) => ({
      provider: await settings.change(principal, params.id, body),
    })),
    route(contract.deleteProvider, ({ principal, params }) => settings.remove(principal, params.id)),
    route(contract.testProvider, async ({ params, signal }) =>
      probe.test(await settings.connection(params.id), signal),
    ),
    route(contract.testNewProvider, ({ body: { apiKey, ...definition }, signal }) =>
      probe.test({ definition, apiKey }, signal),
    ),
    route(contract.discoverProviders, async ({ signal }) => ({
      found: await probe.discover(await settings.list(), signal),
    })),
  ];
}
