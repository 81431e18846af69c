import { getDomain } from 'tldts';
import { inBatches } from '../../kernel/batches.ts';
import { type Caller, type Ctx, type Db, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { noLimits } from '../../kernel/limits.ts';
import { mailboxOf } from './mailbox.ts';
import { type Hide, hideWith } from './origin.ts';
import {
  type BallotState,
  type Before,
  type Candidate,
  ensureVoters,
  insertVotes,
  lockLedger,
  type Meeting,
  type NewVote,
  selectBefore,
  selectMeetings,
} from './queries.ts';
import { type Facts, NEW_MS, reasonAgain, reasonFor, SPEED, type Speed } from './rules.ts';

/** What somebody asks of the ballot. */
export interface Ask {
  ctx: Ctx<Caller>;
  act: 'cast' | 'withdrawn';
  slug: string;
  /** The network it came from, where it is known. */
  network: string | null;
}

/** How somebody's vote stands afterwards; null where there is none. */
export interface Stands {
  state: BallotState;
  reason: string | null;
  decided: boolean;
  in_week: boolean;
}

type Answer = Stands | null | Refusal;

const speedOn = ({ site, limits }: Ctx): Speed =>
  limits === noLimits
    ? { by_voter: Number.MAX_SAFE_INTEGER, by_network: Number.MAX_SAFE_INTEGER }
    : { by_voter: site.limits?.votes ?? SPEED.by_voter, by_network: site.limits?.votes_network ?? SPEED.by_network };

/** Why nothing can come of it, before anything is looked at more closely. */
const refusalOf = ({ act }: Ask, meeting: Meeting): Refusal | null => {
  if (meeting.account_id === null) return new Refusal('sign_in_needed');
  if (meeting.listing_id === null || meeting.status === 'draft') return new Refusal('listing_not_found');
  if (act === 'cast' && (meeting.status !== 'live' || !meeting.launch_week_on)) return new Refusal('listing_not_live');
  return null;
};

const hostOf = (email_key: string): string => email_key.slice(email_key.lastIndexOf('@') + 1);
const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

interface Voting {
  ask: Ask;
  meeting: Meeting;
  candidate: Candidate;
}

/** Those of whom something may come, with what is compared of where they come from; the others' answers are there already. */
const gather = async (sql: Db, asks: Ask[], answers: Answer[], hide: Hide): Promise<Voting[]> => {
  const { site } = asks[0]!.ctx;
  const asked = asks.map(({ slug, ctx }, n) => ({ n, slug, account_id: ctx.caller.account_id }));
  const meetings = await selectMeetings(sql, site, asked);
  const meant = meetings.filter((meeting) => {
    const refusal = refusalOf(asks[meeting.n]!, meeting);
    if (refusal) answers[meeting.n] = refusal;
    return !refusal;
  });
  const strangers = meant.filter(({ n, voter_id }) => voter_id === null && asks[n]!.act === 'cast').map(({ account_id }) => account_id!);
  const numbers = strangers.length ? await ensureVoters(sql, site.id, [...new Set(strangers)]) : new Map<number, number>();
  return meant.flatMap((meeting) => {
    const ask = asks[meeting.n]!;
    const voter_id = meeting.voter_id ?? numbers.get(meeting.account_id!);
    // Whoever never voted has nothing to take back.
    if (voter_id === undefined || !meeting.launch_week_on) return [];
    const network = ask.network && hide('network', ask.network);
    const mail_domain = hide('mail', domainOf(hostOf(meeting.email_key!)));
    const mailbox = hide('mailbox', mailboxOf(meeting.email_key!));
    const { n, listing_id, launch_week_on } = meeting;
    return [{ ask, meeting, candidate: { n, listing_id: listing_id!, launch_week_on, voter_id, network, mail_domain, mailbox } }];
  });
};

/** Counts those of the same batch, which the database does not have yet. */
const countHere = () => {
  const counts = new Map<string, number>();
  const counted = (...key: unknown[]): number => counts.get(key.join(' ')) ?? 0;
  const add = (...key: unknown[]): void => void counts.set(key.join(' '), counted(...key) + 1);
  return { counted, add };
};

const isNew = ({ account_created_at }: Meeting, at: Date): boolean => at.getTime() - account_created_at!.getTime() < NEW_MS;

/** The rows that come of it, each with the reason why it does not count, if there is one. */
const judge = (votings: Voting[], before: Before[], at: Date, speed: Speed): NewVote[] => {
  const { counted, add } = countHere();
  return votings.flatMap(({ ask, meeting, candidate }, i): NewVote[] => {
    const was = before[i]!;
    const is_new = isNew(meeting, at);
    const stands = was.state !== null && was.state !== 'withdrawn';
    if (ask.act === 'withdrawn') return stands ? [{ ...candidate, act: 'withdrawn', reason: null, is_new, at }] : [];
    if (stands) return [];
    const { voter_id, listing_id, network, mail_domain, mailbox } = candidate;
    const mail_host = hostOf(meeting.email_key!);
    const facts: Facts = {
      verified: meeting.verified!,
      own: meeting.own ?? false,
      mail_host,
      mail_domain: domainOf(mail_host),
      listing_domain: meeting.listing_domain!,
      is_new,
      by_voter: was.by_voter + counted('voter', voter_id),
      by_network: was.by_network + (network ? counted('network', network) : 0),
      ring_network: was.ring_network + (network ? counted('ring', listing_id, network) : 0),
      ring_mail: was.ring_mail + counted('ring', listing_id, mail_domain),
      same_mailbox: was.same_mailbox || counted('mailbox', listing_id, mailbox) > 0,
    };
    const reason = reasonAgain({ reason: was.reason, decided: was.decided ?? false }, reasonFor(facts, speed));
    add('voter', voter_id);
    add('mailbox', listing_id, mailbox);
    add('network', network);
    if (is_new) {
      add('ring', listing_id, network);
      add('ring', listing_id, mail_domain);
    }
    return [{ ...candidate, act: 'cast', reason, is_new, at }];
  });
};

/** Where it stands: as written just now, or as it stood before. */
const answerOf = (written: NewVote | undefined, in_week: boolean | null | undefined, was: Before): Stands | null => {
  const before = was.state && { state: was.state, reason: was.reason, decided: was.decided!, in_week: was.in_week! };
  if (!written) return before;
  if (written.act === 'withdrawn') return { ...before!, state: 'withdrawn' };
  return { state: written.reason ? 'uncounted' : 'counted', reason: written.reason, decided: was.decided ?? false, in_week: in_week! };
};

/** Takes what many ask at once, in one transaction: the site's ledger is locked once for all of them. */
const writeTogether = async (asks: Ask[]): Promise<Answer[]> => {
  const answers: Answer[] = asks.map(() => null);
  const { ctx } = asks[0]!;
  const speed = speedOn(ctx);
  const hide = await hideWith(ctx.sql);
  await inTransaction(ctx as Ctx, async ({ sql, site, clock }) => {
    await lockLedger(sql, site.id);
    // Asked now that nobody else writes: after a week is closed, nothing is written that claims to have been cast in it, and
    // whoever has come to own a listing meanwhile owns it here.
    const at = clock.now();
    const votings = await gather(sql, asks, answers, hide);
    if (votings.length === 0) return;
    const before = await selectBefore(
      sql,
      site.id,
      votings.map(({ candidate }) => candidate),
      at,
      speed,
    );
    const rows = judge(votings, before, at, speed);
    const written = new Map(rows.length ? (await insertVotes(sql, site.id, rows)).map(({ n, in_week }) => [n, in_week]) : []);
    for (const was of before)
      answers[was.n] = answerOf(
        rows.find(({ n }) => n === was.n && written.has(n)),
        written.get(was.n),
        was,
      );
  });
  return answers;
};

/** An error that PostgreSQL gave to a statement, not one of the way there. */
const isOnesFault = (error: unknown): boolean => error instanceof Error && error.name === 'PostgresError';

/** More than a second's worth of a crowd; a larger batch would only keep those waiting who come after. */
const MOST_AT_ONCE = 500;

const gathering = new WeakMap<object, Map<number, (ask: Ask) => Promise<Answer>>>();

const gatheringOn = ({ sql, site }: Ctx): ((ask: Ask) => Promise<Answer>) => {
  const sites = gathering.get(sql) ?? new Map<number, (ask: Ask) => Promise<Answer>>();
  gathering.set(sql, sites);
  const keyOf = ({ slug, ctx }: Ask): string => `${ctx.caller.account_id} ${slug}`;
  const take = sites.get(site.id) ?? inBatches<Ask, Answer>({ work: writeTogether, most: MOST_AT_ONCE, keyOf, isOnesFault });
  sites.set(site.id, take);
  return take;
};

/** Writes what somebody asks of the ballot, together with all who ask at the same time. */
export const writeVote = async (ask: Ask): Promise<Stands | null> => {
  const answer = 'begin' in ask.ctx.sql ? await gatheringOn(ask.ctx)(ask) : (await writeTogether([ask]))[0]!;
  if (answer instanceof Refusal) throw answer;
  return answer;
};
