import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Source {
  path: string;
  text: string;
  /** Our files it imports, including types. */
  imports: string[];
  /** Those it loads at run time. */
  loads: string[];
  /** Packages and Node modules it imports. */
  packages: string[];
}

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gms;

/** Each file is imported by one statement, so a type-only import means no other import. */
const TYPES = /^import type\b[^;]*?\bfrom '([^']+)';/gms;

/** All source files with their imports, read by regular expression: the formatting is uniform. */
export const sources = (): Source[] =>
  globSync('src/**/*.{ts,tsx}').map((path) => {
    const text = readFileSync(path, 'utf8');
    const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!);
    const own = (names: string[]) => names.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name)));
    const types = new Set([...text.matchAll(TYPES)].map((match) => match[1]!));
    return {
      path,
      text,
      imports: own(named),
      loads: own(named.filter((name) => !types.has(name))),
      packages: named.filter((name) => !name.startsWith('.')),
    };
  });
