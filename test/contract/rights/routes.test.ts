import type { RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../server/contract/index.ts';
import type { EndpointSpec } from '../../../server/contract/endpoint.ts';
import { mountRoute, type RouteServices } from '../../../server/http/mountRoute.ts';
import type { Route } from '../../../server/http/route.ts';
import { addressOf, type Caller, newKey, refusalOf, withSession } from '../../helpers/rights.ts';
import { bootTeam, type Team } from '../../helpers/workspace.ts';

/** Rights 1 by the addresses alone, told apart from what the endpoints declare. */
const NEVER_AGENTS: readonly (readonly [method: RegExp, path: RegExp])[] = [
  [/./, /^\/v1\/admin\//],
  [/patch/, /^\/v1\/account$/],
  [/./, /^\/v1\/account\/(keys|terms|app-lock|sessions|second-factor)/],
  [/post|delete/, /^\/v1\/workspace\/nodes\/:id\/shares$/],
  [/post|patch|delete/, /^\/v1\/projects/],
];
const SCOPES: readonly (readonly [scope: Caller['scope'], path: RegExp])[] = [
  ['gateway', /^\/v1\/(llm|llm-anonymous|models|messages)(\/|$)/],
  ['anonymize', /^\/(anonymize|ocr|status|jobs|deanonymize)(\/|$)/],
  ['anonymize', /^\/v1\/(jobs|batches|deanonymize)(\/|$)/],
  ['tools', /^\/mcp/],
];

/** What would end a session of the test, or look for providers on this machine. */
const NOT_SENT_TO_PEOPLE: ReadonlySet<string> = new Set(['logout', 'discoverProviders']);

let team: Team;
let callers: Record<string, Caller>;

beforeAll(async () => {
  team = await bootTeam();
  const person = await team.addPerson('person');
  const admin = await team.addPerson('admin', 'admin');
  const personSession = await withSession(team, person);
  const adminSession = await withSession(team, admin);
  const people = { scope: 'all', isAgent: false, isAdmin: false, bySession: false } as const;
  const key = async (session: Caller['call'], body: object, facts: Partial<Caller>): Promise<Caller> => ({
    ...people,
    ...facts,
    call: (await newKey(team, session, body)).call,
  });
  const agent = { agent: { name: 'Helper' } };
  callers = {
    person: { ...people, bySession: true, call: personSession },
    admin: { ...people, bySession: true, isAdmin: true, call: adminSession },
    'key of a person': await key(personSession, {}, {}),
    agent: await key(personSession, agent, { isAgent: true }),
    'agent with clear text': await key(personSession, { ...agent, clearText: true }, { isAgent: true }),
    'agent of an admin': await key(adminSession, agent, { isAgent: true, isAdmin: true }),
    'key for the gateway': await key(adminSession, { scope: 'gateway' }, { scope: 'gateway', isAdmin: true }),
    'key for anonymization': await key(adminSession, { scope: 'anonymize' }, { scope: 'anonymize', isAdmin: true }),
    'key for tools': await key(adminSession, { scope: 'tools' }, { scope: 'tools', isAdmin: true }),
  };
});
afterAll(() => team.stop());

const isNeverForAgents = ({ method, path }: EndpointSpec): boolean =>
  NEVER_AGENTS.some(([methods, paths]) => methods.test(method) && paths.test(path));
const scopesOf = ({ path }: EndpointSpec): readonly string[] =>
  SCOPES.filter(([, paths]) => paths.test(path)).map(([scope]) => scope);

/** Why this caller is refused, from what rights 1 says; null: the route looks at the request. */
function expected(endpoint: EndpointSpec, caller: Caller): ReturnType<typeof refusalOf> {
  if (endpoint.access === 'none') return null;
  if (caller.scope !== 'all' && !scopesOf(endpoint).includes(caller.scope)) return 'scope';
  if (caller.isAgent && (endpoint.agents === 'no' || isNeverForAgents(endpoint))) return 'agent';
  if (endpoint.access === 'session_only' && !caller.bySession) return 'session';
  return endpoint.roles?.includes('member') === false && !caller.isAdmin ? 'role' : null;
}

describe('rights of callers', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method.toUpperCase()} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      for (const [name, caller] of Object.entries(callers)) {
        const wanted = expected(endpoint, caller);
        if (wanted === null && NOT_SENT_TO_PEOPLE.has(endpoint.id)) continue;
        const hasBody = endpoint.body !== undefined;
        const answer = await caller.call(
          endpoint.method.toUpperCase(),
          addressOf(endpoint),
          hasBody && endpoint.method !== 'get' ? {} : undefined,
        );
        expect([name, refusalOf(answer)]).toEqual([name, wanted]);
        if (wanted === 'agent') expect(answer.status).toBe(403);
        if (wanted === null) expect([name, answer.status]).not.toEqual([name, 500]);
      }
    },
  );

  it('are declared for every route, with a reason where it is not all', () => {
    for (const { id, agents, agentsReason } of ENDPOINTS) {
      expect([id, agents === 'yes' || (agentsReason ?? '').length > 10]).toEqual([id, true]);
    }
    expect(ENDPOINTS.filter((endpoint) => isNeverForAgents(endpoint) && endpoint.agents !== 'no')).toEqual([]);
  });

  it('are asked of a route that is mounted', () => {
    const route = { endpoint: { ...ENDPOINTS[0]!, agents: undefined }, handle: () => undefined } as unknown as Route;
    const mount = (): RequestHandler => mountRoute(route, {} as RouteServices);
    expect(mount).toThrow(/does not say what agents may/);
  });
});
