import { config } from 'zod';

// Zod probes for eval when a schema is made, which the content security policy reports. Everything that makes schemas
// is therefore loaded after this line.
config({ jitless: true });
const { start } = await import('./start.ts');
await start();
