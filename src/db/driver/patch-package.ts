import { registerHooks } from 'node:module';

const PATCHED_FILES = Symbol.for('launchweek.edited-files');

/** A patch of a package's file: text that must occur exactly once, and its replacement. */
export interface PackagePatch {
  /** End of the file's URL, such as `/postgres/src/connection.js`. */
  file: string;
  why: string;
  find: string;
  replace: string;
}

/** Applies patches to a file. Throws if the text is not the expected version. */
export const applyPatches = (file: string, text: string, patches: readonly PackagePatch[]): string =>
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
export const importPatched = async <T>(load: () => Promise<T>, patches: readonly PackagePatch[]): Promise<T> => {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file_patches = patches.filter(({ file }) => url.endsWith(file));
      if (file_patches.length === 0) return loaded;
      patchedFiles().add(file_patches[0]!.file);
      return { ...loaded, source: applyPatches(url, Buffer.from(loaded.source as Uint8Array).toString(), file_patches) };
    },
  });
  try {
    const loaded = await load();
    const missing = patches.find(({ file }) => !patchedFiles().has(file));
    if (missing) throw new Error(`${missing.file} was loaded before its repairs. Import the package from src/db/driver only.`);
    return loaded;
  } finally {
    hooks.deregister();
  }
};
