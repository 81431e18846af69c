import { registerHooks } from 'node:module';

const PATCHED_FILES = Symbol.for('launchweek.edited-files');

/** A fix of a bug: text that must occur exactly once, and its replacement. */
interface Patch {
  why: string;
  find: string;
  replace: string;
}

/** The patches of a package, by the end of the file's URL. */
export type PackagePatches = Record<string, Patch[]>;

/** Applies patches to a file. Throws if the text is not the expected version. */
export const applyPatches = (file: string, text: string, patches: readonly Patch[]): string =>
  patches.reduce((patched, { find, replace, why }) => {
    const parts = patched.split(find);
    if (parts.length !== 2)
      throw new Error(
        `${file} is not the version our repair was written for (${why}). Install the version in package-lock.json with npm ci, or review src/db/driver.`,
      );
    return parts.join(replace);
  }, text);

/** Files patched in this thread. Stored globally, because the patched modules are loaded once even if this one is loaded again. */
const patchedFiles = (): Set<string> => {
  const shared = globalThis as { [PATCHED_FILES]?: Set<string> };
  shared[PATCHED_FILES] ??= new Set();
  return shared[PATCHED_FILES];
};

/**
 * Imports a package with patches. Patching at load time rather than in an install script also works after `npm ci --ignore-scripts`, in
 * tests, in the bundle and in worker threads, and files on disk stay unchanged.
 */
export const importPatched = async <T>(load: () => Promise<T>, patches: PackagePatches): Promise<T> => {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = Object.keys(patches).find((end) => url.endsWith(end));
      if (!file) return loaded;
      patchedFiles().add(file);
      return { ...loaded, source: applyPatches(url, Buffer.from(loaded.source as Uint8Array).toString(), patches[file]!) };
    },
  });
  try {
    const loaded = await load();
    const missing = Object.keys(patches).find((file) => !patchedFiles().has(file));
    if (missing) throw new Error(`${missing} was loaded before its repairs. Import the package from src/db/driver only.`);
    return loaded;
  } finally {
    hooks.deregister();
  }
};
