/**
 * Why keys of agents may not do everything on a route, or nothing (rights 1). A row is spread into the declarations of endpoints; where nothing stands in
 * the way, they say `agents: 'yes'`.
 */
export const AGENTS = Object.freeze({
  administration: {
    agents: 'no',
    agentsReason: 'Administration decides over everybody; an agent works for one person.',
  },
  settings: { agents: 'no', agentsReason: 'What is masked, and how, is decided by people.' },
  keys: { agents: 'no', agentsReason: 'A key that makes keys could not be ended.' },
  session: { agents: 'no', agentsReason: 'It needs a login session.' },
  sharing: { agents: 'no', agentsReason: 'Who may read what is decided by people.' },
  consent: { agents: 'no', agentsReason: 'Consent is given by people.' },
  emptying: { agents: 'no', agentsReason: 'What is in the trash goes for good; people decide on all of it.' },
  originals: {
    agents: 'own',
    agentsReason:
      'Without clear text it sees originals only of jobs that its own key made, and nothing of files that are locked for it.',
  },
  wider: {
    agents: 'own',
    agentsReason: 'Not into a place that more people can read than its origin, and not the lock of agents.',
  },
  anonymity: { agents: 'own', agentsReason: 'It never takes anonymity off a conversation.' },
  prompts: { agents: 'own', agentsReason: 'It keeps prompts of its person; those of the team guide everybody.' },
} as const);
