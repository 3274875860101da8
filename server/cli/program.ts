import { Command, CommanderError } from 'commander';

/** Arguments of a command are its own business: it is loaded only when it runs. */
type LoadCommand = () => Promise<{ run(args: readonly string[]): Promise<void> }>;

const COMMANDS: Readonly<Record<string, { summary: string; load: LoadCommand }>> = Object.freeze({
  serve: { summary: 'start the server with the web interface', load: () => import('./serve.ts') },
  local: { summary: 'start it for this computer alone, without a login', load: () => import('./local.ts') },
  anonymize: { summary: 'anonymize a document', load: () => import('./anonymize.ts') },
  deanonymize: { summary: 'put the values back into an anonymized document', load: () => import('./deanonymize.ts') },
});

/** Runs one command of `node server/cli.ts`; sets the exit code of the process when it fails. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const program = new Command('deckname').exitOverride();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    program
      .command(name)
      .description(summary)
      .argument('[arguments...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(async (own: string[]) => (await load()).run(own));
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
  }
}
