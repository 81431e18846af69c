import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './support/sources.ts';

const SOURCES = sources();

/** Allowed imports of each layer: kernel ← integrations, db ← modules ← http ← web ← cli. */
const LAYERS: Record<string, string[]> = {
  kernel: [],
  db: ['kernel'],
  integrations: ['kernel'],
  modules: ['kernel', 'db', 'integrations', 'client'],
  demo: ['kernel', 'db', 'modules'],
  http: ['kernel', 'db', 'modules', 'integrations', 'registry.ts', 'refusals.ts'],
  web: ['kernel', 'modules', 'http', 'registry.ts', 'refusals.ts'],
  retention: ['kernel', 'modules', 'integrations'],
  monitoring: ['kernel', 'db', 'modules'],
  'registry.ts': ['kernel', 'modules'],
  'messages.ts': ['kernel', 'modules', 'web'],
  'refusals.ts': ['kernel', 'modules'],
};

/** Each module may import only those above it. */
const MODULES = [
  'sites',
  'accounts',
  'catalog',
  'people',
  'listings',
  'votes',
  'launches',
  'extraction',
  'drafts',
  'rechecks',
  'claims',
  'orders',
  'changes',
  'purges',
  'datasets',
  'content',
  'comments',
  'stats',
  'digest',
  'imports',
  'webhooks',
  'moderation',
  'setup',
  'operators',
];

/** The client is a package of its own: it imports nothing of the service. */
const layerOf = (path: string): string => (path.startsWith('client/') ? 'client' : path.split('/')[1]!);
const moduleOf = (path: string): string | undefined => (layerOf(path) === 'modules' ? path.split('/')[2] : undefined);
const pairs = SOURCES.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })));

test('the scan finds the imports it checks', () => {
  expect(pairs.length).toBeGreaterThan(100);
  expect(pairs.filter(({ to }) => !existsSync(to))).toEqual([]);
});

test('a layer imports only the layers below it', () => {
  expect(
    pairs.filter(({ from, to }) => LAYERS[layerOf(from)] && ![layerOf(from), ...LAYERS[layerOf(from)]!].includes(layerOf(to))),
  ).toEqual([]);
});

test('a module imports only the modules above it', () => {
  const wrong = pairs.filter(
    ({ from, to }) => moduleOf(from) && moduleOf(to) && MODULES.indexOf(moduleOf(to)!) > MODULES.indexOf(moduleOf(from)!),
  );
  expect(wrong).toEqual([]);
  expect(SOURCES.map(({ path }) => moduleOf(path)).filter((module) => module && !MODULES.includes(module))).toEqual([]);
});

test('the registry imports only operations', () => {
  expect(pairs.filter(({ from, to }) => from === 'src/registry.ts' && layerOf(to) === 'modules' && !/\/operations\.ts$/.test(to))).toEqual(
    [],
  );
});

/** Words of the product. The kernel would serve any other product as well. */
const PRODUCT_WORDS =
  /(?<![a-z])(listing|vote|launch|draft|claim|order_|badge|founder|invoice|award|review|billboard|milestone|categor|evidence|leaderboard)/i;
/** Places in the kernel that have to name the product, each with its reason. */
const NAMED_IN_KERNEL = [
  /launchweek_\$/, // the prefix of all metrics
  /Votes, launches and payments are paused/, // the text of a refusal that the kernel throws
  /hgroup listing /, // an HTML tag
];

