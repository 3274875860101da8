import type { ChatConversation } from '../../../contract/chatMessages.ts';
import type { Database } from '../../../core/db/types.ts';
import type { Download } from '../../../http/types.ts';
import { branchTo, mergeDecisions } from '../branches.ts';
import type { Preview } from '../masking/preview.ts';
import type { OpenMessage } from '../messageBodies.ts';
import type { Conversations } from './conversations.ts';

export type ExportFormat = 'md' | 'json' | 'txt';

/** Conversations as files. */
export interface Exporter {
  /** @param anonymized - no original value in it, also of messages that were sent as they are */
  export(accountId: string, id: string, format: ExportFormat, anonymized: boolean): Promise<Download>;
}

const CONTENT_TYPES = Object.freeze({
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
} as const) satisfies Readonly<Record<ExportFormat, string>>;

/** A title may hold a name, and too little of a sentence to find it for sure. */
const NEUTRAL_TITLE = 'Conversation';

interface Written {
  readonly message: OpenMessage;
  readonly text: string;
}

export function createExporter({
  database,
  conversations,
  preview,
}: {
  readonly database: Database;
  readonly conversations: Conversations;
  readonly preview: Preview;
}): Exporter {
  return {
    async export(accountId, id, format, anonymized) {
      const row = await conversations.require(database.db, accountId, id);
      const [conversation] = await conversations.present([row]);
      const all = await conversations.messages(row);
      const messages = format === 'json' ? all : branchTo(all, row.activeMessageId);
      const { shown, hidden } = mergeDecisions(all.map(({ body }) => body));
      // What the person let a model see is still a value.
      const shows = (text: string) => shown.some((value) => text.includes(value));
      const written: Written[] = [];
      for (const message of messages) {
        const { content, sent } = message.body;
        const isMasked = message.anonymous && message.state !== 'streaming' && sent !== null && !shows(sent);
        const asSent = isMasked ? sent : null;
        const masked = async () => asSent ?? (await preview.masked(accountId, content, hidden)).text;
        written.push({ message, text: anonymized ? await masked() : content });
      }
      const title = anonymized || conversation!.title === '' ? NEUTRAL_TITLE : conversation!.title;
      const body = Buffer.from(render(format, { ...conversation!, title }, written), 'utf8');
      return { contentType: CONTENT_TYPES[format], body, filename: `${fileName(title)}.${format}` };
    },
  };
}

function render(format: ExportFormat, conversation: ChatConversation, written: readonly Written[]): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(asJson(conversation, written), null, 2)}\n`;
    case 'md':
      return asText(written, `# ${conversation.title}\n\n`, (name) => `## ${name}`);
    case 'txt':
      return asText(written, `${conversation.title}\n\n`, (name) => `${name}:`);
  }
}

function asText(written: readonly Written[], head: string, heading: (name: string) => string): string {
  const parts = written.map(({ message, text }) => {
    const name = message.role === 'user' ? 'User' : `Assistant (${message.model ?? 'unknown'})`;
    return `${heading(name)}\n\n${text}\n`;
  });
  return head + parts.join('\n');
}

function asJson({ title, createdAt, updatedAt }: ChatConversation, written: readonly Written[]) {
  return {
    ...{ title, createdAt, updatedAt },
    messages: written.map(({ message, text }) => ({
      id: message.id,
      parentId: message.parentId,
      role: message.role,
      model: message.model,
      anonymous: message.anonymous,
      state: message.state,
      createdAt: message.createdAt,
      content: text,
    })),
  };
}

/** A name that every file system takes. */
function fileName(title: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return name === '' ? NEUTRAL_TITLE : name;
}
