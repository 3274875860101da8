import type { TextRun, ViewBlock, ViewCell } from '../../../contract/documentView.ts';

/** Blocks whose text stands at another place of a longer one. */
export function shifted(blocks: readonly ViewBlock[], by: number): ViewBlock[] {
  const runs = (list: readonly TextRun[]): TextRun[] =>
    list.map((run) => ({ ...run, start: run.start + by, end: run.end + by }));
  const cell = (each: ViewCell): ViewCell => ({
    ...each,
    blocks: each.blocks.map((block) => (block.kind === 'paragraph' ? { ...block, runs: runs(block.runs) } : block)),
  });
  return blocks.map((block): ViewBlock => {
    if (block.kind === 'row') return { ...block, cells: block.cells.map(cell) };
    return 'runs' in block ? { ...block, runs: runs(block.runs) } : block;
  });
}