test('the kernel has no words of the product', () => {
  const found = SOURCES.filter(({ path }) => layerOf(path) === 'kernel').flatMap(({ path, text }) =>
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .split('\n')
      .filter((line) => PRODUCT_WORDS.test(line) && !NAMED_IN_KERNEL.some((allowed) => allowed.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('a module refuses with codes of its own, of the kernel and of the modules above it', () => {
  const declared = new Map(
    SOURCES.filter(({ path }) => /^src\/(kernel|modules\/\w+)\/refusals\.ts$/.test(path)).flatMap(({ path, text }) =>
      [...text.matchAll(/\b([a-z_]+):\s+(?:msg\(\s*)?['[]/g)].map(([, code]) => [code!, moduleOf(path)] as const),
    ),
  );
  expect(declared.size).toBeGreaterThan(90);
  const wrong = SOURCES.filter(({ path }) => moduleOf(path)).flatMap(({ path, text }) =>
    [...text.matchAll(/(?:new Refusal|requireFound)\('(\w+)'/g)]
      .map(([, code]) => ({ path, code: code!, owner: declared.get(code!) }))
      .filter(({ owner }) => owner && MODULES.indexOf(owner) > MODULES.indexOf(moduleOf(path)!)),
  );
  expect(wrong).toEqual([]);
});

test('there are no import cycles', () => {
  const graph = new Map(SOURCES.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const circleFrom = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of graph.get(path) ?? []) {
      const circle = circleFrom(next, [...trail, path]);
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  expect(SOURCES.map(({ path }) => circleFrom(path, [])).filter(Boolean)).toEqual([]);
});

/** All files that a file loads, directly or indirectly. */
const filesLoadedBy = (entry: string): Set<string> => {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of SOURCES.find((source) => source.path === path)?.loads ?? []) load(next);
  };
  load(entry);
  return loaded;
};

test('parsers of untrusted input are loaded by worker threads only', () => {
  const main = filesLoadedBy('src/main.ts');
  const worker = filesLoadedBy('src/parser-worker.ts');
  const isParser = (path: string) => /\/parsers\.ts$/.test(path) || path === 'src/kernel/parsing/html-tree.ts';
  expect([...worker].filter(isParser).length).toBeGreaterThan(5);
  expect([...main].filter(isParser)).toEqual([]);
  expect(SOURCES.filter(({ path, packages }) => main.has(path) && packages.includes('parse5')).map(({ path }) => path)).toEqual([]);
});

test('a process that only runs jobs loads neither the website nor the APIs', () => {
  const parts = (entry: string) => new Set([...filesLoadedBy(entry)].map(layerOf));
  expect(parts('src/process/serve.ts')).toContain('web');
  expect([...parts('src/process/work.ts')].filter((layer) => ['web', 'http', 'demo'].includes(layer))).toEqual([]);
});

test('SQL is only in queries, in db/ and in the search index', () => {
  const allowed = /(queries|search-index)\.ts$|^src\/(db|demo|kernel)\/|^src\/http\/app\.ts$/;
  expect(SOURCES.filter(({ path, text }) => !allowed.test(path) && /\bsql(<[^`]*>)?`/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('the database drivers are imported with their patches', () => {
  const loaded = /^import (?!type\b)[^;]*from '(postgres|graphile-worker)'/m;
  expect(SOURCES.filter(({ path, text }) => !path.startsWith('src/db/driver/') && loaded.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no statement resets a session setting: the server’s default is not ours', () => {
  expect(SOURCES.filter(({ text }) => /`\s*(reset\s+\w|discard\s+all)/i.test(text)).map(({ path }) => path)).toEqual([]);
});

test('rules, states and words do no I/O', () => {
  const integrations = /^(postgres|undici|nodemailer|(node:)?(fs|net|http|https|child_process|dns)(\/.*)?)$/;
  const pure = SOURCES.filter(({ path }) => /\/(rules|states|words)\.ts$/.test(path));
  expect(
    pure
      .filter(({ packages, imports }) => packages.some((name) => integrations.test(name)) || imports.some((to) => /queries\.ts$/.test(to)))
      .map(({ path }) => path),
  ).toEqual([]);
});

test('file names match their content', () => {
  expect(SOURCES.filter(({ path }) => !/^src(\/[a-z0-9-]+)+\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([]);
  expect(
    SOURCES.filter(({ path }) => /\/(utils?|helpers?|managers?|services?|common|misc)(\/|\.tsx?$)/.test(path)).map(({ path }) => path),
  ).toEqual([]);
});

test('no file is too long', () => {
  expect(SOURCES.filter(({ text }) => text.split('\n').length > 301).map(({ path, text }) => `${path} ${text.split('\n').length}`)).toEqual(
    [],
  );
});

test('the lock file includes all platforms and no registry', () => {
  const text = readFileSync('package-lock.json', 'utf8');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`]?.version && !packages[`node_modules/${name}`]?.version,
    ),
  );
  // npm ci rejects such a file. Recreate it in an empty folder: npm install --package-lock-only.
  expect(missing).toEqual([]);
  expect(text).not.toMatch(/"resolved":\s*"/);
});
