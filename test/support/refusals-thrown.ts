import { dirname, join, normalize } from 'node:path';
import { sources } from './sources.ts';

/** A top-level declaration: a function, a constant or a class, with the code up to the next one. */
interface Declaration {
  text: string;
  /** Names in this file that come from others, by what they are called there. */
  imported: Map<string, string>;
  path: string;
}

const DECLARATION = /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class) (\w+)/;
const NAMED_IMPORT = /^import (?!type\b)\{([^}]*)\} from '(\.[^']+)';/gms;
/** The first argument is the code, or a choice between codes. */
const THROWN = /\b(?:new Refusal|requireFound)\(([^,)]*)/g;

const importedNames = (path: string, text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(NAMED_IMPORT)].flatMap(([, names, from]) =>
      names!
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => {
          const [theirs, ours = theirs] = name.split(' as ');
          return [ours!, `${normalize(join(dirname(path), from!))} ${theirs}`] as const;
        }),
    ),
  );

/** Every declaration of the sources by file and name. The formatting is uniform, so a declaration begins at the start of a line. */
const declarations = (): Map<string, Declaration> => {
  const found = new Map<string, Declaration>();
  for (const { path, text } of sources()) {
    const imported = importedNames(path, text);
    let name: string | undefined;
    for (const line of text.split('\n')) {
      const begun = DECLARATION.exec(line)?.[1];
      if (begun) name = begun;
      else if (/^(?:import|export|interface|type|declare)\b/.test(line)) name = undefined;
      if (!name || line.trimStart().startsWith('*') || line.startsWith('/**')) continue;
      const key = `${path} ${name}`;
      const known = found.get(key);
      found.set(key, { path, imported, text: `${known?.text ?? ''}${line}\n` });
    }
  }
  return found;
};

/** The refusals that the code below a declaration can throw: those it names, and those of every function it names. */
export const createRefusalFinder = () => {
  const all = declarations();
  return (path: string, name: string): string[] => {
    const codes = new Set<string>();
    const seen = new Set<string>();
    const follow = (key: string): void => {
      if (seen.has(key)) return;
      seen.add(key);
      const declaration = all.get(key);
      if (!declaration) return;
      for (const [, argument] of declaration.text.matchAll(THROWN)) for (const [, code] of argument!.matchAll(/'(\w+)'/g)) codes.add(code!);
      for (const used of new Set(declaration.text.replace(/'[^'\n]*'/g, '').match(/\b[A-Za-z_]\w*\b/g)))
        follow(declaration.imported.get(used) ?? `${declaration.path} ${used}`);
    };
    follow(`${path} ${name}`);
    return [...codes];
  };
};

/** Where each operation is declared. */
export const operationFiles = (): Map<string, string> =>
  new Map(
    sources()
      .filter(({ path }) => path.endsWith('/operations.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export const (\w+) = (?:operation|publicRead|memberRead|memberWrite)\(/gm)].map(([, id]) => [id!, path]),
      ),
  );
