import { expect } from 'vitest';
import { z } from 'zod';
import { workspaceNode, type WorkspaceNode } from '../../server/contract/workspace/node.ts';
import type { ApiClient } from './apiClient.ts';
import { createRandom, type Random } from './random.ts';
import { addFolder, getNode, patchNode, succeeded } from './workspace.ts';

const PER_FOLDER = 250;
const MOST_CHARACTERS = 255;
const EXTENSION = '.txt';
/** Letters, marks, digits, punctuation and symbols with a glyph; no dots and slashes, which mean something in names. */
const VISIBLE = /^(?![\p{Default_Ignorable_Code_Point}./\\])[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
/** Blocks of 128 code points; a script has few of them, and many names should stay within one script. */
const BLOCK = 128;

const nodeAnswer = z.object({ node: workspaceNode });
const page = z.object({ nodes: z.array(workspaceNode), cursor: z.string().nullable() });

/** Characters that names are made of, by blocks of Unicode: all scripts that the runtime knows. */
function alphabets(): string[][] {
  const blocks: string[][] = [];
  for (let start = 0x20; start < 0x3_2000; start += BLOCK) {
    const codes = Array.from({ length: BLOCK }, (_, index) => start + index);
    const visible = codes.filter((code) => code < 0xd800 || code > 0xdfff).map((code) => String.fromCodePoint(code));
    blocks.push(visible.filter((character) => VISIBLE.test(character)));
  }
  return blocks.filter((block) => block.length > 0);
}

/** Makes names that nobody else in their folder has, whatever letter case and form of Unicode they are compared in. */
function nameMaker(random: Random): (extension: string) => string {
  const blocks = alphabets();
  const taken = new Set<string>();
  return function make(extension) {
    const scripts = Array.from({ length: 1 + random.below(3) }, () => random.pick(blocks));
    // Now and then as long as a name can be.
    const length = random.chance(0.2) ? MOST_CHARACTERS : 1 + random.below(60);
    const character = () => (random.chance(0.05) ? ' ' : random.pick(random.pick(scripts)));
    let stem = '';
    for (let count = 0; count < length; count++) stem += character();
    const most = MOST_CHARACTERS - extension.length;
    const normal = Array.from(stem.normalize('NFC')).slice(0, most).join('').normalize('NFC').trim();
    const name = `${normal}${extension}`;
    const key = name.normalize('NFKD').toUpperCase().toLowerCase();
    if (normal === '' || taken.has(key)) return make(extension);
    taken.add(key);
    return name;
  };
}

/** Reads a folder page by page, with pages of random sizes. */
async function listPaged(client: ApiClient, parentId: string, order: string, random: Random): Promise<WorkspaceNode[]> {
  const nodes: WorkspaceNode[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `parentId=${parentId}&${order}&limit=${1 + random.below(90)}`;
    const answer = await client.call('GET', `/v1/workspace/nodes?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const part = succeeded(answer, 200).read(page);
    nodes.push(...part.nodes);
    ({ cursor } = part);
  }
  return nodes;
}

/** The name that a download is offered under (RFC 6266; RFC 8187 for what is not ASCII). */
function offeredName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '';
}

/** Makes files with random names of all scripts, lists them in every order, renames and downloads them, and finds them by their paths. */
export async function runRandomNames(
  client: ApiClient,
  { seed, names: count }: { seed: number; names: number },
): Promise<void> {
  const random = createRandom(seed);
  const make = nameMaker(random);
  for (let done = 0; done < count; done += PER_FOLDER) {
    const folderName = `Namen ${String(seed)} ${String(done)}`;
    const folder = await addFolder(client, folderName);
    const expected = new Map<string, string>();
    for (let number = done; number < Math.min(count, done + PER_FOLDER); number++) {
      const name = make(EXTENSION);
      const what = `name ${String(number)} of seed ${String(seed)}: ${JSON.stringify(name)}`;
      const body = { aktion: 'write', path: `/${folderName}/${name}`, content: `Inhalt von ${name}` };
      const answer = await client.call('POST', '/v1/workspace/fs', body);
      expect([what, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([what, 200, '']);
      const { node } = answer.read(nodeAnswer);
      expect([what, node.name]).toEqual([what, name]);
      expected.set(node.id, name);
    }
    const contents = new Map(expected);
    await checkLists(client, folder.id, expected, random);
    for (const [id, before] of expected) {
      const name = make(random.chance(0.5) ? EXTENSION : '');
      const renamed = await patchNode(client, id, { name });
      expect([before, renamed.name, renamed.kind, renamed.mimeType]).toEqual([before, name, 'text', 'text/plain']);
      expected.set(id, name);
    }
    await checkLists(client, folder.id, expected, random);
    for (const [id, name] of expected) {
      const answer = await client.fetch(`/api/v1/workspace/nodes/${id}/download`);
      const offered = offeredName(answer.headers.get('content-disposition') ?? '');
      expect([answer.status, offered, await answer.text()]).toEqual([200, name, `Inhalt von ${contents.get(id)!}`]);
      if (!random.chance(0.1)) continue;
      const path = encodeURIComponent(`/${folderName}/${name}`);
      const found = await client.call('GET', `/v1/workspace/nodes/by-path?path=${path}`);
      expect(succeeded(found, 200).read(nodeAnswer).node.id).toBe(id);
      expect((await getNode(client, id)).name).toBe(name);
    }
  }
}

/** Every order shows every file once, and downwards is upwards from behind. */
async function checkLists(
  client: ApiClient,
  folderId: string,
  expected: ReadonlyMap<string, string>,
  random: Random,
): Promise<void> {
  for (const sort of ['name', 'updatedAt', 'kind']) {
    const up = await listPaged(client, folderId, `sort=${sort}&order=asc`, random);
    const down = await listPaged(client, folderId, `sort=${sort}&order=desc`, random);
    expect(new Map(up.map(({ id, name }) => [id, name]))).toEqual(expected);
    expect(up).toHaveLength(expected.size);
    if (sort === 'name') expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed());
    else expect(new Set(down.map(({ id }) => id)).size).toBe(expected.size);
    expect(down).toHaveLength(expected.size);
  }
}
