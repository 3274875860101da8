import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
import { type CFolder, Reader, TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';
import { emptyStorage, type Storage } from './storage.ts';

/** A compound file with these storages and streams, written by msgreader. */
export function burnStorages(root: Storage): Uint8Array {
  const entries: Entry[] = [];
  const add = (name: string, type: TypeEnum, storage: Storage): number => {
    const children: number[] = [];
    const number = entries.push({ name, type, children, length: 0 }) - 1;
    for (const [each, bytes] of storage.streams) {
      // It takes the whole memory behind a view.
      children.push(
        entries.push({
          name: each,
          type: TypeEnum.DOCUMENT,
          length: bytes.length,
          binaryProvider: () => new Uint8Array(bytes),
        }) - 1,
      );
    }
    for (const [each, inner] of storage.storages) children.push(add(each, TypeEnum.DIRECTORY, inner));
    return number;
  };
  add('Root Entry', TypeEnum.ROOT, root);
  return burn(entries);
}

/** The storages and streams of a compound file as msgreader reads them. */
export function readStoragesElsewhere(bytes: Uint8Array): Storage {
  const reader = new Reader(new Uint8Array(bytes).buffer);
  reader.parse();
  const read = (folder: CFolder): Storage => {
    const storage = emptyStorage();
    for (const name of folder.fileNames()) storage.streams.set(name, folder.readFile(name)!);
    for (const inner of folder.subFolders()) storage.storages.set(inner.name, read(inner));
    return storage;
  };
  return read(reader.rootFolder());
}
