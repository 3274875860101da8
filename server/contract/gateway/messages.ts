import { z } from 'zod';
import { endpoint, json } from '../endpoint.ts';
import {
  anonymous,
  anonymousErrors,
  anthropic,
  body,
  either,
  generateErrors,
  messages,
  model,
  noBody,
  options,
  plain,
  stream,
  whole,
} from './parts.ts';

/** Anthropic messages. */
export const messagesRequest = z
  .looseObject(
    {
      model,
      messages,
      max_tokens: z
        .number('invalid_request')
        .int('invalid_request')
        .min(0, 'invalid_request')
        .meta({ description: '0 fills the cache of an Anthropic provider and answers nothing.' }),
      stream,
      deckname: options,
    },
    noBody,
  )
  .meta({ id: 'MessagesRequest', description: 'https://docs.anthropic.com/en/api/messages' });
export const countTokensRequest = z
  .looseObject({ model, messages }, noBody)
  .meta({ id: 'CountTokensRequest', description: 'https://docs.anthropic.com/en/api/messages-count-tokens' });

const messageAnswer = whole('Message', 'An answer as https://docs.anthropic.com/en/api/messages says.');
const tokenCount = whole(
  'TokenCount',
  '`input_tokens`, as https://docs.anthropic.com/en/api/messages-count-tokens says.',
);

const messagesRoute = {
  method: 'post',
  body: body(messagesRequest),
  response: either(messageAnswer, 'The answer, or its events.'),
} as const;
const anonymousMessages = {
  ...anonymous,
  ...anthropic,
  ...messagesRoute,
  summary: 'Message to a model that sees anonymized texts',
  errors: anonymousErrors,
} as const;
export const createMessage = endpoint({
  ...plain,
  ...anthropic,
  ...messagesRoute,
  id: 'createMessage',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/messages',
  summary: 'Message',
  errors: generateErrors,
});
export const createAnonymousMessage = endpoint({
  ...anonymousMessages,
  id: 'createAnonymousMessage',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/messages',
});
export const createAnonymousMessageV1 = endpoint({
  ...anonymousMessages,
  id: 'createAnonymousMessageV1',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/v1/messages',
});

const counting = {
  ...anthropic,
  method: 'post',
  body: body(countTokensRequest),
  response: json(tokenCount, 'The number of tokens.'),
} as const;
const anonymousCounting = {
  ...anonymous,
  ...counting,
  summary: 'Count the tokens of anonymized texts',
  errors: anonymousErrors,
} as const;
export const countTokens = endpoint({
  ...plain,
  ...counting,
  id: 'countTokens',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/messages/count_tokens',
  rateGroup: 'models',
  summary: 'Count the tokens of a message',
  description: 'Counted by the provider where it can, else estimated from the text.',
  errors: generateErrors,
});
export const countAnonymousTokens = endpoint({
  ...anonymousCounting,
  id: 'countAnonymousTokens',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/messages/count_tokens',
});
export const countAnonymousTokensV1 = endpoint({
  ...anonymousCounting,
  id: 'countAnonymousTokensV1',
  agents: 'yes',
  scope: 'gateway',
  path: '/v1/llm-anonymous/v1/messages/count_tokens',
});
