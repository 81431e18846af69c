import type { Sql } from '../../src/db/open.ts';
import { createChainChecker, type LedgerRow } from '../../src/modules/votes/ledger/ledger.ts';
import { selectLedgerLines } from '../../src/modules/votes/ledger/queries.ts';
import type { Record } from './people.ts';

type Found = readonly { [column: string]: unknown }[];

/** Violations that must not exist afterwards, each with a query that finds them. */
const FORBIDDEN: { [what: string]: (sql: Sql) => Promise<Found> } = {
  'a vote cast twice': (sql) => sql`select listing_id, voter_id from votes where act = 'cast' group by 1, 2 having count(*) > 1`,
  'a ballot that the ledger does not have, or the other way round': (sql) => sql`
    select coalesce(v.listing_id, b.listing_id) as listing_id from (select distinct listing_id, voter_id from votes) v
    full join ballots b using (listing_id, voter_id) where v.voter_id is null or b.voter_id is null`,
  'a count that differs from its votes': (sql) => sql`
    select n.listing_id, n.votes, count(b.*) as counted from listing_counts n left join ballots b on b.listing_id = n.listing_id and b.state = 'counted'
    group by n.listing_id, n.votes having n.votes <> count(b.*)`,
  'an order paid twice': (sql) => sql`select order_id from payments where use = 'pays' group by order_id having count(*) > 1`,
  'a paid order without its money': (sql) => sql`
    select o.number from orders o left join payments p on p.order_id = o.id and p.use = 'pays'
    where (o.paid_at is not null) <> (p.id is not null) or p.received_cents <> o.total_cents`,
  'a paid line that was not delivered': (sql) => sql`
    select l.id, l.status from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null and l.status <> 'fulfilled'`,
  'a line delivered twice, or without effect': (sql) => sql`
    select l.id from order_lines l left join billboard_contributions b on b.line_id = l.id and b.refund_id is null
    group by l.id having count(b.*) <> (case when l.status = 'fulfilled' then 1 else 0 end)`,
  'a paid order without its one invoice': (sql) => sql`
    select o.number from orders o left join invoices i on i.order_id = o.id and i.kind = 'invoice'
    group by o.id having count(i.number) <> (case when o.paid_at is null then 0 else 1 end)`,
  'a gap in the numbers of invoices': (sql) => sql`
    select kind from invoices group by site_id, kind, left(number, position('-' in number)) having count(*) <> max(split_part(number, '-', 2)::int)`,
  'a week frozen before its end': (sql) => sql`select week_on from frozen_weeks where week_on > (now() at time zone 'UTC')::date - 7`,
  'a time in the future': (sql) => sql`
    select 'vote' as what, max(at) as at from votes having max(at) > now() + interval '1 minute'
    union all select 'order', max(created_at) from orders having max(created_at) > now() + interval '1 minute'`,
};

const missing = (wanted: Iterable<string>, found: Set<string>): string[] => [...wanted].filter((one) => !found.has(one));

/** Compares acknowledged actions with the database, and checks for violations. */
export const checkAll = async (sql: Sql, site_id: number, record: Record, received: Map<string, number>): Promise<string[]> => {
  const faults: string[] = [];
  const report = (what: string, which: readonly unknown[]) => {
    if (which.length) faults.push(`${what}: ${which.length}, such as ${JSON.stringify(which[0])}`);
  };
  for (const [what, find] of Object.entries(FORBIDDEN)) report(what, await find(sql));

  const lines = await selectLedgerLines(sql, site_id, 0, Number.MAX_SAFE_INTEGER, 10_000_000);
  const check = createChainChecker();
  report('a row of the ledger that breaks the chain', lines.map(({ line }) => check(JSON.parse(line) as LedgerRow)).filter(Boolean));

  const ballots = await sql<{ pair: string }[]>`
    select v.account_id || ' ' || b.listing_id as pair from ballots b join voters v on v.id = b.voter_id where b.state <> 'withdrawn'`;
  report('an acknowledged vote that is lost', missing(record.votes, new Set(ballots.map(({ pair }) => pair))));

  const orders = await sql<{ number: string; paid: boolean }[]>`select number, paid_at is not null as paid from orders`;
  report('an acknowledged order that is lost', missing(record.orders.values(), new Set(orders.map(({ number }) => number))));
  report(
    'an order made twice for one key',
    [...record.orders.values()].filter((number, i, all) => all.indexOf(number) !== i),
  );
  const paid = orders.filter((row) => row.paid).map(({ number }) => number);
  report('an acknowledged payment that is lost', missing(record.paid, new Set(paid)));
  report('an acknowledged mail that never came', missing(record.mails, new Set(received.keys())));
  return faults;
};
