import { z } from 'zod';

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
]);
export type ServerCommand = z.output<typeof serverCommand>;

/** What the server process answers. `failed` carries a sentence that is safe to show. */
export const serverReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), origin: z.url() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('stopped') }),
]);
export type ServerReport = z.output<typeof serverReport>;
