import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../../../test/helpers/files.ts';
import { openTestAnonymization, type TestAnonymization } from '../../../../test/helpers/openTestAnonymization.ts';
import * as contract from '../../../contract/index.ts';

const TEXT = 'Frau Dr. Anna Müller (Beta GmbH), IBAN DE89 3704 0044 0532 0130 00.';

/** A process that stands still in the middle of a job, as one that was stopped does, until it goes on. */
async function stoppedInAJob(fails = false) {
  const [reached, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const loser = await openTestAnonymization({
    async detecting() {
      reached.resolve(undefined);
      await goOn.promise;
      if (fails) throw new Error('the loser fails');
    },
  });
  const { job_id } = await loser.call(contract.createJob, { body: { text: TEXT } });
  await reached.promise;
  return {
    loser,
    job_id,
    goOn: async () => {
      goOn.resolve(undefined);
      await loser.jobs.whenIdle();
    },
  };
}

const stateOf = async ({ database, dir }: TestAnonymization) => ({
  work: await database.db.selectFrom('work').selectAll().execute(),
  jobs: await database.db.selectFrom('anonymization_jobs').selectAll().execute(),
  mappings: await database.db.selectFrom('mappings').selectAll().orderBy('hash').execute(),
  uses: await database.db.selectFrom('mapping_uses').selectAll().orderBy('hash').execute(),
  objects: filesBelow(join(dir, 'objects')).sort(),
});

describe('a process that goes on after another has taken its job over', () => {
  it.each([
    ['finishes late', false],
    ['fails late', true],
  ])('changes nothing when it %s', async (_name, fails) => {
    const { loser, job_id, goOn } = await stoppedInAJob(fails);
    const winner = await openTestAnonymization({ core: loser });
    await winner.jobs.whenIdle();
    const won = await stateOf(winner);
    expect(won.work).toMatchObject([{ id: job_id, state: 'completed', attempts: 2 }]);
    expect(won.mappings).toHaveLength(3);
    expect(won.uses).toHaveLength(3);

    await goOn();
    // One result: rows, values and objects of the winner, and none of the loser's beside them.
    expect(await stateOf(winner)).toEqual(won);
    expect(loser.logger.entries.map(({ event }) => event).includes('jobs.claim_lost')).toBe(!fails);
    const as = loser.accountId;
    const status = await winner.call(contract.getStatus, { as, params: { job_id } });
    if (status.status !== 'completed') throw new Error('not completed');
    expect(status.original_text).toBe(TEXT);
    const restored = await winner.call(contract.deanonymize, { as, body: { text: status.anonymized_text_raw } });
    expect(restored).toEqual({ text: TEXT, restored: 3, unresolved: [], unresolved_placeholders: [] });
  });

  it('changes nothing while the other one still works on the job', async () => {
    const { loser, job_id, goOn } = await stoppedInAJob();
    const [reached, finish] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const winner = await openTestAnonymization({
      core: loser,
      async detecting() {
        reached.resolve(undefined);
        await finish.promise;
      },
    });
    await reached.promise;
    const before = await stateOf(winner);
    await goOn();
    expect(await stateOf(winner)).toEqual(before);
    finish.resolve(undefined);
    await winner.jobs.whenIdle();
    const status = await winner.call(contract.getStatus, { as: loser.accountId, params: { job_id } });
    expect(status).toMatchObject({ status: 'completed', original_text: TEXT });
    expect((await stateOf(winner)).uses).toHaveLength(3);
  });

  it('stores nothing for a job that was deleted meanwhile', async () => {
    const { loser, job_id, goOn } = await stoppedInAJob();
    const winner = await openTestAnonymization({ core: loser });
    await winner.jobs.whenIdle();
    await winner.call(contract.deleteJob, { as: loser.accountId, params: { id: job_id } });
    await goOn();
    expect(await stateOf(winner)).toEqual({ work: [], jobs: [], mappings: [], uses: [], objects: [] });
  });
});

describe('a job that fails', () => {
  it('leaves no values, however it ends', async () => {
    let failing = true;
    const { call, jobs, database } = await openTestAnonymization({
      detecting: () => (failing ? Promise.reject(new Error('fails')) : Promise.resolve()),
    });
    await call(contract.createJob, { body: { text: TEXT } });
    await jobs.whenIdle();
    failing = false;
    // The result of this one cannot be stored.
    const { job_id } = await call(contract.createJob, { body: { text: TEXT } });
    await database.db.updateTable('anonymization_jobs').set({ revision: 7 }).where('id', '=', job_id).execute();
    await jobs.whenIdle();
    const states = await database.db.selectFrom('work').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(await database.db.selectFrom('mapping_uses').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('mappings').selectAll().execute()).toEqual([]);
  });
});
