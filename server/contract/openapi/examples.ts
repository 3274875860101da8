/** Examples of requests and answers by operation, for readers of the reference. */
export const EXAMPLES: Readonly<Record<string, { readonly request?: unknown; readonly response?: unknown }>> =
  Object.freeze({
    createJob: {
      request: { text: 'Frau Dr. Anna Müller wohnt in der Lindenstraße 5 in Köln.', language: 'de' },
      response: {
        job_id: '5b0c7b9e-0f0e-4c59-9a35-0d5ad2c4d1f7',
        status: 'processing',
        message: 'The job was created; poll GET /status/{job_id}.',
      },
    },
    deanonymize: {
      request: { text: 'Sehr geehrte [[person-k3v9q2xd]], vielen Dank für Ihre Nachricht.' },
      response: {
        text: 'Sehr geehrte Frau Dr. Anna Müller, vielen Dank für Ihre Nachricht.',
        restored: 1,
        unresolved: [],
        unresolved_placeholders: [],
      },
    },
    login: { request: { email: 'anna@example.org', password: 'correct horse battery staple' } },
    createKey: { request: { name: 'Invoice import', expiresAt: '2030-01-01T00:00:00.000Z' } },
    createChatCompletion: {
      request: { model: 'openai/gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
    },
    createAnonymousChatCompletion: {
      request: {
        model: 'local/llama3.2',
        messages: [{ role: 'user', content: 'Write to Ms Haverstock in Leeds.' }],
        stream: true,
      },
    },
    createMessage: {
      request: {
        model: 'anthropic/claude-sonnet-4-5',
        max_tokens: 500,
        messages: [{ role: 'user', content: 'Hello' }],
      },
    },
    createProvider: {
      request: { id: 'local', kind: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
    },
    createTerm: { request: { kind: 'mask', value: 'Project Nightingale', category: 'custom' } },
  });
