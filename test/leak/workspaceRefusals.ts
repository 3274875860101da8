import { strToU8, unzipSync, zipSync } from 'fflate';
import { LIMITS } from '../../server/contract/limits.ts';
import { officePackage } from '../fixtures/documents/officeFiles.ts';
import type { ApiClient } from '../helpers/apiClient.ts';
import { NOWHERE, succeeded } from '../helpers/workspace.ts';
import { CANARY } from './traces.ts';
import { ANCHOR, type Stage, TEXT, UNKNOWN_EMAIL, upload } from './workspaceStage.ts';

const { name, word, number } = CANARY;
const WORKBOOK = { sheets: [{ name: word, rows: [[name, number]] }] };

/** What is needed beside the stage to be refused for every reason. */
export interface RefusalStage extends Stage {
  /** A file of the owner whose stored object was damaged. */
  readonly damagedId: string;
  /** Address of the server, and a session of the owner there. */
  readonly url: string;
  readonly cookie: string;
}

const send = (client: ApiClient, method: string, path: string, body?: unknown): Promise<Response> =>
  client.fetch(`/api/v1/workspace${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

function sendFile(client: ApiClient, fileName: string, bytes: Uint8Array): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), fileName);
  return client.fetch('/api/v1/workspace/upload', { method: 'POST', body: form });
}

const sendRange = (client: ApiClient, { open }: Stage, range: string): Promise<Response> =>
  client.fetch(`/api/v1/workspace/uploads/${open.sessionId}?access=${word}`, {
    method: 'PUT',
    headers: { 'content-range': range },
    body: TEXT.slice(0, 10),
  });

/** A workbook that holds more than values, with canaries in it. */
async function richWorkbook({ owner }: Stage): Promise<string> {
  const body = { aktion: 'create_xlsx', name: `${number} reich`, workbook: WORKBOOK };
  const made = succeeded(await owner.call('POST', '/v1/workspace/fs', body), 200);
  const { id } = (made.body as { node: { id: string } }).node;
  const answer = await owner.fetch(`/api/v1/workspace/nodes/${id}/download`);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const book = new TextDecoder().decode(files['xl/workbook.xml']);
  const named = `<definedNames><definedName name="${word.replace('-', '_')}">${number}</definedName></definedNames>`;
  files['xl/workbook.xml'] = strToU8(book.replace('</sheets>', `</sheets>${named}`));
  const node = await upload(owner, { name: `${name}.xlsx`, bytes: zipSync(files) });
  return node.id;
}

/** A request for every error code that a route of the workspace may answer with, each with canaries in what is sent or in what it is about. */
export const REFUSALS: Readonly<Record<string, (stage: RefusalStage) => Promise<Response>>> = Object.freeze({
  async ALREADY_PENDING({ editor, file }) {
    await send(editor, 'POST', '/versions', { node_id: file.id, revision: 1 });
    return send(editor, 'POST', '/versions', { node_id: file.id, revision: 1 });
  },
  BLOB_UNAVAILABLE: ({ owner, damagedId }) => send(owner, 'GET', `/nodes/${damagedId}/download`),
  BLOCKED_TYPE: ({ owner }) => sendFile(owner, `${name}.exe`, strToU8(`MZ${TEXT}`)),
  BODY_TOO_LARGE: ({ owner, file }) =>
    send(owner, 'POST', `/nodes/${file.id}/comments`, { body: TEXT.repeat(20_000), anchor: ANCHOR }),
  COMMENT_NOT_FOUND: ({ owner, file }) =>
    send(owner, 'PATCH', `/nodes/${file.id}/comments/${NOWHERE}`, { version: 1, body: TEXT }),
  COMMENT_VERSION_CONFLICT: ({ owner, file, threadId }) =>
    send(owner, 'POST', `/nodes/${file.id}/comments/${threadId}/messages`, { version: 99, body: TEXT }),
  CONTENT_MISMATCH: ({ owner }) => sendFile(owner, `${name}.pdf`, strToU8(TEXT)),
  CSRF_REQUIRED: ({ url, cookie, file }) =>
    fetch(`${url}api/v1/workspace/nodes/${file.id}`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ description: TEXT }),
    }),
  CYCLE: ({ owner }) =>
    send(owner, 'POST', '/fs', { aktion: 'manage', unteraktion: 'move', path: `/${name}`, to: `/${name}/${word}` }),
  FETCH_FAILED: ({ owner }) =>
    send(owner, 'POST', '/images/from-url', { url: `https://${word}.example/${number}?offline` }),
  FILE_MISSING: ({ owner }) => send(owner, 'POST', '/upload', { [word]: name }),
  FILE_TOO_LARGE: ({ owner }) =>
    send(owner, 'POST', '/uploads', { name: `${name}.txt`, sizeBytes: LIMITS.fileBytes + 1 }),
  FORBIDDEN: ({ viewer, file }) => send(viewer, 'PATCH', `/nodes/${file.id}`, { description: TEXT }),
  GROUP_NOT_FOUND: ({ owner, file }) =>
    send(owner, 'POST', `/nodes/${file.id}/shares`, {
      ...{ kind: 'group', groupId: NOWHERE, role: 'viewer', email: UNKNOWN_EMAIL },
    }),
  INTERNAL: ({ owner }) => send(owner, 'POST', '/images/from-url', { url: `https://${word}.example/${number}?faulty` }),
  INVALID_BODY: ({ owner, file }) =>
    send(owner, 'PATCH', `/nodes/${file.id}`, { name: `${name}.txt`, description: TEXT, [word]: number }),
  INVALID_FORMAT: ({ owner, file }) => send(owner, 'GET', `/nodes/${file.id}/download?format=${word}`),
  INVALID_KIND: ({ owner, file }) =>
    send(owner, 'POST', `/nodes/${file.id}/shares`, { kind: word, email: UNKNOWN_EMAIL, role: 'viewer' }),
  INVALID_PATH: ({ owner }) => send(owner, 'GET', `/nodes/by-path?path=${encodeURIComponent(`${name}/../${word}`)}`),
  INVALID_QUERY: ({ owner }) => send(owner, 'GET', `/search?q=${number}&cursor=${word}&kind=${word}`),
  INVALID_RANGE: (stage) => sendRange(stage.owner, stage, `bytes ${word}/${number}`),
  INVALID_ROLE: ({ owner, file }) =>
    send(owner, 'POST', `/nodes/${file.id}/shares`, { kind: 'user', email: UNKNOWN_EMAIL, role: word }),
  INVALID_URL: ({ owner }) => send(owner, 'POST', '/images/from-url', { url: `${word}://${name}/${number}` }),
  INVALID_VERSION: ({ owner, file, threadId }) =>
    send(owner, 'DELETE', `/nodes/${file.id}/comments/${threadId}?version=${word}`),
  INVALID_VIEW: ({ owner }) => send(owner, 'GET', `/overview?view=${word}`),
  LAST_OWNER: ({ owner, projectId }) =>
    owner.fetch(`/api/v1/projects/${projectId}/members/${owner.id}`, { method: 'DELETE' }),
  NAME_TAKEN: ({ owner, file, documents }) =>
    send(owner, 'PATCH', `/nodes/${file.id}`, { name: documents.txt.name.toUpperCase() }),
  NOT_A_FILE: ({ owner, folder }) => send(owner, 'POST', `/nodes/${folder.id}/copy`, { name: word }),
  NOT_A_FOLDER: ({ owner, file }) => send(owner, 'POST', '/nodes', { kind: 'folder', name: word, parentId: file.id }),
  NOT_A_XLSX: ({ owner, file }) =>
    send(owner, 'POST', '/fs', { aktion: 'update_xlsx', node_id: file.id, revision: 2, workbook: WORKBOOK }),
  NOT_EXPORTABLE: ({ owner, file }) => send(owner, 'GET', `/nodes/${file.id}/download?format=csv&sheet=${word}`),
  NOT_FOUND: ({ owner }) => send(owner, 'POST', '/fs', { aktion: 'read', path: `/${name}/${word}/${number}.txt` }),
  NOT_IN_TRASH: ({ owner, file }) => send(owner, 'POST', `/nodes/${file.id}/restore`),
  async NOT_PENDING({ owner, editor, documents }) {
    const { id } = documents.txt;
    await owner.fetch(`/api/v1/workspace/nodes/${id}/content`, { method: 'PUT', body: TEXT });
    const asked = await send(editor, 'POST', '/versions', { node_id: id, revision: 1 });
    const { requestId } = (await asked.json()) as { requestId: string };
    await send(owner, 'POST', `/restore-requests/${requestId}`, { action: 'reject' });
    return send(owner, 'POST', `/restore-requests/${requestId}`, { action: 'reject' });
  },
  NOT_READABLE: ({ owner, documents }) =>
    send(owner, 'POST', '/fs', { aktion: 'read', path: `/${name}/${documents.docx.name}` }),
  NO_BASELINE: ({ owner, file }) => send(owner, 'GET', `/nodes/${file.id}/diff?revision=99`),
  NO_THUMBNAIL: ({ owner, file }) => send(owner, 'GET', `/nodes/${file.id}/thumbnail`),
  PRECONDITION_FAILED: ({ owner, file }) =>
    owner.fetch(`/api/v1/workspace/nodes/${file.id}/content`, {
      method: 'PUT',
      headers: { 'if-match': `"${word}"` },
      body: TEXT,
    }),
  async PREVIEW_UNAVAILABLE({ owner }) {
    const made = succeeded(await owner.call('POST', '/v1/workspace/nodes', { kind: 'slides', name }), 201);
    return send(owner, 'GET', `/nodes/${(made.body as { node: { id: string } }).node.id}/preview`);
  },
  QUOTA_EXCEEDED: ({ owner }) =>
    send(owner, 'POST', '/uploads', { name: `${name}.txt`, sizeBytes: LIMITS.fileBytes - 1 }),
  RANGE_MISMATCH: (stage) =>
    sendRange(stage.owner, stage, `bytes 1-${String(Buffer.byteLength(TEXT.slice(0, 10)))}/${Buffer.byteLength(TEXT)}`),
  RANGE_NOT_SATISFIABLE: ({ owner, file }) =>
    owner.fetch(`/api/v1/workspace/nodes/${file.id}/download`, { headers: { range: 'bytes=999999-' } }),
  REVISION_CONFLICT: ({ owner, file }) =>
    owner.fetch(`/api/v1/workspace/nodes/${file.id}/content?revision=1`, { method: 'PUT', body: `${TEXT} anders` }),
  SCOPE_CHANGE: ({ owner, file, projectFolder }) =>
    send(owner, 'PATCH', `/nodes/${file.id}`, { parentId: projectFolder.id }),
  SESSION_EXPIRED: ({ owner, expired }) => send(owner, 'GET', `/uploads/${expired.sessionId}`),
  SESSION_NOT_FOUND: ({ owner }) => send(owner, 'GET', `/uploads/${NOWHERE}?access=${word}`),
  STALE: ({ owner, file }) => send(owner, 'POST', '/versions', { node_id: file.id, revision: 1, currentRevision: 1 }),
  async TOO_LARGE({ owner }) {
    const long = await upload(owner, { name: `${number}.txt`, bytes: strToU8(TEXT.repeat(10_001)) });
    return send(owner, 'GET', `/nodes/${long.id}/diff?revision=1`);
  },
  async UNREADABLE_FILE({ owner }) {
    const empty = await upload(owner, { name: `${word}.txt`, bytes: new Uint8Array(0) });
    return send(owner, 'POST', `/nodes/${empty.id}/anonymize`);
  },
  UNSUPPORTED_FORMAT: ({ owner, documents }) => send(owner, 'GET', `/nodes/${documents.png.id}/diff?revision=1`),
  UNSUPPORTED_MEDIA_TYPE: ({ owner }) =>
    owner.fetch('/api/v1/workspace/fs', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: TEXT }),
  UNSUPPORTED_TYPE: ({ owner }) => sendFile(owner, `${name}.zip`, strToU8(TEXT)),
  USER_NOT_FOUND: ({ owner, file }) =>
    send(owner, 'POST', `/nodes/${file.id}/shares`, { kind: 'user', email: UNKNOWN_EMAIL, role: 'viewer' }),
  async WOULD_DESTROY_CONTENT(stage) {
    const body = { aktion: 'update_xlsx', node_id: await richWorkbook(stage), revision: 1, workbook: WORKBOOK };
    return send(stage.owner, 'POST', '/fs', body);
  },
  ZIP_RATIO_SUSPICIOUS({ owner }) {
    const parts = { [`word/${word}.bin`]: new Uint8Array(6 * 1024 * 1024), 'word/a.xml': strToU8(TEXT) };
    return sendFile(owner, `${name}.docx`, officePackage('wordprocessingml.document.main+xml', parts));
  },
  invalid_api_key: ({ owner, file }) =>
    owner.fetch(`/api/v1/workspace/nodes/${file.id}`, { headers: { authorization: `Bearer ${word}` } }),
});

/** Codes that no request to this server brings about, with the reason. */
export const UNREACHED: Readonly<Record<string, string>> = Object.freeze({
  APP_LOCKED: 'the desktop app alone has a lock',
  IMPORT_FAILED: 'comes with the editing of Word files',
  MANAGED_BY_SYNC: 'comes with mounted drives',
  MOUNT_TARGET: 'comes with mounted drives',
  PASSWORD_PROTECTED: 'such a file is refused as UNSUPPORTED_TYPE or CONTENT_MISMATCH when it is uploaded',
  PURGE_CONFLICT: 'needs a write that is under way; its answer is a constant',
  SECOND_FACTOR_SETUP: 'is for sessions; its answer is a constant',
  SERVER_BUSY: 'needs more files at once than there is room for; its answer is a constant',
  SHUTTING_DOWN: 'needs a server that is ending; its answer is a constant',
  rate_limit_exceeded: 'limits are off in tests; its answer is a constant',
});
