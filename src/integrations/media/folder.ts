import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './objects.ts';

const PARTIAL = '.partial';
/** A file that a process left behind when it was killed while writing. */
const PARTIAL_MS = 24 * 60 * 60 * 1000;
const NAMES_PER_PAGE = 1000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Objects as files of a folder, which must exist: one that is missing is a disk that is not mounted. */
export const openFolder = (root: string): ObjectStore => {
  const requireRoot = () => stat(root);
  /** The result, or the default if the file is missing and the folder is not. */
  const unlessMissing = async <T, D>(work: Promise<T>, missing: D): Promise<T | D> => {
    try {
      return await work;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await requireRoot();
      return missing;
    }
  };

  const removeOldPartial = async (file: string): Promise<void> => {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > PARTIAL_MS) await rm(file, { force: true });
  };

  return {
    name: `folder:${root}`,
    async put(name, bytes) {
      await requireRoot();
      const file = join(root, name);
      const partial = `${file}.${randomBytes(6).toString('hex')}${PARTIAL}`;
      await mkdir(dirname(file), { recursive: true });
      try {
        const handle = await open(partial, 'wx');
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    get: (name) => unlessMissing(readFile(join(root, name)), null),
    has: (name) =>
      unlessMissing(
        stat(join(root, name)).then(() => true),
        false,
      ),
    delete: (name) => unlessMissing(rm(join(root, name)), undefined),
    async *list() {
      await requireRoot();
      let names: string[] = [];
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        if (entry.name.endsWith(PARTIAL)) await removeOldPartial(file);
        else names.push(file.slice(root.length + 1));
        if (names.length < NAMES_PER_PAGE) continue;
        yield names;
        names = [];
      }
      yield names;
    },
  };
};
