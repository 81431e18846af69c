import type { Sql, TransactionSql } from 'postgres';
import { DATASET } from '../../src/modules/datasets/settings.ts';
import { closeWeekOnce } from '../../src/modules/launches/rollover/week-rollover.ts';
import { writeSiteSetting } from '../../src/modules/sites/queries.ts';
import type { Chance } from '../support/random.ts';

export { copyOfSite } from '../../test/support/changes/mirror.ts';
export { findWrongParts } from '../../test/support/listings/listing-parts.ts';
export { siteOf } from '../../test/support/voters.ts';

export interface World {
  sql: Sql;
  site_id: number;
  /** Address of the service, which may be away. */
  root: string;
  chance: Chance;
  /** Sessions of people who may vote. */
  voters: { token: string; address: string }[];
  /** Keys of owners. */
  owners: { key: string; listing_id: number; address: string }[];
}

class Undone extends Error {}

type Act = (world: World, n: number) => Promise<unknown>;

/** A transaction that stays open for a moment, so that others begin later and commit earlier. */
const open = (world: World, work: (tx: TransactionSql) => Promise<unknown>) =>
  world.sql.begin(async (tx) => {
    await work(tx);
    await tx`select pg_sleep(${world.chance.below(40) / 1000})`;
  });

type Picked = 'listings' | 'founders' | 'categories' | 'category_attributes' | 'products';

const pick = async ({ site_id, chance }: World, tx: TransactionSql, table: Picked) => {
  const rows = await tx<{ id: number }[]>`
    select ${tx(table === 'products' ? 'code' : 'id')} as id from ${tx(table)} where site_id = ${site_id} order by 1`;
  return chance.of(rows)?.id ?? 0;
};

