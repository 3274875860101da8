import type { Provides } from '../../http/feature.ts';
import { createExistingFor } from './access.ts';
import { createAnswering } from './answers/answering.ts';
import { createAnswerWriter } from './answers/answerWriter.ts';
import { createLiveAnswers } from './answers/liveAnswers.ts';
import { createAttachments } from './attachments/attachments.ts';
import { createConversations } from './conversations/conversations.ts';
import { createExporter } from './conversations/exporter.ts';
import { createFolders } from './conversations/folders.ts';
import { createListing } from './conversations/listing.ts';
import { createPreview } from './masking/preview.ts';
import { createLeaving } from './leaving.ts';
import { createMessageBodies } from './messageBodies.ts';
import { createPrompts } from './prompts/prompts.ts';
import { chatRoutes } from './routes.ts';
import { blobReferences } from './storage/attachments.ts';
import { failUnfinished } from './storage/messages.ts';
import type { ChatDependencies } from './types.ts';

export { migrations } from './migrations.ts';
export type { ChatDependencies } from './types.ts';

/** The chat as createServer uses it. */
export type Chat = Provides<'blobReferences' | 'settle' | 'cleanUp' | 'leave' | 'stop'>;

export function createChat(dependencies: ChatDependencies): Chat {
  const { database, vault, clock, logger } = dependencies;
  const live = createLiveAnswers();
  const bodies = createMessageBodies(vault);
  const preview = createPreview(dependencies);
  const existingFor = createExistingFor(dependencies);
  const attachments = createAttachments({ ...dependencies, preview, existingFor });
  const conversations = createConversations({ ...dependencies, bodies, attachments, live, existingFor });
  const writer = createAnswerWriter({ ...dependencies, bodies, conversations, attachments, live });
  return {
    routes: chatRoutes({
      ...{ database, conversations, attachments, preview },
      answering: createAnswering({ database, clock, bodies, conversations, attachments, writer, live }),
      listing: createListing({ database, conversations }),
      exporter: createExporter({ database, conversations, maskTexts: dependencies.maskTexts }),
      folders: createFolders({ database, vault, clock }),
      prompts: createPrompts({ database, vault, clock }),
    }),
    blobReferences: () => blobReferences(database.db),
    async settle() {
      const count = await failUnfinished(database.db, 'ANSWER_INTERRUPTED');
      if (count > 0) logger.warn('chat.answers_interrupted', { count });
    },
    leave: createLeaving({ database, live }),
    cleanUp: () => attachments.dropForgotten(),
    stop: () => live.stopAll(),
  };
}
