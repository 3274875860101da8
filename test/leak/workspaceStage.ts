import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { z } from 'zod';
import { fileSystem } from '../../server/contract/workspace/fs.ts';
import { workspaceNode, type WorkspaceNode } from '../../server/contract/workspace/node.ts';
import type { ApiClient } from '../helpers/apiClient.ts';
import { beginUpload, sendAll, sendPart, type UploadSession } from '../helpers/uploads.ts';
import {
  addFile,
  addFolder,
  addProject,
  patchNode,
  type Person,
  setMember,
  shareNode,
  succeeded,
  type Team,
  trashNode,
  writeFile,
} from '../helpers/workspace.ts';
import { plantedDocuments, type PlantedFile } from './documents.ts';
import { CANARY } from './traces.ts';

const { name, word, number } = CANARY;
const nodeAnswer = z.object({ node: workspaceNode });

/** A text in which every canary stands. Its first word is what comments quote elsewhere. */
export const TEXT = `zwei: Frau ${name} (${word})\nKunden-Nr. ${number}\n`;
export const ANCHOR = Object.freeze({
  revision: 2,
  from: TEXT.indexOf(name),
  to: TEXT.indexOf(name) + name.length,
  exactQuote: name,
});
/** An address of somebody without an account. */
export const UNKNOWN_EMAIL = `${word}@${word}.example`.toLowerCase();

/** What the tests find planted. */
export interface Stage {
  readonly owner: Person;
  /** Edits the folder. */
  readonly editor: Person;
  /** Reads the folder. */
  readonly viewer: Person;
  readonly folder: WorkspaceNode;
  /** A text at revision 2, with a thread that quotes it. */
  readonly file: WorkspaceNode;
  readonly threadId: string;
  /** A Word document, a PDF and pictures in the folder. */
  readonly documents: Readonly<Record<'txt' | 'docx' | 'pdf' | 'jpg' | 'png', WorkspaceNode>>;
  readonly projectId: string;
  readonly projectFolder: WorkspaceNode;
  /** Chunked uploads that wait for bytes, one of them beyond its time. */
  readonly open: UploadSession;
  readonly expired: UploadSession;
  /** Path of a stored picture. */
  readonly image: string;
}

/** A picture whose EXIF data names what the canary stands for. */
export async function pictureWith(description: string, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const picture = sharp({ create: { width: 500, height: 40, channels: 3, background: 'teal' } });
  return picture
    .withExif({ IFD0: { ImageDescription: description, Artist: description } })
    .toFormat(format)
    .toBuffer();
}

/** Files whose canaries lie readable in their bytes: what is stored unencrypted would show. */
async function readableFiles(): Promise<PlantedFile[]> {
  const files = (await plantedDocuments(CANARY)).map((file) =>
    file.name.endsWith('.docx') ? { ...file, bytes: zipSync(unzipSync(file.bytes), { level: 0 }) } : file,
  );
  return [
    ...files,
    { name: `${name}.jpg`, bytes: await pictureWith(word) },
    { name: `${name}.png`, bytes: await pictureWith(word, 'png') },
  ];
}

export async function upload(client: ApiClient, file: PlantedFile, fields: Record<string, string> = {}) {
  return succeeded(await client.upload('/v1/workspace/upload', file, fields), 201).read(nodeAnswer).node;
}

async function plantDocuments(owner: Person, parentId: string): Promise<Stage['documents']> {
  const nodes = new Map<string, WorkspaceNode>();
  for (const file of await readableFiles()) {
    const node = await upload(owner, file, { parentId, withAnonymization: String(file.name.endsWith('.txt')) });
    nodes.set(file.name.slice(-4).replace('.', ''), node);
  }
  const [txt, docx, pdf, jpg, png] = ['txt', 'docx', 'pdf', 'jpg', 'png'].map((extension) => nodes.get(extension)!);
  return { txt: txt!, docx: docx!, pdf: pdf!, jpg: jpg!, png: png! };
}

async function plantFileSystem(owner: Person): Promise<void> {
  const act = async (body: object) =>
    succeeded(await owner.call('POST', '/v1/workspace/fs', body), 200).read(fileSystem.response.schema);
  const path = `/${word}/${name}.md`;
  await act({ aktion: 'write', path, content: TEXT });
  await act({ aktion: 'read', path });
  await act({ aktion: 'edit', path, alt: name, neu: `${word} ${number}` });
  await act({ aktion: 'manage', unteraktion: 'mkdir', path: `/${word}/${number}` });
  await act({ aktion: 'manage', unteraktion: 'move', path, to: `/${word}/${number}/${name}.md` });
  await act({ aktion: 'manage', unteraktion: 'delete', path: `/${word}/${number}/${name}.md` });
  const workbook = { sheets: [{ name: word, rows: [[name, number, word]] }] };
  const made = await act({ aktion: 'create_xlsx', name, workbook });
  await act({ aktion: 'update_xlsx', node_id: made.node!.id, revision: 1, workbook });
}

