import type { ChatConversation } from '../../../contract/chatMessages.ts';
import type { WholeDownload, Principal } from '../../../http/types.ts';
import { branchTo, mergeDecisions } from '../branches.ts';
import type { OpenMessage } from '../messageBodies.ts';
import type { ChatDependencies, Decisions } from '../types.ts';
import type { Conversations } from './conversations.ts';

export type ExportFormat = 'md' | 'json' | 'txt';

/** Conversations as files. */
export interface Exporter {
  /**
   * @param anonymized - no original value in it, also of messages that were sent as they are
   * @throws AppError CONVERSATION_NOT_FOUND; anonymization_failed and file_not_supported when a text cannot be masked
   */
  export(
    caller: Principal,
    id: string,
    options: { readonly format: ExportFormat; readonly anonymized: boolean; readonly signal: AbortSignal },
  ): Promise<WholeDownload>;
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
  maskTexts,
}: Pick<ChatDependencies, 'database' | 'maskTexts'> & { readonly conversations: Conversations }): Exporter {
  /** Texts by message. A message of another branch may explain a name as well. */
  async function maskAll(accountId: string, messages: readonly OpenMessage[], signal: AbortSignal) {
    const texts = messages.map(({ role, body }) => ({ role, text: body.content }));
    // What the person let a model see is still a value.
    const { hidden } = mergeDecisions(messages.map(({ body }) => body));
    const masked = await maskTexts(texts, { accountId, hidden, known: valuesIn(messages), signal });
    return new Map(messages.map(({ id }, index) => [id, masked[index]!]));
  }

  return {
    async export(caller, id, { format, anonymized, signal }) {
      const row = await conversations.require(database.db, caller, id);
      const [conversation] = await conversations.present([row]);
      const all = await conversations.messages(row);
      const messages = format === 'json' ? all : branchTo(all, row.activeMessageId);
      const masked = anonymized ? await maskAll(caller.accountId, all, signal) : null;
      const written = messages.map((message): Written => {
        const { content } = message.body;
        return { message, text: masked === null ? content : masked.get(message.id)! };
      });
      const title = anonymized || conversation!.title === '' ? NEUTRAL_TITLE : conversation!.title;
      const body = Buffer.from(render(format, { ...conversation!, title }, written), 'utf8');
      return { contentType: CONTENT_TYPES[format], body, filename: `${fileName(title)}.${format}` };
    },
  };
}

/** Values that were masked when the messages were sent, in files among them. */
function valuesIn(messages: readonly OpenMessage[]): Decisions['hidden'] {
  return messages.flatMap(({ body: { content, marks } }) =>
    marks.map(({ start, end, category }) => ({ text: content.slice(start, end), category })),
  );
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
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  return name === '' ? NEUTRAL_TITLE : name;
}
