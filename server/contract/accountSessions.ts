import { z } from 'zod';
import { AGENTS } from './agents.ts';
import { empty, idParams, pageFields, pageQuery, timestamp, uuid } from './common.ts';
import { endpoint, json } from './endpoint.ts';

const ACCOUNT = 'Account';

export const loginSession = z
  .object({
    id: uuid,
    device: z.string().nullable().meta({
      description: 'Browser and system, for example "Firefox, Windows"; null where the browser names neither.',
    }),
    address: z.string().nullable().meta({ description: 'Address of the last use.' }),
    current: z.boolean().meta({ description: 'The session of this request.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'To the minute.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'LoginSession' });
export type LoginSession = z.output<typeof loginSession>;

export const listSessions = endpoint({
  id: 'listSessions',
  ...AGENTS.session,
  method: 'get',
  path: '/v1/account/sessions',
  summary: 'Where somebody is logged in with the own account',
  description: 'Device and address are removed with the session. API keys are not sessions.',
  tag: ACCOUNT,
  access: 'session_only',
  rateGroup: 'other',
  query: pageQuery,
  status: 200,
  response: json(z.object({ sessions: z.array(loginSession), ...pageFields }), 'A page of sessions, newest first.'),
  errors: ['FORBIDDEN'],
});
export const endSession = endpoint({
  id: 'endSession',
  ...AGENTS.session,
  method: 'delete',
  path: '/v1/account/sessions/:id',
  summary: 'End a session of the own account',
  tag: ACCOUNT,
  access: 'session_only',
  rateGroup: 'other',
  params: idParams,
  status: 204,
  response: empty,
  errors: ['SESSION_NOT_FOUND', 'FORBIDDEN', 'CSRF_REQUIRED'],
});
export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  ...AGENTS.session,
  method: 'delete',
  path: '/v1/account/sessions',
  summary: 'End all other sessions of the own account',
  tag: ACCOUNT,
  access: 'session_only',
  rateGroup: 'other',
  status: 204,
  response: empty,
  errors: ['FORBIDDEN', 'CSRF_REQUIRED'],
});
