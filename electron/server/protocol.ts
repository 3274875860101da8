import { z } from 'zod';
import { recognition } from '../../server/contract/desktop.ts';

/** What the main process tells the server process. The key and the token travel over the private port, never by environment or arguments. */
export const serverCommand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    version: z.string(),
    dataDir: z.string(),
    rendererDir: z.string(),
    resourcesDir: z.string(),
    /** 32 bytes, base64. */
    masterKey: z.base64(),
    desktopToken: z.string(),
    workers: z.number().int().positive(),
  }),
  z.object({ kind: z.literal('stop') }),
  /** Asks what recognizes scans, after changing it where `engine` is not null; answered by a report with the same id. */
  z.object({ kind: z.literal('recognition'), id: z.number().int(), engine: recognition.shape.engine.nullable() }),
]);
export type ServerCommand = z.output<typeof serverCommand>;

/** What the server process answers. `failed` carries a sentence that is safe to show. */
export const serverReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), origin: z.url() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('recognition'), id: z.number().int(), state: recognition }),
]);
export type ServerReport = z.output<typeof serverReport>;
