import { describe, expect, it, vi } from 'vitest';
import type { Area } from '../../../../server/contract/documentView.ts';
import { createAreaBoard } from './areaBoard.ts';

const area = (id: string, x = 0.1): Area => ({ id, page: 1, x, y: 0.1, width: 0.2, height: 0.1 });

/** A server that keeps areas and refuses or is away on demand. */
function open(initial: readonly Area[] = []) {
  const server = new Map(initial.map((each) => [each.id, each]));
  const failures: ('retry' | 'refused')[] = [];
  const answer = (change: () => void): Promise<void> => {
    const failure = failures.shift();
    if (failure !== undefined) return Promise.reject(new Error(failure));
    change();
    return Promise.resolve();
  };
  const onDropped = vi.fn();
  const board = createAreaBoard({
    initial,
    put: (each) => answer(() => server.set(each.id, each)),
    remove: (id) => answer(() => server.delete(id)),
    classify: (error) => (error as Error).message as 'retry',
    wait: () => Promise.resolve(),
    onChange: () => undefined,
    onDropped,
  });
  return { board, failures, onDropped, kept: () => [...server.values()] };
}

describe('areas drawn on a document', () => {
  it('show at once and reach the server', async () => {
    const { board, kept } = open();
    board.put(area('a'));
    expect(board.areas()).toEqual([area('a')]);
    await board.settled();
    expect(kept()).toEqual([area('a')]);
  });

  it('are taken back and done again, also a removal and a move', async () => {
    const { board, kept } = open([area('a')]);
    board.put(area('a', 0.5));
    board.remove('a');
    expect(board.areas()).toEqual([]);
    expect(board.undo()).toBe('a');
    expect(board.undo()).toBe('a');
    expect(board.undo()).toBeNull();
    await board.settled();
    expect(kept()).toEqual([area('a')]);
    expect(board.redo()).toBe('a');
    await board.settled();
    expect(kept()).toEqual([area('a', 0.5)]);
  });

  it('wait for a server that is away, and the last place counts', async () => {
    const { board, failures, kept } = open();
    failures.push('retry', 'retry');
    board.put(area('a'));
    board.put(area('a', 0.3));
    await board.settled();
    expect(kept()).toEqual([area('a', 0.3)]);
  });

  it('go back to what the server has when it refuses them', async () => {
    const { board, failures, onDropped, kept } = open([area('a')]);
    failures.push('refused');
    board.put(area('a', 0.6));
    await board.settled();
    expect(board.areas()).toEqual([area('a')]);
    expect(kept()).toEqual([area('a')]);
    expect(onDropped).toHaveBeenCalledOnce();
    expect(board.canUndo()).toBe(false);
  });
});
