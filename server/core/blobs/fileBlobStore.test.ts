import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobStoreSuite } from '../../../test/helpers/blobStoreSuite.ts';
import { filesBelow } from '../../../test/helpers/files.ts';
import { openTestCore } from '../../../test/helpers/openTestCore.ts';

async function open() {
  const core = await openTestCore();
  const dir = join(core.dir, 'objects');
  const fileOf = (accountId: string, ref: string) => join(dir, accountId, ref.slice(0, 2), ref);
  return {
    dir,
    fileOf,
    store: core.blobs,
    addAccount: () => core.addAccount(),
    damage(accountId: string, ref: string) {
      const content = readFileSync(fileOf(accountId, ref));
      content[content.length - 1]! ^= 1;
      writeFileSync(fileOf(accountId, ref), content);
      return Promise.resolve();
    },
    rawBytes: () => Promise.resolve(Buffer.concat(filesBelow(dir).map((file) => readFileSync(file)))),
  };
}

describe('the file driver', () => {
  blobStoreSuite(open);

  it.skipIf(process.platform === 'win32')('makes files that only their owner can read', async () => {
    const { store, addAccount, dir } = await open();
    await store.create(await addAccount(), Buffer.from('x'));
    const [file] = filesBelow(dir);
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it('leaves no temporary file behind, and sweeps those of a crash', async () => {
    const { store, addAccount, dir, fileOf } = await open();
    const account = await addAccount();
    const ref = await store.create(account, Buffer.from('x'));
    expect(filesBelow(dir)).toEqual([fileOf(account, ref)]);
    writeFileSync(`${fileOf(account, ref)}.00ff.tmp`, 'half');
    const references = (async function* () {
      yield await Promise.resolve({ accountId: account, ref });
    })();
    expect(await store.sweep(references)).toEqual({ removed: 1, missing: 0 });
    expect(filesBelow(dir)).toEqual([fileOf(account, ref)]);
  });
});
