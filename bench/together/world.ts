import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { FormData } from 'undici';
import type { Sql } from '../../src/db/open.ts';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { startSession } from '../../src/modules/accounts/credentials/sessions.ts';
import { createMember } from '../../test/support/accounts/member.ts';
import type { Chance } from '../support/random.ts';
import { type Answer, cookieHeader, keepCookies, send } from './client.ts';

/**
 * How old a public answer may be: s-maxage, stale-while-revalidate, the process's own cache, the standby's lag, the age of the check that
 * found it, and a second for the request.
 */
const OLDEST_MS = 1000 + 10_000 + 600 + 2000 + 3500 + 1000;

/** In the name and the address of each member, and nowhere else. */
const MARKER = /zq\d{4}zq/g;
const markerOf = (n: number): string => `zq${String(n).padStart(4, '0')}zq`;

export interface Member {
  id: number;
  marker: string;
  email: string;
  key: string;
  address: string;
  cookies: Map<string, string>;
  name: string | undefined;
  /** By slug: what was acknowledged; undefined after an answer that did not come. */
  votes: Map<string, boolean | undefined>;
  follows: Map<string, boolean | undefined>;
  has_signed_in: boolean;
}

export interface Owner {
  member: Member;
  listing_id: number;
  slug: string;
  /** Number of the newest edit, and when each was acknowledged. */
  edits: number;
  acknowledged: Map<number, number>;
  /** Hashes of the pictures that were uploaded. */
  pictures: string[];
}

/** A listing that the team removes and restores. */
export interface Removable {
  listing_id: number;
  slug: string;
  is_public: boolean | undefined;
  since: number;
}

export interface World {
  /** Address of the site now. */
  root: string;
  sql: Sql;
  chance: Chance;
  members: Member[];
  /** Those that nobody acts as at the moment. */
  idle: Member[];
  owners: Owner[];
  idle_owners: Owner[];
  removables: Removable[];
  team: Member;
  launches: { id: number; slug: string }[];
  slugs: string[];
  /** Another picture each time. */
  drawPicture(): Promise<Buffer>;
  /** How old a public answer may be. */
  oldest_ms: number;
  /** For how long somebody tries again if the machine is too slow; 0: each refusal counts. */
  patience_ms: number;
  /** What a part that is away may cost: nothing, what writes, all that is somebody's, or pictures. */
  allowed: 'nothing' | 'forms' | 'members' | 'pictures';
  /** What has just been broken, or was broken last. */
  breakdown: string;
  record: Results;
}

