import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './support/sources.ts';

const SOURCES = sources();

/** Which rooms a room may look into, beside itself: kernel ← outside, db ← modules ← surfaces ← web ← main. */
const ROOMS: Record<string, string[]> = {
  kernel: [],
  db: ['kernel'],
  outside: ['kernel'],
  modules: ['kernel', 'db', 'outside'],
  demo: ['kernel', 'db', 'modules'],
  surfaces: ['kernel', 'db', 'modules', 'outside', 'registry.ts'],
  web: ['kernel', 'modules', 'surfaces', 'registry.ts'],
  'registry.ts': ['kernel', 'modules'],
};

/** Each module may import only those above it. */
const MODULES = [
  'sites',
  'accounts',
  'catalog',
  'people',
  'listings',
  'ballot',
  'launches',
  'drafts',
  'claims',
  'orders',
  'content',
  'team',
];

const roomOf = (path: string): string => path.split('/')[1]!;
const moduleOf = (path: string): string | undefined => (roomOf(path) === 'modules' ? path.split('/')[2] : undefined);
const pairs = SOURCES.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })));

test('the scan sees the imports it judges', () => {
  expect(pairs.length).toBeGreaterThan(100);
  expect(pairs.filter(({ to }) => !existsSync(to))).toEqual([]);
});

test('a room looks only into the rooms below it', () => {
  expect(pairs.filter(({ from, to }) => ROOMS[roomOf(from)] && ![roomOf(from), ...ROOMS[roomOf(from)]!].includes(roomOf(to)))).toEqual([]);
});

test('a module looks only into the modules above it', () => {
  const wrong = pairs.filter(
    ({ from, to }) => moduleOf(from) && moduleOf(to) && MODULES.indexOf(moduleOf(to)!) > MODULES.indexOf(moduleOf(from)!),
  );
  expect(wrong).toEqual([]);
  expect(SOURCES.map(({ path }) => moduleOf(path)).filter((module) => module && !MODULES.includes(module))).toEqual([]);
});

test('the table knows only rows', () => {
  expect(
    pairs.filter(({ from, to }) => from === 'src/registry.ts' && roomOf(to) === 'modules' && !/\/(own-)?operations\.ts$/.test(to)),
  ).toEqual([]);
});

test('nothing imports in a circle', () => {
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

test('SQL is written only in queries, the database’s room and where words are indexed', () => {
  const allowed = /(queries|search-index)\.ts$|^src\/(db|demo|kernel)\/|^src\/surfaces\/app\.ts$/;
  expect(SOURCES.filter(({ path, text }) => !allowed.test(path) && /\bsql(<[^`]*>)?`/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('rules, states and words do no input or output', () => {
  const outside = /^(postgres|undici|nodemailer|(node:)?(fs|net|http|https|child_process|dns)(\/.*)?)$/;
  const pure = SOURCES.filter(({ path }) => /\/(rules|states|words)\.ts$/.test(path));
  expect(
    pure
      .filter(({ packages, imports }) => packages.some((name) => outside.test(name)) || imports.some((to) => /queries\.ts$/.test(to)))
      .map(({ path }) => path),
  ).toEqual([]);
});

test('files are named for what is in them', () => {
  expect(SOURCES.filter(({ path }) => !/^src(\/[a-z0-9-]+)+\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([]);
  expect(
    SOURCES.filter(({ path }) => /\/(utils?|helpers?|managers?|services?|common|misc)(\/|\.tsx?$)/.test(path)).map(({ path }) => path),
  ).toEqual([]);
});

test('no file is too long to read in one sitting', () => {
  expect(SOURCES.filter(({ text }) => text.split('\n').length > 301).map(({ path, text }) => `${path} ${text.split('\n').length}`)).toEqual(
    [],
  );
});

test('the lock file names every platform’s packages and no registry', () => {
  const text = readFileSync('package-lock.json', 'utf8');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`]?.version && !packages[`node_modules/${name}`]?.version,
    ),
  );
  // npm ci refuses such a file. Make it anew in an empty folder: npm install --package-lock-only.
  expect(missing).toEqual([]);
  expect(text).not.toMatch(/"resolved":\s*"/);
});
