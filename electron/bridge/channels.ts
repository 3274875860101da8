/** Names of the channels between page and shell; a channel per method, so that the sender check and the schema belong together. */
export const EVENT_CHANNEL = 'deckname:event';

export function methodChannel(method: string): string {
  return `deckname:${method}`;
}
