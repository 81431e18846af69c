import { createHash } from 'node:crypto';
import { prepareDatabase } from '../../src/db/migrate/migrate.ts';
import type { Sql } from '../../src/db/open.ts';
import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../src/kernel/context.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { noLimits } from '../../src/kernel/limits.ts';
import { dayAt } from '../../src/kernel/time/weeks.ts';
import { emailKey } from '../../src/modules/accounts/rules.ts';
import { rollOverWeek } from '../../src/modules/launches/rollover/week-rollover.ts';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { castVote } from '../../src/modules/votes/votes.ts';
import { openTemporary } from '../support/database.ts';
import type { Activity, Ballot, Launch, Person } from './people.ts';
import { HOUR, MINUTE, weekStart } from './times.ts';

/** A site with a database of its own, whose time is the simulation's. */
export interface World {
  sql: Sql;
  site: Site;
}

export const withWorld = async <T>(work: (world: World) => Promise<T>): Promise<T> => {
  const database = await openTemporary(4, false);
  const { sql, close } = database;
  try {
    await prepareDatabase(database);
    const id = (await ensureDefaultSite(sql))!;
    const site: Site = { id, key: 'bench', name: 'Bench', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
    return await work({ sql, site });
  } finally {
    await close();
  }
};

/** A clock that nobody compares with the database's: it has no offset. */
const clockAt = (at: number) => ({ now: () => new Date(at) });

const integrations = openIntegrations();

const ctxOf = ({ sql, site }: World, at: number) => ({ sql, site, clock: clockAt(at), limits: noLimits, request_id: '', integrations });

/** The only place where votes are cast. */
const castAs = (world: World, { person, launch, address, referrer }: Ballot, at: number): Promise<unknown> => {
  const caller: Caller = {
    account_id: person.account_id!,
    kind: 'session',
    scopes: [],
    client: null,
    expires_at: null,
    credential_id: null,
  };
  const ctx: Ctx<Caller> = { ...ctxOf(world, at), caller };
  const origin = { address, referrer };
  return castVote(ctx, { slug: launch.slug }, origin).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
};

const toJson = (rows: object[]): string => JSON.stringify(rows);

const ISSUERS: Record<string, string> = { google: 'https://accounts.google.com', github: 'https://github.com' };

/** An account that is made at its time, from the address of its first visit. */
export interface SignUp {
  person: Person;
  address: string;
}

/** Writes accounts as they are after the sign-up, with their session. Addresses that are taken stay without an account. */
const writePeople = async ({ sql, site }: World, sign_ups: SignUp[]): Promise<void> => {
  if (sign_ups.length === 0) return;
  const rows = sign_ups.map(({ person, address }) => ({
    email: person.email,
    email_key: emailKey(person.email),
    issuer: ISSUERS[person.sign_in] ?? null,
    provider: person.sign_in,
    password_hash: person.sign_in === 'password' ? 'simulated' : null,
    created_at: new Date(person.created_at),
    is_subscriber: person.is_subscriber,
    address,
    hash: createHash('sha256').update(person.email).digest('hex'),
  }));
  const written = await sql<{ id: number; email_key: string }[]>`
    with rows as (
      select * from json_to_recordset(${toJson(rows)}::text::json) as t (email text, email_key text, issuer text, provider text,
        password_hash text, created_at timestamptz, is_subscriber boolean, address text, hash text)
    ), made as (
      insert into accounts (email, email_key, email_verified_at, email_vouched_by, password_hash, created_at)
      select email, email_key, created_at, issuer, password_hash, created_at from rows order by created_at
      on conflict (email_key) do nothing returning id, email_key
    ), joined as (
      insert into site_members (site_id, account_id, joined_at)
      select ${site.id}, m.id, r.created_at from made m join rows r using (email_key)
    ), identities as (
      insert into account_identities (issuer, subject, account_id, provider, email, created_at, last_used_at)
      select r.issuer, r.hash, m.id, r.provider, r.email, r.created_at, r.created_at from made m join rows r using (email_key)
      where r.issuer is not null
    ), signed_in as (
      insert into sessions (token_hash, account_id, address, proved_at, created_at, last_used_at, expires_at)
      select decode(r.hash, 'hex'), m.id, r.address, r.created_at, r.created_at, r.created_at, r.created_at + interval '30 days'
      from made m join rows r using (email_key)
    ), subscribed as (
      insert into digest_subscribers (site_id, email, email_key, confirmed_at)
      select ${site.id}, r.email, r.email_key, r.created_at from made m join rows r using (email_key) where r.is_subscriber
    )
    select id, email_key from made`;
  const ids = new Map(written.map(({ id, email_key }) => [email_key, id]));
  for (const { person } of sign_ups) {
    const id = ids.get(emailKey(person.email));
    // The first spelling takes the account; a second one with the same key cannot sign up again.
    ids.delete(emailKey(person.email));
    if (id !== undefined) person.account_id = id;
  }
};

export const writeLaunches = async (world: World, launches: Launch[]): Promise<void> => {
  const { sql, site } = world;
  const rows = launches.map(({ week, slug, name, domain, maker }) => ({
    slug,
    name,
    domain,
    owner_id: maker.account_id,
    launched_at: new Date(weekStart(week)),
  }));
  await sql`
    with rows as (
      select * from json_to_recordset(${toJson(rows)}::text::json)
        as t (slug text, name text, domain text, owner_id bigint, launched_at timestamptz)
    ), made as (insert into companies (domain) select domain from rows returning id, domain
    ), listed as (
      insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain, tagline, owner_id, created_at)
      select ${site.id}, c.id, r.slug, 'live', r.launched_at, r.launched_at::date, r.name, 'https://' || r.domain, r.domain,
        'A simulated launch', r.owner_id, r.launched_at - interval '10 days'
      from rows r join made c using (domain) order by r.slug returning id, site_id
    )
    insert into listing_counts (listing_id, site_id) select id, site_id from listed`;
};

/** Comments, follows and visits on other days, which are sessions. */
const writeActivities = async ({ sql, site }: World, activities: Activity[]): Promise<void> => {
  const rows = activities
    .filter(({ person }) => person.account_id !== undefined)
    .map(({ kind, person, launch, at, address }) => ({
      kind,
      account_id: person.account_id,
      slug: launch?.slug ?? null,
      at: new Date(at),
      address,
      hash: createHash('sha256').update(`${person.email} ${at}`).digest('hex'),
    }));
  if (rows.length === 0) return;
  await sql`
    with rows as (
      select t.*, l.id as listing_id from json_to_recordset(${toJson(rows)}::text::json)
        as t (kind text, account_id bigint, slug text, at timestamptz, address text, hash text)
      left join listings l on l.site_id = ${site.id} and l.slug = t.slug
    ), followed as (
      insert into follows (account_id, listing_id, site_id, created_at)
      select account_id, listing_id, ${site.id}, at from rows where kind = 'follow' and listing_id is not null on conflict do nothing
    ), said as (
      insert into comments (site_id, listing_id, account_id, body, created_at, updated_at)
      select ${site.id}, listing_id, account_id, 'Comment ' || left(hash, 8), at, at from rows where kind = 'comment' and listing_id is not null
    )
    insert into sessions (token_hash, account_id, address, proved_at, created_at, last_used_at, expires_at)
    select decode(hash, 'hex'), account_id, address, at, at, at, at + interval '30 days' from rows where kind = 'visit' on conflict do nothing`;
};

/** Freezes the week before and begins this one, as the job does on Monday. */
export const beginWeek = (world: World, week: number): Promise<void> => rollOverWeek(ctxOf(world, weekStart(week) + 30_000));

export type FinalState = 'counted' | 'held' | 'refused';

export interface Outcome extends Ballot {
  state: FinalState;
  /** Why it does not count, in the words of the rules. */
  reason: string | null;
}

/**
 * Votes that are cast together are one transaction with one time, so they are close to each other, and few in busy minutes; all get the
 * time of the last, when all of their accounts exist.
 */
const CAST_SPAN = 30 * MINUTE;
const CAST_MOST = 16;
/** Accounts and activities are written this long before they are needed, at most. */
const WRITE_SPAN = 3 * HOUR;

const chunksOf = (ballots: Ballot[], span: number, most = Number.POSITIVE_INFINITY): Ballot[][] => {
  const chunks: Ballot[][] = [];
  for (const ballot of ballots) {
    const chunk = chunks.at(-1);
    if (chunk && chunk.length < most && ballot.at - chunk[0]!.at < span) chunk.push(ballot);
    else chunks.push([ballot]);
  }
  return chunks;
};

/** Takes what happens until this time from the beginning of a list in the order of time. */
const takeUntil = <T>(items: T[], until: number, timeOf: (item: T) => number): T[] => {
  const next = items.findIndex((item) => timeOf(item) > until);
  return items.splice(0, next === -1 ? items.length : next);
};

/** Writes the accounts that exist at this time. */
export const signUpUntil = (world: World, waiting: SignUp[], until: number): Promise<void> =>
  writePeople(
    world,
    takeUntil(waiting, until, ({ person }) => person.created_at),
  );

/** Casts the votes of a week in the order of their times, after the sign-ups and with the activities of the same time. */
export const castWeek = async (world: World, ballots: Ballot[], activities: Activity[], sign_ups: SignUp[]): Promise<void> => {
  const in_order = ballots.toSorted((a, b) => a.at - b.at);
  const waiting = activities.toSorted((a, b) => a.at - b.at);
  for (const part of chunksOf(in_order, WRITE_SPAN)) {
    const until = part.at(-1)!.at;
    await signUpUntil(world, sign_ups, until);
    await writeActivities(
      world,
      takeUntil(waiting, until, ({ at }) => at),
    );
    const possible = part.filter(({ person }) => person.account_id !== undefined);
    for (const chunk of chunksOf(possible, CAST_SPAN, CAST_MOST)) {
      const { at } = chunk.at(-1)!;
      await Promise.all(chunk.map((ballot) => castAs(world, ballot, at)));
    }
  }
  await writeActivities(world, waiting);
};

/** What became of the votes of a week. */
export const readWeek = async ({ sql, site }: World, week: number, ballots: Ballot[]): Promise<Outcome[]> => {
  const monday = dayAt(new Date(weekStart(week)), 'UTC');
  const rows = await sql<{ slug: string; account_id: number; state: string; reason: string | null; cast_at: Date }[]>`
    select l.slug, v.account_id, b.state, b.reason, b.cast_at from ballots b
    join voters v on v.id = b.voter_id join listings l on l.id = b.listing_id
    where b.site_id = ${site.id} and b.launch_week_on = ${monday}`;
  const [frozen] = await sql<{ votes: number }[]>`
    select coalesce(sum(votes), 0)::int as votes from week_results where site_id = ${site.id} and week_on = ${monday}`;
  const counted = rows.filter(({ state }) => state === 'counted').length;
  if (frozen!.votes !== counted) throw new Error(`The frozen week of ${monday} has ${frozen!.votes} votes, but ${counted} count.`);
  const states = new Map(rows.map((row) => [`${row.slug} ${row.account_id}`, row]));
  return ballots.map((ballot): Outcome => {
    const row = states.get(`${ballot.launch.slug} ${ballot.person.account_id}`);
    const state = !row ? 'refused' : row.state === 'counted' ? 'counted' : 'held';
    if (row && Math.abs(row.cast_at.getTime() - ballot.at) > CAST_SPAN)
      throw new Error(`A vote of ${new Date(ballot.at).toISOString()} was written as of ${row.cast_at.toISOString()}.`);
    return { ...ballot, state, reason: row?.reason ?? null };
  });
};

/** As autovacuum does in a quiet minute: without statistics the database scans whole tables. */
export const analyze = async ({ sql }: World): Promise<void> => {
  await sql`analyze`;
};
