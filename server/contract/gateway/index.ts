export * from './chat.ts';
export * from './messages.ts';
export * from './models.ts';
export * from './responses.ts';
