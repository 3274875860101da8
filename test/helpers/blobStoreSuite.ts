import { expect, it } from 'vitest';
import { MissingBlobError, type BlobRef, type BlobStore } from '../../server/core/blobs/types.ts';

/** What a driver of the object store gives the suite. */
export interface BlobStoreUnderTest {
  readonly store: BlobStore;
  readonly addAccount: () => Promise<string>;
  /** Changes the stored bytes of an object behind the store's back. */
  readonly damage: (accountId: string, ref: BlobRef) => Promise<void>;
  /** Every stored byte, to look for plaintext. */
  readonly rawBytes: () => Promise<Buffer>;
}

async function* referencesTo(list: readonly { accountId: string; ref: BlobRef }[]) {
  for (const reference of list) yield await Promise.resolve(reference);
}

/** The contract of {@link BlobStore}; every driver runs it. Each test opens a store of its own. */
export function blobStoreSuite(open: () => Promise<BlobStoreUnderTest>): void {
  const bytes = Buffer.from('Frau Dr. Anna Müller, Hauptstraße 1');

  it('gives an object back as it was stored', async () => {
    const { store, addAccount } = await open();
    const account = await addAccount();
    for (const content of [bytes, Buffer.alloc(0), Buffer.alloc(3_000_000, 7)]) {
      const ref = await store.create(account, content);
      expect(ref).toMatch(/^[0-9a-f]{64}$/);
      expect(Buffer.from(await store.get(account, ref)).equals(content)).toBe(true);
    }
  });

  it('stores the same bytes as objects of their own', async () => {
    const { store, addAccount } = await open();
    const account = await addAccount();
    const [first, second] = [await store.create(account, bytes), await store.create(account, bytes)];
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    await store.delete(account, first);
    expect(Buffer.from(await store.get(account, second)).equals(bytes)).toBe(true);
  });

  it('keeps accounts apart', async () => {
    const { store, addAccount } = await open();
    const [account, other] = [await addAccount(), await addAccount()];
    const [ref, otherRef] = [await store.create(account, bytes), await store.create(other, bytes)];
    expect(ref).not.toBe(otherRef);
    await expect(store.get(other, ref)).rejects.toThrow(MissingBlobError);
  });

  it('stores nothing readable', async () => {
    const { store, addAccount, rawBytes } = await open();
    await store.create(await addAccount(), bytes);
    const raw = await rawBytes();
    expect(raw.length).toBeGreaterThan(bytes.length);
    expect(raw.includes('Anna')).toBe(false);
  });

  it('reports absent and damaged objects as missing', async () => {
    const { store, addAccount, damage } = await open();
    const account = await addAccount();
    await expect(store.get(account, 'a'.repeat(64))).rejects.toThrow(MissingBlobError);
    const ref = await store.create(account, bytes);
    await damage(account, ref);
    await expect(store.get(account, ref)).rejects.toThrow(MissingBlobError);
  });

  it('removes objects, also absent ones', async () => {
    const { store, addAccount } = await open();
    const account = await addAccount();
    const ref = await store.create(account, bytes);
    await store.delete(account, ref);
    await store.delete(account, ref);
    await expect(store.get(account, ref)).rejects.toThrow(MissingBlobError);
  });

  it('refuses what is no reference', async () => {
    const { store, addAccount } = await open();
    const account = await addAccount();
    for (const ref of ['', '..', '../../etc/passwd', 'A'.repeat(64)]) {
      await expect(store.get(account, ref)).rejects.toThrow('not a reference');
      await expect(store.delete(account, ref)).rejects.toThrow('not a reference');
    }
  });

  it('sweeps what nobody refers to and counts what is missing', async () => {
    const { store, addAccount } = await open();
    const account = await addAccount();
    const kept = await store.create(account, bytes);
    const orphan = await store.create(account, Buffer.from('orphan'));
    const references = [
      { accountId: account, ref: kept },
      { accountId: account, ref: kept },
      { accountId: account, ref: 'b'.repeat(64) },
    ];
    expect(await store.sweep(referencesTo(references))).toEqual({ removed: 1, missing: 1 });
    await expect(store.get(account, orphan)).rejects.toThrow(MissingBlobError);
    expect(Buffer.from(await store.get(account, kept)).equals(bytes)).toBe(true);
    expect(await store.sweep(referencesTo([]))).toEqual({ removed: 1, missing: 0 });
  });

  it('sweeps an empty store', async () => {
    const { store } = await open();
    expect(await store.sweep(referencesTo([]))).toEqual({ removed: 0, missing: 0 });
  });
}
