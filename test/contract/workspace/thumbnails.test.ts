import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import { hugePng } from '../../fixtures/documents/hostileFiles.ts';
import { addFile, addFolder, bootTeam, type Person, refusal, succeeded, type Team } from '../../helpers/workspace.ts';

const nodeAnswer = z.object({ node: workspaceNode });
let team: Team;
let owner: Person;
beforeAll(async () => {
  team = await bootTeam();
  ({ owner } = team);
});
afterAll(() => team.stop());

const upload = async (name: string, bytes: Uint8Array) =>
  succeeded(await owner.upload('/v1/workspace/upload', { name, bytes }), 201).read(nodeAnswer).node;
const path = (id: string) => `/v1/workspace/nodes/${id}/thumbnail`;
const picture = (background: string) =>
  sharp({ create: { width: 900, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

describe('the thumbnail of a file', () => {
  it('is WebP and follows the content', async () => {
    const node = await upload('bild.png', await picture('red'));
    expect(node.thumbnailState).toBe('ready');
    const answer = await owner.fetch(`/api${path(node.id)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('content-disposition')).toBeNull();
    const first = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 400, height: 133 });
    const replaced = await owner.fetch(`/api/v1/workspace/nodes/${node.id}/content`, {
      method: 'PUT',
      body: new Uint8Array(await picture('blue')),
    });
    expect(replaced.status).toBe(200);
    const second = Buffer.from(await (await owner.fetch(`/api${path(node.id)}?revision=2`)).arrayBuffer());
    expect(second.equals(first)).toBe(false);
  });

  it('is missed with a reason', async () => {
    const text = await addFile(owner, 'text.md', '# Hallo');
    const huge = await upload('riesig.png', hugePng());
    const folder = await addFolder(owner, 'Ordner');
    for (const [node, state] of [
      [text, 'unsupported'],
      [huge, 'failed'],
      [folder, 'unsupported'],
    ] as const) {
      expect(node.thumbnailState).toBe(state);
      const answer = await owner.call('GET', path(node.id));
      expect(refusal(answer)).toEqual([404, 'NO_THUMBNAIL']);
      expect(answer.body).toMatchObject({ state });
    }
  });

  it('is seen by those who see the file', async () => {
    const node = await upload('geheim.png', await picture('green'));
    const anna = await team.addPerson('anna');
    expect(refusal(await anna.call('GET', path(node.id)))).toEqual([404, 'NOT_FOUND']);
  });
});
