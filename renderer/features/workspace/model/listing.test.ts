import { describe, expect, it } from 'vitest';
import type { WorkspaceNode } from '../../../../server/contract/workspace/node.ts';
import { createListing, type Change, type Listing, type NodePage } from './listing.ts';
import { compareNodes, type ListOrder } from './order.ts';
import { testNode } from '../../../../test/helpers/renderer/workspaceNodes.ts';

const names = (listing: Listing) => listing.nodes.value.map(({ name }) => name);
const change = (nodeId: string, fields: Partial<Change> = {}): Change => ({
  nodeId,
  parentId: null,
  projectId: null,
  gone: false,
  ...fields,
});

/** A server with nodes that a test changes, in pages of `size`. */
function served(nodes: WorkspaceNode[], size = 10) {
  const asked: string[] = [];
  const listing = createListing({
    container: { parentId: null, projectId: null, ownerId: 'me' },
    fetchPage: (order: ListOrder, cursor: string | null): Promise<NodePage> => {
      asked.push(cursor ?? 'first');
      const from = Number(cursor ?? 0);
      const sorted = [...nodes].sort(compareNodes(order));
      const next = from + size < sorted.length ? String(from + size) : null;
      return Promise.resolve({ nodes: sorted.slice(from, from + size), cursor: next, breadcrumbs: [], role: 'owner' });
    },
    fetchNode: (id) => {
      asked.push(id);
      return Promise.resolve(nodes.find((node) => node.id === id) ?? null);
    },
  });
  return { listing, asked };
}

describe('a listing', () => {
  it('appends pages until the end, each node once', async () => {
    const { listing } = served(
      ['a', 'b', 'c', 'd', 'e'].map((name) => testNode(name)),
      2,
    );
    await listing.show();
    expect(names(listing)).toEqual(['a', 'b']);
    expect(listing.hasMore.value).toBe(true);
    await listing.more();
    await listing.more();
    await listing.more();
    expect(names(listing)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(listing.hasMore.value).toBe(false);
  });

  it('puts what is new where the server would: folders first, numbers by value', async () => {
    const { listing } = served([testNode('2.txt'), testNode('10.txt')]);
    await listing.show();
    listing.put(testNode('9.txt'));
    listing.put(testNode('Zeta', { type: 'folder' }));
    expect(names(listing)).toEqual(['Zeta', '2.txt', '9.txt', '10.txt']);
  });

  it('leaves to a later page what comes after the loaded ones', async () => {
    const { listing } = served(
      ['a', 'b', 'c'].map((name) => testNode(name)),
      2,
    );
    await listing.show();
    listing.put(testNode('x'));
    expect(names(listing)).toEqual(['a', 'b']);
  });

  it('shows a change at once and takes it back', async () => {
    const { listing } = served([testNode('a'), testNode('b')]);
    await listing.show();
    const undo = listing.patch('a', { name: 'z' });
    expect(names(listing)).toEqual(['b', 'z']);
    undo();
    expect(names(listing)).toEqual(['a', 'b']);
    const back = listing.remove(new Set(['a', 'b']));
    expect(names(listing)).toEqual([]);
    back();
    expect(names(listing)).toEqual(['a', 'b']);
  });

  it('follows changes here and lets those elsewhere be', async () => {
    const nodes = [testNode('a'), testNode('folder', { type: 'folder', childCount: 0 })];
    const { listing, asked } = served(nodes);
    await listing.show();
    asked.length = 0;
    nodes[0] = testNode('a', { name: 'renamed' });
    nodes[1] = testNode('folder', { type: 'folder', childCount: 1 });
    nodes.push(testNode('new'), testNode('foreign', { owner: { id: 'other', name: 'Other' } }));
    await listing.apply([
      change('a'),
      change('new'),
      change('foreign'),
      change('inside', { parentId: 'folder' }),
      change('elsewhere', { parentId: 'unknown' }),
    ]);
    expect(asked.sort()).toEqual(['a', 'folder', 'foreign', 'new']);
    expect(names(listing)).toEqual(['folder', 'new', 'renamed']);
    expect(listing.nodes.value[0]).toMatchObject({ childCount: 1 });
    await listing.apply([change('new', { gone: true }), change('a', { parentId: 'folder' })]);
    nodes[0] = testNode('a', { parentId: 'folder' });
    await listing.apply([change('a', { parentId: 'folder' })]);
    expect(names(listing)).toEqual(['folder']);
  });

  it('asks for the list again when much has changed, and keeps as much as was shown', async () => {
    const nodes = Array.from({ length: 60 }, (_, index) => testNode(`n${String(index)}`));
    const { listing, asked } = served(nodes, 25);
    await listing.show();
    await listing.more();
    asked.length = 0;
    nodes[3] = testNode('n3', { name: 'a-first' });
    await listing.apply(nodes.slice(0, 40).map(({ id }) => change(id)));
    expect(asked).toEqual(['first', '25']);
    expect(listing.nodes.value).toHaveLength(50);
    expect(names(listing)[0]).toBe('a-first');
  });

  it('drops the answer to an older question and tells a failure', async () => {
    const answers: ((page: NodePage) => void)[] = [];
    let fail = false;
    const listing = createListing({
      container: null,
      fetchNode: () => Promise.resolve(null),
      fetchPage: () =>
        fail ? Promise.reject(new Error('no')) : new Promise<NodePage>((resolve) => answers.push(resolve)),
    });
    const page = (name: string): NodePage => ({ nodes: [testNode(name)], cursor: null, breadcrumbs: [], role: null });
    const first = listing.show();
    const second = listing.show({ sort: 'kind', order: 'asc' });
    answers[1]!(page('new'));
    answers[0]!(page('old'));
    await Promise.all([first, second]);
    expect(names(listing)).toEqual(['new']);
    fail = true;
    await listing.reload();
    expect(listing.failure.value).toBeInstanceOf(Error);
    expect(names(listing)).toEqual(['new']);
  });
});
