import { isJsonObject, type JsonObject, type ServerSentEvent } from '../../../../providers/types.ts';
import type { StreamTransform } from '../../../../providers/types.ts';
import { restoreCitation } from '../citations/restoreCitation.ts';
import { type BlockTools, restoreBlock } from './answers.ts';
import type { RestoreBook } from './book.ts';
import { dataOf, withData } from './events.ts';
import { createJsonRestorer } from './jsonRestorer.ts';
import { restoreLeaves, mapObject } from './leaves.ts';
import type { PieceRestorer } from './pieces.ts';
import { mapEncrypted } from './stamps.ts';
import { createTextRestorer } from './textRestorer.ts';

/** Kinds of deltas that carry text piece by piece, with the field it is in. */
const PIECE_FIELDS: Readonly<Record<string, string>> = Object.freeze({
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
});
/** Of those, the ones a block may begin with; its type is the name of the field. */
const START_FIELDS = Object.freeze({ text_delta: 'text', thinking_delta: 'thinking' });
const DELTA = 'content_block_delta';

/** A content block that is being streamed. */
interface Block {
  /** Type of its deltas, once one has come. */
  channel: { readonly type: string; readonly restorer: PieceRestorer } | null;
  /** Its thinking as the model wrote it. */
  thinking: string;
}

/**
 * Restores the events of a streamed message, block by block. What was held back leaves before the event that ends its block, or before the
 * signature of a thinking block, which leaves as a seal.
 */
export function createMessagesStream(book: RestoreBook, tools: BlockTools): StreamTransform {
  const { seal, documents } = tools;
  const blocks = new Map<number, Block>();
  let isNamed = true;

  const blockAt = (index: number): Block => {
    const block = blocks.get(index) ?? { channel: null, thinking: '' };
    blocks.set(index, block);
    return block;
  };
  const deltaEvent = (index: number, delta: JsonObject): ServerSentEvent => ({
    event: isNamed ? DELTA : null,
    data: JSON.stringify({ type: DELTA, index, delta }),
  });
  const flush = (index: number): ServerSentEvent[] => {
    const { channel } = blockAt(index);
    const piece = channel?.restorer.end() ?? '';
    return channel === null || piece === ''
      ? []
      : [deltaEvent(index, { type: channel.type, [PIECE_FIELDS[channel.type]!]: piece })];
  };

  const onDelta = (index: number, delta: JsonObject, event: ServerSentEvent, data: JsonObject): ServerSentEvent[] => {
    const block = blockAt(index);
    const type = typeof delta['type'] === 'string' ? delta['type'] : '';
    if (type === 'signature_delta' && typeof delta['signature'] === 'string') {
      const signature = seal.seal({ thinking: block.thinking, signature: delta['signature'] });
      return [...flush(index), withData(event, { ...data, delta: { ...delta, signature } })];
    }
    if (type === 'citations_delta' && isJsonObject(delta['citation'])) {
      const citation = mapEncrypted(restoreCitation(delta['citation'], documents, book), (encrypted) =>
        seal.stamp(encrypted),
      );
      return [withData(event, { ...data, delta: { ...delta, citation } })];
    }
    const field = Object.hasOwn(PIECE_FIELDS, type) ? PIECE_FIELDS[type]! : undefined;
    const piece = field === undefined ? undefined : delta[field];
    if (field === undefined || typeof piece !== 'string') {
      return [withData(event, { ...data, delta: restoreLeaves(delta, book) })];
    }
    if (type === 'thinking_delta') block.thinking += piece;
    const before = block.channel !== null && block.channel.type !== type ? flush(index) : [];
    if (block.channel?.type !== type) {
      const restorer = type === 'input_json_delta' ? createJsonRestorer(book) : createTextRestorer(book);
      block.channel = { type, restorer };
    }
    const out = block.channel.restorer.push(piece);
    if (out === '' && piece !== '') return before;
    return [...before, withData(event, { ...data, delta: { ...delta, [field]: out } })];
  };

  const onStart = (index: number, content: JsonObject, event: ServerSentEvent, data: JsonObject): ServerSentEvent[] => {
    const block = blockAt(index);
    const changed = { ...restoreBlock(content, book, tools) };
    for (const [type, field] of Object.entries(START_FIELDS)) {
      const piece = content['type'] === field ? content[field] : undefined;
      if (typeof piece !== 'string' || piece === '') continue;
      if (field === 'thinking') block.thinking = piece;
      block.channel = { type, restorer: createTextRestorer(book) };
      changed[field] = block.channel.restorer.push(piece);
    }
    return [withData(event, { ...data, content_block: changed })];
  };

  return {
    push(event) {
      const data = dataOf(event);
      if (data === undefined) return [event];
      isNamed = event.event !== null;
      const index = typeof data['index'] === 'number' ? data['index'] : 0;
      if (data['type'] === DELTA && isJsonObject(data['delta'])) return onDelta(index, data['delta'], event, data);
      if (data['type'] === 'content_block_start' && isJsonObject(data['content_block'])) {
        return onStart(index, data['content_block'], event, data);
      }
      if (data['type'] === 'content_block_stop') {
        const tail = flush(index);
        blocks.delete(index);
        return [...tail, event];
      }
      return [
        withData(
          event,
          mapObject(data, (_name, value) => restoreLeaves(value, book)),
        ),
      ];
    },
    end: () => [...blocks.keys()].flatMap((index) => flush(index)),
  };
}