export class Results {
  readonly counts = new Map<string, number>();
  /** What must not happen. */
  readonly faults: string[] = [];
  requests = 0;
  anonymous = 0;
  anonymous_failures = 0;
  refused = 0;
  personal = 0;
  oldest_ms = 0;

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
  fault(what: string): void {
    this.count(`FAULT ${what.replace(/\d+/g, 'N').slice(0, 60)}`);
    if (this.faults.length < 50) this.faults.push(what);
  }
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const createMembers = (sql: Sql, many: number): Promise<Member[]> =>
  Promise.all(
    Array.from({ length: many }, async (_, n) => {
      const marker = markerOf(n);
      // Votes of accounts that seem to belong together would wait for a review.
      const email = `${marker}@${randomBytes(4).toString('hex')}.example`;
      const { account_id: id, key } = await createMember({ sql, clock: systemClock }, { email });
      await sql`update accounts set created_at = '2020-01-01', name = ${`Person ${marker}`} where id = ${id}`;
      const address = addressOf(8_000_000 + n * 300);
      const visit = { address, user_agent: 'together', known: null };
      const { token } = await startSession({ sql, clock: systemClock, site: { id: 1 } }, id, visit, true);
      const cookies = new Map([['lw_session', token]]);
      const name = `Person ${marker}`;
      return { id, marker, email, key, address, cookies, name, votes: new Map(), follows: new Map(), has_signed_in: false };
    }),
  );

/** People with accounts, owners of listings, an admin, and listings to remove, on a site with demo content. */
export const createWorld = async (
  sql: Sql,
  chance: Chance,
  { members: many, patience_ms }: { members: number; patience_ms: number },
): Promise<World> => {
  await sql`update sites set settings = settings || '{"languages": ["en", "de"]}'::jsonb`;
  const launches = await sql<{ id: number; slug: string }[]>`
    select id, slug from listings where status = 'live' and launch_week_on = date_trunc('week', now() at time zone 'UTC')::date order by id limit 8`;
  const others = await sql<{ id: number; slug: string }[]>`
    select id, slug from listings where status = 'live' and launch_week_on < date_trunc('week', now() at time zone 'UTC')::date order by id limit 8`;
  const all = await createMembers(sql, many + 5);
  const [team, ...own] = all.slice(many);
  const { key } = await createMember({ sql, clock: systemClock }, { admin_of: 1 });
  const owners = await Promise.all(
    own.map(async (member, n): Promise<Owner> => {
      const { id: listing_id, slug } = others[n]!;
      await sql`
        update listings set owner_id = ${member.id}, unlocked_sections = '{media}', tagline = ${`Edit 0 of ${slug}`} where id = ${listing_id}`;
      return { member, listing_id, slug, edits: 0, acknowledged: new Map([[0, performance.now()]]), pictures: [] };
    }),
  );
  const removables = others.slice(own.length, own.length + 2).map(({ id, slug }) => ({
    listing_id: id,
    slug,
    is_public: true,
    since: performance.now(),
  }));
  const members = all.slice(0, many);
  const changing = new Set([...removables.map(({ slug }) => slug)]);
  const slugs = (await sql<{ slug: string }[]>`select slug from listings where status = 'live' order by slug`)
    .map(({ slug }) => slug)
    .filter((slug) => !changing.has(slug));
  const drawPicture = () => {
    const background = { r: chance.below(256), g: chance.below(256), b: chance.below(256) };
    return sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
  };
  return {
    oldest_ms: OLDEST_MS + patience_ms,
    ...{ root: '', sql, chance, members, idle: [...members], owners, idle_owners: [...owners], removables },
    ...{ team: { ...team!, key }, launches, slugs, drawPicture, patience_ms, allowed: 'nothing', breakdown: '', record: new Results() },
  };
};

/** Whose content an answer has must be who asked. */
const checkContent = ({ record }: World, path: string, answer: Answer, marker: string | null): void => {
  const headers = Object.values(answer.headers).flat().join('\n');
  const found = new Set(`${headers}\n${answer.text()}`.match(MARKER));
  for (const other of found) if (other !== marker) record.fault(`${path} shows ${other} to ${marker ?? 'a stranger'}`);
};

/** What a refusal says, in JSON or on a page, and how to find it in the logs. */
const describe = ({ breakdown }: World, answer: Answer | null): string => {
  const reason = answer?.text().match(/"code":"\w+"|<title>[^<]*/)?.[0] ?? '';
  return `${answer?.status ?? 'no answer'} ${reason} after "${breakdown}", request ${answer?.headers['x-request-id'] ?? 'unknown'}`;
};

const isRefusal = (answer: Answer | null): boolean => answer === null || answer.status >= 500;

/** Sends it again while it is refused, as people do, for as long as the run is patient. */
const sendPatiently = async (world: World, isForgiven: boolean, sendOnce: () => Promise<Answer | null>): Promise<Answer | null> => {
  const end = performance.now() + world.patience_ms;
  for (;;) {
    const answer = await sendOnce();
    world.record.requests++;
    if (!isRefusal(answer) || isForgiven || performance.now() > end) return answer;
    world.record.count('sent again');
    await sleep(250);
  }
};

/** A visitor without an account. Each request comes from one of many addresses. */
export const askAsStranger = async (
  world: World,
  path: string,
  { headers = {}, expected = [200] }: { headers?: Record<string, string>; expected?: number[] } = {},
): Promise<Answer | null> => {
  const { record, chance, root } = world;
  const is_picture = path.startsWith('/media/');
  const sent = { headers: { 'x-forwarded-for': addressOf(chance.below(8_000_000)), ...headers } };
  const answer = await sendPatiently(world, is_picture && world.allowed === 'pictures', () => send(root + path, sent));
  if (!is_picture) record.anonymous++;
  record.count(`stranger ${answer?.status ?? 'no answer'}`);
  if (answer) checkContent(world, path, answer, null);
  if (answer && expected.includes(answer.status)) return answer;
  if (is_picture && world.allowed === 'pictures') return null;
  record.anonymous_failures++;
  record.fault(`${path} for a stranger: ${describe(world, answer)}`);
  return null;
};

type Way = { form?: Record<string, string> | FormData; key?: boolean; json?: unknown; method?: 'PATCH' | 'POST' };

/** A member in a browser, or with an API key. Null if it was refused while a part was away. */
export const askAs = async (world: World, member: Member, path: string, { form, key, json, method }: Way = {}): Promise<Answer | null> => {
  const { record, root } = world;
  const is_write = form !== undefined || json !== undefined;
  const body = json !== undefined ? JSON.stringify(json) : form instanceof FormData ? form : form && new URLSearchParams(form).toString();
  const isAllowed = ({ allowed } = world) =>
    allowed === 'members' || (allowed === 'forms' && is_write) || (allowed === 'pictures' && form instanceof FormData);
  // It may be answered when the part is back already.
  const was_allowed = isAllowed();
  const answer = await sendPatiently(world, was_allowed, () =>
    send(root + path, {
      method: method ?? (is_write ? 'POST' : 'GET'),
      headers: {
        'x-forwarded-for': member.address,
        ...(key ? { authorization: `Bearer ${member.key}` } : cookieHeader(member.cookies)),
        ...(form && { origin: root }),
        ...(form && !(form instanceof FormData) && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    }),
  );
  record.personal++;
  const status = answer?.status ?? 0;
  record.count(`${key ? 'key' : 'member'} ${is_write ? 'writes' : 'reads'} ${status || 'no answer'}`);
  if (answer && status < 400) {
    if (!key) keepCookies(member.cookies, answer);
    checkContent(world, path, answer, member.marker);
    return answer;
  }
  if (isRefusal(answer) && (was_allowed || isAllowed())) record.refused++;
  else record.fault(`${path} for a member: ${describe(world, answer)}`);
  return null;
};
