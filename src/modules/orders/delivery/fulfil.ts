import type { Sql } from 'postgres';
import { recordAct } from '../../../kernel/acts.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Site } from '../../../kernel/context.ts';
import { makeMove } from '../../../kernel/moves.ts';
import type { Outside } from '../../../outside/outside.ts';
import { Obstacle } from '../../launches/obstacle.ts';
import { LINE_MOVES, type LineStatus } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import type { Delivered, Fulfilment, ListedLine } from './delivery.ts';
import { FULFILMENTS } from './fulfilments.ts';
import { type BoughtLine, findLaunchBefore, findLine, lockLine, writeFulfilled, writeNote } from './line-queries.ts';

/** What a delivery needs: the database itself, since it makes its own transactions, and the world for what is prepared before. */
export interface Fulfilling {
  sql: Sql;
  clock: Clock;
  site: Site;
  outside: Pick<Outside, 'fetch' | 'model'>;
  signal: AbortSignal;
}

/** Who asks for a delivery, and from where a line is delivered: the job takes those that wait, the team those it was handed. */
interface Asked {
  from: LineStatus;
  account_id: number | null;
}

const BY_ITSELF: Asked = { from: 'waiting', account_id: null };

/** Money that went back whole takes its lines with it: they are given up by then. */
const isPaid = ({ order_status }: BoughtLine): boolean => order_status === 'paid' || order_status === 'partially_refunded';

const fulfilmentOf = ({ id, product }: BoughtLine): Fulfilment<unknown> => {
  const fulfilment = FULFILMENTS[product];
  if (!fulfilment) throw new Error(`Nothing delivers ${product}, which line ${id} is of.`);
  return fulfilment;
};

/** Whether a line's delivery reads other people's servers first. */
export const needsReading = (product: string): boolean => FULFILMENTS[product]?.prepare !== undefined;

interface Concluding extends Pick<Fulfilling, 'site' | 'clock'> {
  sql: Db;
}

/** Writes how a delivery came out: delivered, or handed to the team. In the transaction of the delivery. */
const conclude = async (ctx: Concluding, line: BoughtLine, { note, with_the_team }: Delivered, { account_id }: Asked): Promise<void> => {
  const { sql, clock } = ctx;
  const at = clock.now();
  const name = with_the_team ? 'hand_over' : 'fulfil';
  await (with_the_team ? writeNote(sql, line.id, note) : writeFulfilled(sql, line.id, { note, at }));
  if (!(await makeMove(sql, { record: 'order_line', id: line.id, name, move: LINE_MOVES[name], account_id, at })))
    throw new Error(`Line ${line.id} has moved although it was locked.`);
  await tellOfOrder(sql, with_the_team ? { kind: 'handed_over', id: line.id } : { kind: 'delivered', id: line.order_id });
  if (account_id !== null)
    await recordAct(
      { ...ctx, caller: { account_id } },
      { act: 'deliver_line', record: 'order_line', record_id: line.id, title: line.name, after: { order: line.number } },
    );
};

/** The product's work and the mark that it was done, in one transaction: there is never the one without the other. */
const deliver = async (ctx: Fulfilling, line_id: number, asked: Asked, prepared: unknown): Promise<void> => {
  await ctx.sql.begin(async (sql) => {
    const line = await lockLine(sql, line_id);
    if (!line || line.status !== asked.from || !isPaid(line)) return;
    const { site, clock } = ctx;
    const delivered = await fulfilmentOf(line).fulfil({ sql, site, clock }, line as ListedLine, prepared);
    await conclude({ sql, site, clock }, line, delivered, asked);
  });
};

/** Hands a line that cannot be delivered by itself to the site's team, with what is in the way. Nothing is delivered. */
export const handOver = async ({ sql, clock }: Pick<Fulfilling, 'sql' | 'clock'>, line_id: number, why: string): Promise<void> => {
  await sql.begin(async (sql) => {
    const line = await lockLine(sql, line_id);
    if (line?.status !== 'waiting' || !isPaid(line)) return;
    await writeNote(sql, line_id, why);
    const move = LINE_MOVES.hand_over;
    await makeMove(sql, { record: 'order_line', id: line_id, name: 'hand_over', move, account_id: null, at: clock.now(), reason: why });
    await tellOfOrder(sql, { kind: 'handed_over', id: line_id });
  });
};

const WITH_THE_TEAM = 'Our team looks at it and either delivers it or returns the money.';

/**
 * Delivers a line of a paid order, once however often it is asked: launches of the same order first, then what needs the network,
 * then the delivery in one transaction. What is in the way of a line that waits hands it to the team.
 */
export const fulfilLine = async (ctx: Fulfilling, line_id: number, asked: Asked = BY_ITSELF): Promise<void> => {
  const line = await findLine(ctx.sql, line_id);
  if (!line || line.status !== asked.from || !isPaid(line)) return;
  const { after_launch, prepare } = fulfilmentOf(line);
  const launch_id = after_launch ? await findLaunchBefore(ctx.sql, line) : null;
  if (launch_id !== null) await fulfilLine(ctx, launch_id);
  try {
    const { sql, site, clock, outside, signal } = ctx;
    const fetch: Outside['fetch'] = (url, asking) => outside.fetch(url, { ...asking, signal });
    const prepared = await prepare?.({ sql, site, clock, signal, fetch, model: outside.model }, line as ListedLine);
    signal.throwIfAborted();
    await deliver(ctx, line_id, asked, prepared);
  } catch (error) {
    if (!(error instanceof Obstacle) || asked.from !== 'waiting') throw error;
    await handOver(ctx, line_id, `${error.message} ${WITH_THE_TEAM}`);
  }
};
