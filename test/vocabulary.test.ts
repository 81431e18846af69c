import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './support/sources.ts';

/**
 * Names that were replaced because nobody could guess them, and what to use instead. No declaration may have them again.
 * CONTRIBUTING.md has the rule; this is the list of what broke it.
 */
const REPLACED: Record<string, string> = {
  House: 'AppDeps',
  buildHouse: 'buildDeps',
  believedFor: 'ttlCache',
  freshFor: 'ttlValue',
  Answers: 'ResponseCache',
  Stored: 'CachedResponse',
  Kept: 'a name for what is cached or stored',
  keyed: 'idempotentCall',
  refuseStrangers: 'requireTeam',
  Reaching: 'Ctx',
  Turning: 'SiteCtx',
  Watching: 'SiteCtx',
  Delivering: 'SiteCtx',
  Meeting: 'VoteTarget',
  selectMeetings: 'selectVoteTargets',
  Before: 'PriorVotes',
  hideWith: 'hashOrigin',
  Standing: 'a name for the record, such as LaunchableListing',
  actAsTeam: 'asTeamMember',
  turnWeek: 'rollOverWeek',
  tellOwner: 'notifyOwner',
  lookNow: 'checkBadgeNow or checkProof',
  Sighting: 'BadgeCheckResult or ProofCheckResult',
  Misread: 'IgnoredParam',
  Told: 'a name for the notification',
  writeKept: 'updateDraftState',
  patiently: 'withoutTimeout',
};

/** Folders and file names of the old layout. */
const REPLACED_PATHS =
  /\/(outside|surfaces|ballot|telling|parts|steering|sighting|standing|told|once|turn|house|wanted|asking|kept)(\/|\.tsx?$)/;

const SOURCES = sources();

test('replaced names do not come back', () => {
  const found = SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:const|let|type|interface|class|function) (\w+)/g)]
      .filter(([, name]) => Object.hasOwn(REPLACED, name!))
      .map(([, name]) => `${path}: ${name}, say ${REPLACED[name!]}`),
  );
  expect(found).toEqual([]);
});

test('replaced folders and file names do not come back', () => {
  expect(globSync('{src,test}/**/*.{ts,tsx}').filter((path) => REPLACED_PATHS.test(path))).toEqual([]);
});

/** A page exports these three. */
const PAGE_EXPORTS = ['load', 'head', 'view'];

test('an exported name has one meaning', () => {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of SOURCES)
    for (const [, name] of text.matchAll(/^export (?:const|type|interface|class|(?:async )?function) (\w+)/gm))
      files.set(name!, (files.get(name!) ?? new Set()).add(path));
  const twice = [...files].filter(([name, paths]) => paths.size > 1 && !PAGE_EXPORTS.includes(name));
  expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
  expect(files.size).toBeGreaterThan(500);
});

test('documents name files that exist', () => {
  const folders = ['', 'src/', 'src/modules/', 'src/web/', 'src/db/', 'test/'];
  const missing = globSync('{README.md,CONTRIBUTING.md,bench/README.md,docs/**/*.md,src/**/README.md}').flatMap((document) => {
    const beside = document.slice(0, document.lastIndexOf('/') + 1);
    const named = [...readFileSync(document, 'utf8').matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:tsx?|css|sql))`/g)].map(([, path]) => path!);
    const exists = (path: string) => [...folders, beside].some((folder) => globSync(folder + path).length > 0);
    return named.filter((path) => !path.includes('NNNN') && !exists(path)).map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});
