/** Loads modules and prints all regular expressions they build while loading, with their source line. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Built {
  at: string;
  source: string;
  flags: string;
}

const built: Built[] = [];
const here = pathToFileURL(`${process.cwd()}/`).href;
const Native = globalThis.RegExp;

/** Records an expression if one of our own lines created it, not a package. */
const note = ({ source, flags }: RegExp): void => {
  const [, , , caller = ''] = (new Error().stack ?? '').split('\n');
  const at = caller.split(here)[1]?.split(':').slice(0, 2).join(':');
  if (at?.startsWith('src/')) built.push({ at, source, flags });
};

globalThis.RegExp = new Proxy(Native, {
  construct: (target, [source, flags]) => {
    const expression = new target(source, flags);
    note(expression);
    return expression;
  },
  apply: (target, _, [source, flags]) => {
    const expression = target(source, flags);
    note(expression);
    return expression;
  },
});

for (const path of process.argv.slice(2)) await import(pathToFileURL(resolve(path)).href);
process.stdout.write(JSON.stringify(built), () => process.exit(0));
