import type { Sql } from '../../../src/db/open.ts';
import { openIntegrations } from '../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../src/kernel/context.ts';
import { saveBilling } from '../../../src/modules/orders/checkout/billing.ts';
import { createCheckout } from '../../../src/modules/orders/checkout/checkout.ts';
import { saveListings } from '../launches/saved-listings.ts';
import type { TestServer } from '../server.ts';
import { as, makeVoters, siteOf } from '../voters.ts';
import type { StripeServer } from './stripe-server.ts';

const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Springfield', country: 'US', email: 'ada@buyer.example' };
const NO_VAT_NUMBER = { country: null, number: null, status: 'not_given', faults: [] } as const;

/** Someone with saved listings who can order launches for them. */
export interface Launcher {
  ctx: Ctx<Caller>;
  listings: number[];
}

/** Buyers with a number of saved listings each. */
export const makeLaunchers = async (
  { sql, site_id, root }: Pick<TestServer, 'sql' | 'site_id' | 'root'>,
  { clock, stripe, people, listings = 1 }: { clock: { now(): Date }; stripe?: StripeServer; people: number; listings?: number },
): Promise<Launcher[]> => {
  const accounts = await makeVoters(
    sql,
    Array.from({ length: people }, () => ({})),
  );
  const saved = await saveListings(
    sql,
    site_id,
    accounts.flatMap((owner_id) => Array.from({ length: listings }, () => ({ owner_id }))),
  );
  const site: Site = { ...(await siteOf(sql, site_id)), root };
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, stripe: stripe?.settings });
  return accounts.map((account_id, i) => ({
    ctx: { ...as(account_id, { sql, site, clock }), integrations },
    listings: saved.slice(i * listings, (i + 1) * listings).map(({ id }) => id),
  }));
};

/** Orders launches in weeks, one listing each. */
export const orderWeeks = async ({ ctx, listings }: Launcher, ...weeks: string[]): Promise<string> => {
  const items = weeks.map((week, i) => ({ product: 'launch' as const, listing_id: listings[i]!, week }));
  return (await createCheckout(ctx, { items }, NO_VAT_NUMBER)).number;
};

/** The same with billing details, ready to be paid. */
export const payableWeek = async (launcher: Launcher, week: string): Promise<string> => {
  const number = await orderWeeks(launcher, week);
  await saveBilling(launcher.ctx, { number, ...BILLING });
  return number;
};

export const setWeekRoom = (sql: Sql, site_id: number, week_on: string, room: number) => sql`
  insert into launch_weeks (site_id, week_on, room) values (${site_id}, ${week_on}, ${room})
  on conflict (site_id, week_on) do update set room = excluded.room`;

/** The state of a week: its counter, and its slots by kind. */
export const getWeekSlots = async (sql: Sql, week_on: string): Promise<{ taken: number; kinds: string[] }> => {
  const [week] = await sql<{ taken: number }[]>`select taken from launch_weeks where week_on = ${week_on}`;
  const places = await sql<{ kind: string }[]>`select kind from week_places where week_on = ${week_on} order by kind`;
  return { taken: week?.taken ?? 0, kinds: places.map(({ kind }) => kind) };
};
