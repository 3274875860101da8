import { describe, expect, it } from 'vitest';
import { copyTree, type CopyRoutes } from './copyTree.ts';
import { testNode } from '../../../../test/helpers/renderer/workspaceNodes.ts';

/** Routes that write down what they are asked for; names in `taken` are refused. */
function recording(taken: readonly string[] = []) {
  const log: string[] = [];
  const folder = (name: string) => testNode(name, { type: 'folder', id: name });
  const tree: Readonly<Record<string, readonly ReturnType<typeof testNode>[]>> = {
    Template: [testNode('Letter.docx'), folder('Annexes')],
    Annexes: [testNode('Power of attorney.pdf')],
  };
  const routes: CopyRoutes = {
    copyFile: (id, name, parentId) => {
      if (taken.includes(name)) return Promise.reject(new Error('taken'));
      log.push(`${id} → ${parentId ?? 'root'}/${name}`);
      return Promise.resolve(testNode(name));
    },
    createFolder: (name, parentId) => {
      log.push(`folder ${parentId ?? 'root'}/${name}`);
      return Promise.resolve(testNode(name, { type: 'folder', id: `new ${name}` }));
    },
    children: (id) => Promise.resolve(tree[id] ?? []),
    isTaken: (error) => error instanceof Error && error.message === 'taken',
  };
  return { routes, log, template: folder('Template') };
}

describe('copyTree', () => {
  it('makes folders anew and fills them, outer ones first', async () => {
    const { routes, log, template } = recording();
    expect((await copyTree(template, 'Copy', null, routes)).id).toBe('new Copy');
    expect(log).toEqual([
      'folder root/Copy',
      'Letter.docx → new Copy/Letter.docx',
      'folder new Copy/Annexes',
      'Power of attorney.pdf → new Annexes/Power of attorney.pdf',
    ]);
  });
  it('takes the next free number for a file', async () => {
    const { routes, log } = recording(['Letter.docx', 'Letter (2).docx']);
    await copyTree(testNode('Letter.docx'), 'Letter.docx', 'target', routes);
    expect(log).toEqual(['Letter.docx → target/Letter (3).docx']);
  });
  it('ends with any other refusal', async () => {
    const { routes } = recording();
    const full = { ...routes, copyFile: () => Promise.reject(new Error('full')) };
    await expect(copyTree(testNode('a'), 'a', null, full)).rejects.toThrow('full');
  });
});