/** Asks with canaries in addresses: they reach neither logs nor answers to others. */
async function askByWords(owner: Person, folderId: string): Promise<void> {
  for (const path of [
    `/search?q=${encodeURIComponent(name)}`,
    `/search?in=content&q=${word}`,
    `/search?in=content&q=${number}&locationId=${folderId}`,
    `/nodes/by-path?children=1&path=${encodeURIComponent(`/${name}`)}`,
  ]) {
    succeeded(await owner.call('GET', `/v1/workspace${path}`), 200);
  }
}

async function plantUploads(owner: Person, parentId: string, later: () => void) {
  const whole = Buffer.from(TEXT, 'utf8');
  const begin = () => beginUpload(owner, { name: `${name}.txt`, sizeBytes: whole.byteLength, parentId });
  const expired = await begin();
  succeeded(await sendPart(expired, whole, 0, 60), 202);
  later();
  succeeded(await sendAll(await begin(), whole, 40), 201);
  const aborted = await begin();
  succeeded(await sendPart(aborted, whole, 0, 60), 202);
  succeeded(await owner.call('DELETE', `/v1/workspace/uploads/${aborted.sessionId}`), 204);
  const open = await begin();
  succeeded(await sendPart(open, whole, 0, 60), 202);
  return { open, expired };
}

/** A project, and what is only passed through: copies, trash, removal for good, requests to restore and their answers. */
async function plantProject(owner: Person, editor: Person) {
  const project = await addProject(owner, name);
  const at = { projectId: project.id };
  await setMember(owner, project.id, editor, 'editor');
  const projectFolder = await addFolder(owner, word, at);
  const file = await addFile(owner, `${word}.txt`, TEXT, at);
  succeeded(await writeFile(owner, file.id, `${TEXT}${TEXT}`), 200);
  const asked = await editor.call('POST', '/v1/workspace/versions', { node_id: file.id, revision: 1 });
  const { requestId } = succeeded(asked, 200).read(z.object({ requestId: z.string() }));
  const answer = { action: 'approve' };
  succeeded(await owner.call('POST', `/v1/workspace/restore-requests/${requestId}`, answer), 200);
  succeeded(await owner.call('POST', `/v1/workspace/nodes/${file.id}/copy`, { name: `${number}.txt` }), 201);
  await trashNode(owner, file.id);
  succeeded(await owner.call('POST', `/v1/workspace/nodes/${file.id}/restore`), 200);
  await trashNode(owner, file.id);
  succeeded(await owner.call('DELETE', `/v1/workspace/nodes/${file.id}/permanent`), 204);
  return { projectId: project.id, projectFolder };
}

/**
 * Puts canaries wherever the workspace takes text: names, descriptions, contents, labels, comments and quotes, project names, uploads, pictures, searches and paths.
 * @param later - lets an hour pass, so that an upload expires
 */
export async function plantWorkspace(team: Team, later: () => void): Promise<Stage> {
  const { owner } = team;
  const [editor, viewer] = [await team.addPerson('editor'), await team.addPerson('viewer')];
  const folder = await addFolder(owner, name);
  await patchNode(owner, folder.id, { description: TEXT });
  await shareNode(owner, folder.id, editor, 'editor');
  await shareNode(owner, folder.id, viewer, 'viewer');

  const made = await addFile(owner, `${name} ${number}.txt`, `eins ${TEXT}`, { parentId: folder.id });
  succeeded(await writeFile(owner, made.id, TEXT), 200);
  const file = await patchNode(owner, made.id, { description: `${word} ${number}` });
  const nodePath = `/v1/workspace/nodes/${file.id}`;
  const thread = succeeded(
    await editor.call('POST', `${nodePath}/comments`, { body: `Ist das ${name}?`, anchor: ANCHOR }),
    201,
  );
  const threadId = thread.read(z.object({ comment: z.object({ id: z.string() }) })).comment.id;
  const reply = { version: 1, body: `Ja, ${word}.` };
  succeeded(await owner.call('POST', `${nodePath}/comments/${threadId}/messages`, reply), 201);
  const versions = await owner.call('GET', `/v1/workspace/versions?node_id=${file.id}`);
  const { id: versionId } = versions.read(z.object({ versions: z.array(z.object({ id: z.string() })) })).versions[0]!;
  succeeded(await owner.call('PATCH', `/v1/workspace/versions/${versionId}`, { label: name, pinned: true }), 200);
  succeeded(await owner.call('GET', `${nodePath}/diff?revision=1`), 200);

  const documents = await plantDocuments(owner, folder.id);
  await team.server.whenIdle();
  await plantFileSystem(owner);
  await askByWords(owner, folder.id);
  const image = { name: `${name}.jpg`, bytes: await pictureWith(word) };
  const stored = succeeded(await owner.upload('/v1/workspace/images', image), 201).read(z.object({ url: z.string() }));
  return {
    ...{ owner, editor, viewer, folder, file, threadId, documents, image: stored.url },
    ...(await plantProject(owner, editor)),
    ...(await plantUploads(owner, folder.id, later)),
  };
}
