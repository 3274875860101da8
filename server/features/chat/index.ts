import type { BlobRef } from '../../core/blobs/types.ts';
import type { Route } from '../../http/route.ts';
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
export interface Chat {
  readonly routes: readonly Route[];
  /** Objects that attachments refer to, for the start-up sweep. */
  readonly blobReferences: () => AsyncIterable<{ accountId: string; ref: BlobRef }>;
  /** Ends the answers that an earlier run has left unfinished; once, before requests are taken. */
  readonly settle: () => Promise<void>;
  /** Removes attachments that no message has taken; run now and then. */
  readonly cleanUp: () => Promise<void>;
  /** Removes what an account that is deleted has here. */
  readonly leave: ReturnType<typeof createLeaving>;
  /** Stops the answers that are being written and stores what they have. */
  readonly stop: () => Promise<void>;
}

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
