// Brings the labelled sites: node bench/fetch-sites.ts bench/drafts/sites/a.json FOLDER
//
// Clones each site's repository without its history and takes the labelled commit's files. The labels are copied beside the sites, so that
// `node bench/drafts.ts FOLDER/labels.json` can measure them. `GIT_BASE` is where the repositories are (default https://github.com/).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface FetchedSite {
  key: string;
  repo: string;
  commit: string;
  /** The folder of the repository that is the site; empty for all of it. */
  root: string;
  /** The folder it is served under. */
  mount?: string;
  /** A folder of the site whose files are served at its root. */
  overlay?: string;
}

const [file, folder] = process.argv.slice(2);
if (!file || !folder) throw new Error('usage: node bench/fetch-sites.ts SITES.json FOLDER');
const base = process.env.GIT_BASE ?? 'https://github.com/';
const sites = JSON.parse(readFileSync(file, 'utf8')) as FetchedSite[];

const git = (cwd: string, ...args: string[]): void => {
  execFileSync('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Puts a site's files into a folder that appears only when it is complete, so that an interrupted run can be repeated. */
const fetchSite = ({ key, repo, commit, root, mount = '', overlay }: FetchedSite): void => {
  const target = resolve(folder, key);
  if (existsSync(target)) return;
  const work = mkdtempSync(join(tmpdir(), 'site-'));
  git(work, 'init', '--quiet');
  git(work, 'fetch', '--quiet', '--depth=1', `${base}${repo}`, commit);
  git(work, 'checkout', '--quiet', 'FETCH_HEAD');
  const site = join(work, root);
  rmSync(join(work, '.git'), { recursive: true });
  if (overlay) cpSync(join(site, overlay), site, { recursive: true });
  const parts = `${target}.part`;
  rmSync(parts, { recursive: true, force: true });
  cpSync(site, join(parts, mount), { recursive: true });
  renameSync(parts, target);
  rmSync(work, { recursive: true });
};

mkdirSync(folder, { recursive: true });
const fetched = sites.filter((site) => {
  try {
    fetchSite(site);
    return true;
  } catch (error) {
    console.error(`${site.key} could not be fetched: ${(error as Error).message}`);
    process.exitCode = 1;
    return false;
  }
});
writeFileSync(join(folder, 'labels.json'), JSON.stringify(fetched));
console.log(`${fetched.length} of ${sites.length} sites are in ${folder}`);