const ask = async (world: World, path: string, init: RequestInit) => {
  const reply = await fetch(world.root + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  await reply.text();
  if (reply.status >= 400) throw new Error(`${path.replace(/\d+/g, 'N').replace(/listings\/[^/]+/, 'listings/SLUG')}: ${reply.status}`);
};

/** Changes of public records: through the service, and in transactions beside it. */
export const ACTS: Record<string, Act> = {
  'edit a listing': (world, n) =>
    open(world, async (tx) => {
      await tx`update listings set tagline = ${`Ünï "tagline" ${n} \\ 1.50`}, updated_at = now() where id = ${await pick(world, tx, 'listings')}`;
    }),
  'rename a listing': (world, n) =>
    open(world, async (tx) => {
      await tx`update listings set slug = ${`listing-${n}`} where id = ${await pick(world, tx, 'listings')}`;
    }),
  'swap the slugs of two listings': (world, n) =>
    open(world, async (tx) => {
      const [one, other] = [await pick(world, tx, 'listings'), await pick(world, tx, 'listings')].sort((a, b) => a - b);
      if (one === other) return;
      const rows = await tx<
        { id: number; slug: string }[]
      >`select id, slug from listings where id in (${one!}, ${other!}) order by id for update`;
      await tx`update listings set slug = ${`swap-${n}`} where id = ${rows[0]!.id}`;
      await tx`update listings set slug = ${rows[0]!.slug} where id = ${rows[1]!.id}`;
      await tx`update listings set slug = ${rows[1]!.slug} where id = ${rows[0]!.id}`;
    }),
  'remove or restore a listing': (world) =>
    open(world, async (tx) => {
      const id = await pick(world, tx, 'listings');
      await tx`
        update listings set status = case status when 'live' then 'removed' else 'live' end
        where id = ${id} and status in ('live', 'removed') and launched_at is not null`;
    }),
  'rename a founder': (world, n) =>
    open(world, async (tx) => {
      await tx`update founders set slug = ${`founder-${n}`}, name = ${`Founder ${n}`} where id = ${await pick(world, tx, 'founders')}`;
    }),
  'edit a category': (world, n) =>
    open(world, async (tx) => {
      const id = await pick(world, tx, 'categories');
      if (world.chance.below(3) === 0) await tx`update categories set slug = ${`category-${n}`} where id = ${id}`;
      else await tx`update categories set name = ${`Category ${n}`} where id = ${id}`;
    }),
  'give a category another parent': (world) =>
    open(world, async (tx) => {
      await tx`
        update categories c set parent_id = (
          select p.id from categories p where p.site_id = c.site_id and p.parent_id is null and p.id <> c.id order by p.id
          offset ${world.chance.below(4)} limit 1)
        where id = ${await pick(world, tx, 'categories')} and not exists (select from categories k where k.parent_id = c.id)`;
    }),
  'move a listing to another category': (world) =>
    open(world, async (tx) => {
      const [listing_id, category_id] = [await pick(world, tx, 'listings'), await pick(world, tx, 'categories')];
      await tx`
        update listing_categories lc set category_id = ${category_id} where listing_id = ${listing_id} and position = 0
          and not exists (select from listing_categories o where o.listing_id = lc.listing_id and o.category_id = ${category_id})`;
    }),
  'add or remove a founder': (world) =>
    open(world, async (tx) => {
      const [listing_id, founder_id] = [await pick(world, tx, 'listings'), await pick(world, tx, 'founders')];
      const { count } = await tx`delete from listing_founders where listing_id = ${listing_id} and founder_id = ${founder_id}`;
      if (count === 0)
        await tx`
          insert into listing_founders (site_id, listing_id, founder_id, position) values (${world.site_id}, ${listing_id}, ${founder_id}, 9)
          on conflict do nothing`;
    }),
  'state a value, or no longer': (world) =>
    open(world, async (tx) => {
      const [listing_id, attribute_id] = [await pick(world, tx, 'listings'), await pick(world, tx, 'category_attributes')];
      const { count } = await tx`delete from listing_attributes where listing_id = ${listing_id} and attribute_id = ${attribute_id}`;
      if (count === 0)
        await tx`
          insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, stated_by)
          select site_id, ${listing_id}, id, kind, 'true', 'owner' from category_attributes where id = ${attribute_id} and kind = 'boolean'
          on conflict do nothing`;
    }),
  'rename an attribute': (world, n) =>
    open(world, async (tx) => {
      await tx`update category_attributes set name = ${`Attribute ${n}`} where id = ${await pick(world, tx, 'category_attributes')}`;
    }),
  'post an update': (world, n) =>
    open(world, async (tx) => {
      await tx`
        insert into listing_updates (site_id, listing_id, title, body)
        values (${world.site_id}, ${await pick(world, tx, 'listings')}, ${`Update ${n}`}, 'Body')`;
    }),
  'change a price': (world) =>
    open(world, async (tx) => {
      const code = String(await pick(world, tx, 'products'));
      const is_offered = world.chance.below(5) > 0;
      await tx`
        update products set price_cents = ${1000 + world.chance.below(9000)}, on_offer = ${is_offered}
        where site_id = ${world.site_id} and code = ${code}`;
    }),
  'count votes of a day': (world) =>
    open(world, async (tx) => {
      const id = await pick(world, tx, 'listings');
      const day = new Date(Date.UTC(2026, world.chance.below(3), 1 + world.chance.below(28)));
      await tx`
        insert into vote_days (site_id, listing_id, day, votes) values (${world.site_id}, ${id}, ${day}, 1)
        on conflict (site_id, listing_id, day) do update set votes = vote_days.votes + 1`;
    }),
  'undo a transaction': (world, n) =>
    open(world, async (tx) => {
      await tx`update listings set slug = ${`undone-${n}`} where id = ${await pick(world, tx, 'listings')}`;
      throw new Undone();
    }).catch((error) => {
      if (!(error instanceof Undone)) throw error;
    }),
  vote: async (world) => {
    const { token, address } = world.chance.of(world.voters);
    const rows = await world.sql<
      { slug: string }[]
    >`select slug from listings where site_id = ${world.site_id} and status = 'live' order by id`;
    const { slug } = world.chance.of(rows);
    await ask(world, `/listings/${slug}/vote`, {
      method: 'POST',
      body: new URLSearchParams({ slug }),
      headers: { origin: world.root, cookie: `lw_session=${token}`, 'x-forwarded-for': address },
    });
  },
  'edit as an owner': async (world, n) => {
    const { key, listing_id, address } = world.chance.of(world.owners);
    await ask(world, `/api/v1/me/listings/${listing_id}`, {
      method: 'PATCH',
      body: JSON.stringify({ fields: { tagline: `Edited by its owner ${n}`, keywords: [`word${n}`] } }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-forwarded-for': address },
    });
  },
};

/** How often each act comes up. */
const WEIGHTS: Record<string, number> = { 'edit a listing': 4, 'count votes of a day': 4, vote: 2, 'edit as an owner': 2 };
const DRAWN = Object.keys(ACTS).flatMap((name) => Array<string>(WEIGHTS[name] ?? 1).fill(name));

export const drawAct = (chance: Chance): string => chance.of(DRAWN);

/** Ends the first open week: its result becomes final, with its awards. */
export const endWeek = async ({ sql, site_id }: World): Promise<void> => {
  const [row] = await sql<{ week: string }[]>`
    select (coalesce(max(week_on) + 7, date_trunc('week', now())::date))::text as week from launch_weeks
    where site_id = ${site_id} and finished_at is not null`;
  await sql`insert into launch_weeks (site_id, week_on) values (${site_id}, ${row!.week}) on conflict do nothing`;
  await sql.begin((tx) => closeWeekOnce(tx, site_id, row!.week, { finished_at: new Date() }));
};

/** Lets the site write dumps of its public data. */
export const publishData = ({ sql, site_id }: World): Promise<unknown> =>
  Promise.resolve(writeSiteSetting(sql, site_id, DATASET, { publish: true, licence: 'CC0-1.0', licence_text: null, attribution: null }));

/** As if the writer of a dump had died long ago: until then nobody takes over. */
export const ageDumps = ({ sql, site_id }: World): Promise<unknown> =>
  sql`update datasets set seen_at = seen_at - interval '1 hour' where site_id = ${site_id} and published_at is null`;

/** What a restored backup does to the feed: nobody can continue. */
export const renewFeeds = ({ sql }: World): Promise<unknown> => sql`select renew_change_feeds()`;
