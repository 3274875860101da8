import type { MappingBook } from '../../../core/placeholders/assign.ts';
import { GUARD_CATEGORY } from '../../../core/placeholders/mask.ts';
import { AppError } from '../../../core/errors.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { DetectionOptions, Detector } from '../../../detection/types.ts';
import type { Documents } from '../../../documents/types.ts';
import type { JsonObject } from '../../../providers/types.ts';
import { type SentDocument, sentDocuments } from './citations/documents.ts';
import { placeCitations } from './citations/placeCitations.ts';
import { readFiles } from './files/readFiles.ts';
import { createFileReader } from './files/readings.ts';
import { maskBody, type MaskedBody } from './masking/maskBody.ts';
import { openSeals } from './masking/sealedThinking.ts';
import { createFinder } from './masking/finder.ts';
import { createSpanCache, digestOf } from './masking/spanCache.ts';
import type { SearchedValue } from './masking/valueSearch.ts';
import { restoreAnswer } from './restoring/answers.ts';
import type { RestoreBook } from './restoring/book.ts';
import { createChatStream } from './restoring/chatStream.ts';
import { restoreLeaves } from './restoring/leaves.ts';
import { createMessagesStream } from './restoring/messagesStream.ts';
import { createThinkingSeal } from './restoring/seal.ts';
import { isLarge, type MaskThreads } from './threads/createMaskThreads.ts';
import type {
  ConversationMasker,
  ConversationOptions,
  MaskableProtocol,
  MaskedConversation,
  MaskedRequest,
} from './types.ts';

/** What createServer hands in. */
export interface ConversationMaskerDependencies {
  readonly detector: Pick<Detector, 'detect'>;
  readonly documents: Pick<Documents, 'identify' | 'read'>;
  readonly vault: Pick<Vault, 'macFor' | 'macKeyFor' | 'encryptText' | 'decryptText'>;
  /** What an account knows of its placeholders. */
  readonly bookOf: (accountId: string) => Promise<MappingBook>;
  /** How texts of the account are looked through, as for its jobs. */
  readonly detectionOptions: (accountId: string) => Promise<DetectionOptions>;
  /** Changes whenever the detectors of the installation do. */
  readonly detectorsKey: () => Promise<string>;
  /** Where large bodies are masked. */
  readonly threads: Pick<MaskThreads, 'mask'>;
}

/** Codes of {@link MaskedConversation.mask}; every other failure means that something could not be masked. */
const OWN_CODES: ReadonlySet<string> = new Set([
  'anonymization_failed',
  'image_not_supported',
  'file_not_supported',
  'invalid_request',
]);

/** What can stand in a placeholder. */
const CATEGORY = /^[a-z][a-z0-9_]{0,30}$/;

const NOTHING: RestoreBook = Object.freeze({
  originals: new Map<string, string>(),
  numbers: new Set<string>(),
  names: new Map<string, string>(),
});

/** Masks requests to language models and restores their answers. */
export function createConversationMasker(dependencies: ConversationMaskerDependencies): ConversationMasker {
  const { detector, documents, vault, bookOf, detectionOptions, detectorsKey, threads } = dependencies;
  const cache = createSpanCache();
  const reader = createFileReader(documents, vault);

  const open = async (options: ConversationOptions): Promise<MaskedConversation> => {
    const { accountId, signal, listsModel = listsNone } = options;
    const settings = await detectionOptions(accountId);
    const scope = digestOf(accountId, JSON.stringify(settings), await detectorsKey());
    const book = await bookOf(accountId);
    const mac = await vault.macFor(accountId, 'placeholder');
    const placeholderKey = await vault.macKeyFor(accountId, 'placeholder');
    const seal = createThinkingSeal(await vault.macFor(accountId, 'lookup'));
    const decisions = {
      shown: new Set(options.shown),
      hidden: withCategories(options.hidden),
      known: withCategories(options.known),
      always: settings.terms
        .filter(({ kind }) => kind === 'mask')
        .map(({ value, category }) => ({ text: value, category })),
    };
    let restoreBook = NOTHING;
    const links = new Set<string>();
    let cited: readonly SentDocument[] = [];

    const mask = async (protocol: MaskableProtocol, body: JsonObject): Promise<MaskedRequest> => {
      const readable = await readFiles(protocol, body, (file) => reader.read(file, accountId, signal));
      const unsealed = openSeals(protocol, readable.body, seal);
      const detection = { find: createFinder(detector, cache, signal), options: settings, scope };
      const work = { detection, decisions, book, listsModel };
      const masked = isLarge(unsealed.body)
        ? await threads.mask(protocol, unsealed, { ...work, placeholderKey }, signal)
        : await maskBody(protocol, unsealed, { ...work, mac });
      restoreBook = bookFor(masked, options, links);
      if (protocol !== 'messages') return requestOf(masked);
      cited = sentDocuments(readable.documents, masked, options.deanonymize);
      return requestOf({ ...masked, body: placeCitations(masked.body, cited) });
    };

    return {
      mask: (protocol, body) => failingClosed(() => mask(protocol, body), signal),
      restore: (protocol, body) => restoreAnswer(protocol, body, restoreBook, { seal, documents: cited }),
      restoreStream: (protocol) =>
        protocol === 'chat'
          ? createChatStream(restoreBook)
          : createMessagesStream(restoreBook, { seal, documents: cited }),
      get held() {
        return links.size;
      },
      restoreFailure: (body) => restoreLeaves(body, restoreBook),
    };
  };
  return { begin: (options) => failingClosed(() => open(options), options.signal) };
}

const listsNone = (): Promise<boolean> => Promise.resolve(false);

function withCategories(values: ConversationOptions['hidden'] = []): SearchedValue[] {
  return values.map(({ text, category }) => ({
    text,
    category: CATEGORY.test(category) ? category : GUARD_CATEGORY,
  }));
}

/** Runs work whose every failure has to say that nothing was sent. */
async function failingClosed<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && OWN_CODES.has(error.code)) throw error;
    throw new AppError('anonymization_failed', 'The request could not be anonymized, so nothing was sent.', {
      cause: error,
    });
  }
}

/** Only what stands in this request is ever put back, and nothing where the answer keeps its placeholders; names always are. */
function bookFor(
  { mappings, numbers, names }: MaskedBody,
  { deanonymize, links }: Pick<ConversationOptions, 'deanonymize' | 'links'>,
  tally: Set<string>,
): RestoreBook {
  const originals = new Map(deanonymize ? mappings.map(({ hash, original }) => [hash, original]) : []);
  return { originals, numbers, names, ...(links !== true && { links: tally }) };
}

function requestOf({ body, mappings }: MaskedBody): MaskedRequest {
  const counts = new Map<string, number>();
  for (const { category } of mappings) counts.set(category, (counts.get(category) ?? 0) + 1);
  return {
    body,
    maskedValues: mappings.length,
    categories: Object.fromEntries(counts),
    values: mappings.map(({ original, placeholder, category }) => ({ original, placeholder, category })),
    newPlaceholders: new Set(mappings.filter(({ isNew }) => isNew).map(({ placeholder }) => placeholder)),
  };
}
