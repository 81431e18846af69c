import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Source {
  path: string;
  text: string;
  /** Files of ours it imports, types included. */
  imports: string[];
  /** Packages and node's own modules it imports. */
  packages: string[];
}

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gms;

/** Every source file with what it imports, read from the text: what is formatted one way needs no parser. */
export const sources = (): Source[] =>
  globSync('src/**/*.{ts,tsx}').map((path) => {
    const text = readFileSync(path, 'utf8');
    const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!);
    return {
      path,
      text,
      imports: named.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name))),
      packages: named.filter((name) => !name.startsWith('.')),
    };
  });
