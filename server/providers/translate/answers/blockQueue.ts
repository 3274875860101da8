import type { JsonObject } from '../../json.ts';
import type { TranslationContext } from '../../types.ts';
import { NO_ARGUMENTS } from '../common/arguments.ts';
import { parseObject, textOf, objectOf } from '../common/read.ts';
import type { AnswerEvent, OpenBlock } from './answer.ts';
import type { ContentPiece } from './readChat.ts';

interface ContentBlock {
  readonly kind: ContentPiece['kind'];
  readonly signature: string;
}

interface ToolBlock {
  readonly kind: 'tool';
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
}

/** What came for a block while another one was open. */
interface PendingBlock {
  readonly block: ContentBlock | ToolBlock;
  readonly texts: { readonly text: string; readonly logprobs: readonly JsonObject[] }[];
}

/**
 * Puts the deltas of a chat completion in the order of blocks: chunks may carry pieces of several tool calls in turn, while the
 * other protocols want one block after the other. The first block that is not finished streams; pieces of later ones wait for
 * it, which happens only where a server really mixes them.
 */
export interface BlockQueue {
  content(piece: ContentPiece, logprobs: readonly JsonObject[]): readonly AnswerEvent[];
  toolCall(call: JsonObject): readonly AnswerEvent[];
  /** For the open text; dropped where none is open. */
  annotate(annotations: readonly JsonObject[]): readonly AnswerEvent[];
  /** Ends all blocks. */
  closeAll(): readonly AnswerEvent[];
  calledTools(): boolean;
}

export function createBlockQueue(context: TranslationContext): BlockQueue {
  /** The first one is open or waits for its name. */
  let queue: PendingBlock[] = [];
  let open = false;
  let toolCount = 0;
  /** Tool calls that are closed; what still comes for them is no part of their arguments. */
  const closed: ToolBlock[] = [];

  function settle(force: boolean): readonly AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      if (!open) {
        if (head.block.kind === 'tool' && head.block.name === '' && !force) return events;
        events.push({ type: 'open', block: opened(head.block, context) });
        open = true;
      }
      for (const { text, logprobs } of head.texts.splice(0)) events.push({ type: 'text', text, logprobs });
      if (!force && (queue.length === 1 || !isFinished(head.block))) return events;
      if (head.block.kind === 'tool' && head.block.arguments === '') {
        events.push({ type: 'text', text: NO_ARGUMENTS, logprobs: [] });
      }
      events.push({ type: 'close', signature: head.block.kind === 'tool' ? '' : head.block.signature });
      if (head.block.kind === 'tool') closed.push(head.block);
      queue = queue.slice(1);
      open = false;
    }
    return events;
  }

  /**
   * The call that a piece belongs to, a new one where it begins one; undefined for what comes too late. Servers that leave the
   * index out, or always say 0, tell a new call by a new identifier, or at least by a name after whole arguments.
   */
  function findTool(call: JsonObject, name: string): ToolCall | undefined {
    const id = textOf(call['id']);
    const index = typeof call['index'] === 'number' ? call['index'] : null;
    const fits = (block: ToolBlock) =>
      (index === null || block.index === index) && (id === '' || block.id === '' || block.id === id);
    const isNameless = id === '' && index === null;
    const isOver = (block: ToolBlock) => isNameless && name !== '' && isFinished(block);
    const known = queue.filter(isToolCall).findLast((item) => fits(item.block));
    if (known !== undefined && !isOver(known.block)) return known;
    if (closed.some((block) => fits(block) && !isOver(block))) return undefined;
    const block: ToolBlock = { kind: 'tool', index: index ?? toolCount, id, name: '', arguments: '' };
    const created = { block, texts: [] };
    toolCount++;
    queue.push(created);
    return created;
  }

  return {
    content(piece, logprobs) {
      const last = queue.at(-1);
      const same = last?.block.kind === piece.kind ? last : undefined;
      const item = same ?? { block: { kind: piece.kind, signature: piece.signature }, texts: [] };
      if (same === undefined) queue.push(item);
      item.texts.push({ text: piece.text, logprobs });
      return settle(false);
    },
    toolCall(call) {
      const called = objectOf(call['function']);
      const name = textOf(called['name']);
      const item = findTool(call, name);
      if (item === undefined) return [];
      if (item.block.id === '') item.block.id = textOf(call['id']);
      if (item.block.name === '') item.block.name = name;
      const text = textOf(called['arguments']);
      if (text !== '') {
        item.block.arguments += text;
        item.texts.push({ text, logprobs: [] });
      }
      return settle(false);
    },
    annotate: (annotations) => (open && queue[0]?.block.kind === 'text' ? [{ type: 'annotations', annotations }] : []),
    closeAll: () => settle(true),
    calledTools: () => toolCount > 0,
  };
}

type ToolCall = PendingBlock & { readonly block: ToolBlock };

function isToolCall(item: PendingBlock): item is ToolCall {
  return item.block.kind === 'tool';
}

function opened(block: ContentBlock | ToolBlock, context: TranslationContext): OpenBlock {
  if (block.kind !== 'tool') return { kind: block.kind };
  return { kind: 'tool', id: block.id || context.createId('call_'), name: block.name };
}

/** True when a later block may begin: texts always, a tool call when its arguments are whole. */
function isFinished(block: ContentBlock | ToolBlock): boolean {
  if (block.kind !== 'tool') return true;
  return block.arguments.trimEnd().endsWith('}') && parseObject(block.arguments) !== undefined;
}
