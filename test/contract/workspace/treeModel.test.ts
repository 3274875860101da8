import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runTree } from '../../helpers/treeModel/run.ts';
import { bootTeam } from '../../helpers/workspace.ts';

const OPERATIONS = 600;

it(`does with ${OPERATIONS} random operations exactly what a simple model does`, async () => {
  const seed = Number(process.env['DECKNAME_SEED'] ?? randomInt(2 ** 31));
  const team = await bootTeam();
  try {
    const anna = team.owner;
    const bert = await team.addPerson('bert');
    const agent = await team.addAgent(anna);
    const clients = { Anna: anna, Bert: bert, Agent: agent };
    const actors = [
      { name: 'Anna', userId: anna.id, isAgent: false },
      { name: 'Bert', userId: bert.id, isAgent: false },
      { name: 'Agent', userId: anna.id, isAgent: true },
    ] as const;
    const run = await runTree(
      {
        actors,
        dataDir: team.server.dataDir,
        clientOf: ({ name }) => clients[name as keyof typeof clients],
        emailOf: (userId) => (userId === anna.id ? anna : bert).email,
      },
      { seed, operations: OPERATIONS, batch: 50 },
    );
    expect(run.done).toBe(OPERATIONS);
  } finally {
    await team.stop();
  }
});
