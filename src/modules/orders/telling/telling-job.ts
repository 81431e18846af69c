import type { Ctx, Db, Site } from '../../../kernel/context.ts';
import { job } from '../../../kernel/job.ts';
import type { Outside } from '../../../outside/outside.ts';
import { sendMail } from '../../accounts/mail.ts';
import { notify } from '../../accounts/notifications.ts';
import { findAddress } from '../../launches/owner-queries.ts';
import { siteNumbered } from '../../sites/site.ts';
import { DUE } from '../due.ts';
import {
  deliveredLetter,
  deliveredNews,
  disputedNews,
  expiredNews,
  givenUpNews,
  goesBackNews,
  handedOverNews,
  paidNews,
  refundedNews,
  refundFailedNews,
  strayMoneyNews,
  type Told,
  toDoNews,
} from './mails.tsx';
import type { OrderNews } from './telling.ts';
import {
  type About,
  findNewsOrder,
  findStrayPayment,
  findToldLine,
  findToldRefund,
  type NewsOrder,
  selectDelivered,
  selectTeamAccounts,
  selectToldLines,
} from './telling-queries.ts';

/** What is said, and to whom. */
interface Said {
  buyer?: Told;
  team?: Told;
}

interface NewsRow {
  /** Whether who gets the receipts is to know. */
  for_the_books?: true;
  /** The table its number is of. */
  about: About;
  say(sql: Db, site: Site, order: NewsOrder, id: number): Promise<Said>;
}

type Telling = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** Says something on the site; true for who had not been told before. */
const tellOnSite = async ({ sql, site, clock }: Telling, account_id: number, { letter: _, ...told }: Told): Promise<boolean> =>
  (await notify(sql, [account_id], { ...told, kind: 'order', site_id: site.id, created_at: clock.now() })).length > 0;

/** Tells somebody on the site and by mail. Who else it is for gets the same letter. */
const tell = async (ctx: Telling, account_id: number, told: Told, copy_to: string | null = null): Promise<void> => {
  if (!(await tellOnSite(ctx, account_id, told))) return;
  const email = await findAddress(ctx.sql, account_id);
  if (email) await sendMail(ctx, email, told.letter);
  if (copy_to && copy_to.toLowerCase() !== email?.toLowerCase()) await sendMail(ctx, copy_to, told.letter);
};

/** Each kind of news, but deliveries, which come together. */
const NEWS: Record<Exclude<OrderNews['kind'], 'delivered'>, NewsRow> = {
  paid: {
    about: 'orders',
    for_the_books: true,
    say: async (sql, site, order) => ({ buyer: paidNews(site, order, await selectToldLines(sql, order.id), order.invoice) }),
  },
  expired: {
    about: 'orders',
    say: async (sql, site, order) => ({ buyer: expiredNews(site, order, await selectToldLines(sql, order.id)) }),
  },
  handed_over: {
    about: 'order_lines',
    say: async (sql, site, order, id) => {
      const line = (await findToldLine(sql, id))!;
      return { buyer: handedOverNews(site, order, line), team: toDoNews(site, order, line) };
    },
  },
  given_up: {
    about: 'order_lines',
    say: async (sql, site, order, id) => ({ buyer: givenUpNews(site, order, (await findToldLine(sql, id))!) }),
  },
  refunded: {
    about: 'refunds',
    for_the_books: true,
    say: async (sql, site, order, id) => {
      const refund = (await findToldRefund(sql, id))!;
      return { buyer: refundedNews(site, order, refund, refund.credit_note) };
    },
  },
  refund_failed: {
    about: 'refunds',
    say: async (sql, site, order, id) => ({ team: refundFailedNews(site, order, (await findToldRefund(sql, id))!) }),
  },
  disputed: {
    about: 'payments',
    say: async (_sql, site, order, id) => ({ team: disputedNews(site, order, id) }),
  },
  goes_back: {
    about: 'payments',
    say: async (sql, site, order, id) => {
      const payment = await findStrayPayment(sql, id);
      return payment ? { buyer: goesBackNews(site, order, payment), team: strayMoneyNews(site, order, payment) } : {};
    },
  },
};

/** Tells of every line that was delivered and not yet told of: each on the site, all in one letter. */
const tellDelivered = async (ctx: Telling, order: NewsOrder, account_id: number): Promise<void> => {
  const fresh = [];
  for (const line of await selectDelivered(ctx.sql, order.id))
    if (await tellOnSite(ctx, account_id, deliveredNews(ctx.site, order, line))) fresh.push(line);
  const email = fresh.length ? await findAddress(ctx.sql, account_id) : null;
  if (email) await sendMail(ctx, email, deliveredLetter(ctx.site, order, fresh));
};

/** Tells one piece of news to whom it concerns. An order outlives its account, and then there is nobody to tell. */
export const tellNews = async (ctx: Omit<Telling, 'site'> & { site_root: string }, { kind, id }: OrderNews): Promise<void> => {
  const { sql, clock } = ctx;
  const row = kind === 'delivered' ? null : NEWS[kind];
  const order = await findNewsOrder(sql, row?.about ?? 'orders', id);
  if (!order) return;
  const telling: Telling = { sql, clock, site: await siteNumbered(sql, order.site_id, ctx.site_root) };
  if (!row) return order.account_id === null ? undefined : tellDelivered(telling, order, order.account_id);
  const { buyer, team } = await row.say(sql, telling.site, order, id);
  if (buyer && order.account_id !== null) await tell(telling, order.account_id, buyer, row.for_the_books ? order.billing_email : null);
  if (team) for (const account_id of await selectTeamAccounts(sql, order.site_id)) await tell(telling, account_id, team);
};

/** Tells of an order. What was told is written with the letter, so a second run tells nobody twice. */
export const tell_of_order = job<OrderNews, Outside>({
  ...DUE.tell_of_order,
  async run({ sql, clock, site_root }, news) {
    await sql.begin((sql) => tellNews({ sql, clock, site_root }, news));
  },
});
