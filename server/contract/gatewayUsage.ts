import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { pageFields, pageQuery, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

const TAG = 'Usage';

/** How a request was sent. */
export const USAGE_VARIANTS = ['plain', 'anonymous'] as const;

const count = z.number().int();
const counts = {
  requests: count,
  failed: count.meta({ description: 'Of the requests; aborted ones are no failures.' }),
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count.meta({ description: 'Of the input tokens, read from a cache of the provider.' }),
  estimatedRequests: count.meta({
    description: 'Requests whose tokens were estimated because the provider told none.',
  }),
  maskedValues: count,
  latencyMs: count.meta({ description: 'Mean time to the end of the answer, in milliseconds.' }),
  cost: z
    .object({ amount: z.number(), currency: z.string() })
    .nullable()
    .meta({ description: "By the prices that the provider's settings hold now; null without a price." }),
};

/** What one key spent on one model in one day. */
export const usageEntry = z
  .object({
    day: z.iso.date().meta({ description: 'UTC.' }),
    keyId: uuid.nullable().meta({ description: "null: the account's own screens." }),
    model: z.string().meta({ description: '`provider/model`.' }),
    variant: z.enum(USAGE_VARIANTS),
    ...counts,
  })
  .meta({ id: 'UsageEntry' });
export type UsageEntry = z.output<typeof usageEntry>;

export const teamUsageEntry = usageEntry.extend({ accountId: uuid }).meta({ id: 'TeamUsageEntry' });
export type TeamUsageEntry = z.output<typeof teamUsageEntry>;

const period = pageQuery.extend({
  from: z.iso.date().optional().meta({ description: 'First day, UTC; 30 days ago when absent.' }),
  to: z.iso.date().optional().meta({ description: 'Last day, UTC; today when absent.' }),
});

const usage = { tag: TAG, access: 'session_or_key', rateGroup: 'other', method: 'get', status: 200 } as const;

export const getAccountUsage = endpoint({
  ...usage,
  id: 'getAccountUsage',
  agents: 'yes',
  path: '/v1/account/usage',
  summary: 'What your keys used',
  query: period,
  response: json(z.object({ usage: z.array(usageEntry), ...pageFields }), 'A page, newest day first.'),
  errors: ['INVALID_QUERY'],
});
export const getTeamUsage = endpoint({
  ...usage,
  id: 'getTeamUsage',
  ...AGENTS.administration,
  path: '/v1/admin/usage',
  summary: 'What the team used',
  roles: ['owner', 'admin'],
  query: period.extend({ accountId: uuid.optional(), keyId: uuid.optional() }),
  response: json(z.object({ usage: z.array(teamUsageEntry), ...pageFields }), 'A page, newest day first.'),
  errors: ['FORBIDDEN', 'INVALID_QUERY'],
});
