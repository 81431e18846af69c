import { mkdir } from 'node:fs/promises';
import { demoContent } from '../src/demo/content.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import type { Caller, Ctx } from '../src/kernel/context.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { addDays, weekAt } from '../src/kernel/time/weeks.ts';
import { readInput } from '../src/kernel/validate.ts';
import { quoteOrder, readBuyer } from '../src/modules/orders/quote/quote.ts';
import { OrderRequest } from '../src/modules/orders/schema.ts';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { median } from './support/search-queries.ts';

/**
 * What a quote of 20 items costs on a database of real size, beside one of one item. Makes the database under FOLDER, where it
 * stays for the next run: node bench/quote.ts LISTINGS.jsonl FOLDER
 */
const [file, folder] = process.argv.slice(2);
if (!file || !folder) throw new Error('usage: node bench/quote.ts LISTINGS.jsonl FOLDER');
await mkdir(folder, { recursive: true, mode: 0o755 });
const TIMES = 500;

const database = await openLasting(folder, 'one', 4);
try {
  const { sql } = database;
  const site_id = await loadListings(sql, file);
  const { seller, prices } = demoContent().shop;
  await sql`update sites set settings = settings || ${sql.json({ seller })} where id = ${site_id}`;
  for (const [code, price_cents] of Object.entries(prices))
    await sql`insert into products values (${site_id}, ${code}, ${price_cents}, true, now()) on conflict do nothing`;
  await sql`insert into accounts (email, email_key, email_verified_at) values ('quotes@bench.example', 'quotes@bench.example', now()) on conflict do nothing`;
  const [account] = await sql<{ id: number }[]>`select id from accounts where email_key = 'quotes@bench.example'`;
  await sql`
    update listings set owner_id = ${account!.id} where id in (select id from listings where site_id = ${site_id} and status = 'live' order by id limit 20)`;
  const owned = await sql<{ id: number }[]>`select id from listings where owner_id = ${account!.id} order by id limit 20`;
  const slugs = await sql<{ slug: string }[]>`select slug from categories where site_id = ${site_id} order by id limit 3`;
  const week = addDays(weekAt(systemClock.now(), 'UTC'), 21);
  const ids = owned.map(({ id }) => id);
  const options = { style: 'oak' };
  const items = [
    ...ids.slice(0, 6).map((listing_id) => ({ product: 'relaunch', listing_id, week })),
    ...ids.slice(6, 10).map((listing_id) => ({ product: 'featured', listing_id })),
    ...ids.slice(10, 14).map((listing_id) => ({ product: 'billboard_min', listing_id, amount_cents: 5000 })),
    ...ids.slice(14, 17).map((listing_id) => ({ product: 'trophy_cabinet', listing_id, options })),
    ...ids.slice(17, 20).map((listing_id) => ({ product: 'ai_review', listing_id })),
  ];
  const [taken] = await sql<{ slug: string }[]>`
    select c.slug from listing_categories l join categories c on c.id = l.category_id where l.listing_id = ${ids[19]!} limit 1`;
  const free = slugs.map(({ slug }) => slug).filter((slug) => slug !== taken?.slug);
  items[19] = { product: 'extra_categories', listing_id: ids[19]!, categories: free.slice(0, 2) } as never;

  const site = { id: site_id, key: 'main', name: '', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
  const caller = { account_id: account!.id, kind: 'api_key', scopes: ['orders:write'] } as unknown as Caller;
  const integrations = openIntegrations({ smtp_url: null, mail_from: null });
  const ctx: Ctx<Caller> = { site, caller, limits: noLimits, clock: systemClock, sql, request_id: '', integrations };
  /** Everything the operation does between request and response. */
  const quote = async (sent: Record<string, unknown>): Promise<string> => {
    const request = readInput({ input: OrderRequest }, sent);
    return JSON.stringify(await quoteOrder(ctx, request, await readBuyer(ctx, request)));
  };
  const measure = async (many: number) => {
    const sent = { items: items.slice(-many), billing_country: 'AT', vat_number: 'ATU12345675' };
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let i = 0; i < TIMES; i++) {
      const from = performance.now();
      await quote(sent);
      times.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(before);
    times.sort((a, b) => a - b);
    return { ms: median(times), p99: times[Math.floor(TIMES * 0.99)]!, cpu_ms: (user + system) / 1000 / TIMES };
  };
  const [{ listings }] = (await sql`select count(*)::int as listings from listings`) as unknown as [{ listings: number }];
  await measure(20);
  for (const many of [1, 20]) {
    const { ms, p99, cpu_ms } = await measure(many);
    console.log(
      `${listings} listings, ${many} items: median ${ms.toFixed(2)} ms, 99th ${p99.toFixed(2)} ms, of it ${cpu_ms.toFixed(2)} ms of this process`,
    );
  }
} finally {
  await database.close();
}
