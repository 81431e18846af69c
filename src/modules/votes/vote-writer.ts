import { createHmac, randomBytes } from 'node:crypto';
import { getDomain } from 'tldts';
import { batchCalls } from '../../kernel/batching.ts';
import { type Caller, type Ctx, type Db, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { noLimits } from '../../kernel/limits.ts';
import { counter } from '../../kernel/metrics.ts';
import { sharedSecret } from '../../kernel/secrets.ts';
import { databaseTimeFrom } from '../../kernel/time/database-clock.ts';
import { normalizeMailbox } from './mail-domains.ts';
import { type Networks, networksOf } from './networks.ts';
import {
  type BallotCandidate,
  endStalledLedgerSessions,
  ensureVoters,
  insertVotes,
  lockLedger,
  type NewVote,
  type PriorVotes,
  selectPriorVotes,
  selectVoteTargets,
  type VoteState,
  type VoteTarget,
} from './queries.ts';
import {
  classifyReferrer,
  DEFAULT_SPEED_LIMITS,
  findUncountedReason,
  NEW_ACCOUNT_MS,
  reasonOnRecast,
  type SpeedLimits,
  type VoteFacts,
} from './rules.ts';

export type OriginHash = (kind: string, value: string) => string;

const loading_hashes = new WeakMap<Db, Promise<OriginHash>>();

const loadOriginHash = async (sql: Db): Promise<OriginHash> => {
  const key = await sharedSecret(sql, 'vote_origins', randomBytes(32).toString('base64url'));
  return (kind, value) => createHmac('sha256', key).update(`${kind} ${value}`).digest('hex');
};

/** Returns a keyed hash for networks, mail domains and imported names. It only tells whether two values are the same. */
export const hashOrigin = (sql: Db): Promise<OriginHash> => {
  const loading = loading_hashes.get(sql) ?? loadOriginHash(sql);
  loading_hashes.set(sql, loading);
  loading.catch(() => loading_hashes.delete(sql));
  return loading;
};

/** Where a vote came from, as far as known. Only hashes of the networks and the kind of the referrer are stored. */
export interface VoteOrigin {
  address: string;
  /** The page that led to the page with the button; null if there was none. */
  referrer?: string | null;
}

export interface VoteRequest {
  ctx: Ctx<Caller>;
  act: 'cast' | 'withdrawn';
  slug: string;
  from: VoteOrigin | undefined;
}

/** The state of the vote afterwards; null if there is none. */
type VoteOutcome = VoteState | null | Refusal;

const speedLimits = ({ site, limits }: Ctx): SpeedLimits =>
  limits === noLimits
    ? { by_voter: Number.MAX_SAFE_INTEGER, by_network: Number.MAX_SAFE_INTEGER }
    : {
        by_voter: site.limits?.votes ?? DEFAULT_SPEED_LIMITS.by_voter,
        by_network: site.limits?.votes_network ?? DEFAULT_SPEED_LIMITS.by_network,
      };

/** Why a request is refused before any rule is checked, or null. */
const findRefusal = ({ act }: VoteRequest, target: VoteTarget): Refusal | null => {
  if (target.account_id === null) return new Refusal('sign_in_needed');
  if (target.listing_id === null || target.status === 'draft') return new Refusal('listing_not_found');
  if (act === 'cast' && (target.status !== 'live' || !target.launch_week_on)) return new Refusal('listing_not_live');
  return null;
};

const hostOf = (email_key: string): string => email_key.slice(email_key.lastIndexOf('@') + 1);
const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** Hashes of an address at each width. A hash at one width says nothing about the next. */
const hashNetworks = (hash: OriginHash, networks: Networks | null) => ({
  network: networks && hash('network', networks.network),
  subnet: networks && hash('subnet', networks.subnet),
  block: networks && hash('block', networks.block),
});

interface PendingVote {
  request: VoteRequest;
  target: VoteTarget;
  candidate: BallotCandidate;
}

/** Looks up the requests that can succeed, with the hashes that the rules compare. Writes the outcome of refused requests. */
const loadPendingVotes = async (sql: Db, requests: VoteRequest[], outcomes: VoteOutcome[], hash: OriginHash): Promise<PendingVote[]> => {
  const { site } = requests[0]!.ctx;
  const lookups = requests.map(({ slug, ctx }, n) => ({ n, slug, account_id: ctx.caller.account_id }));
  const targets = await selectVoteTargets(sql, site, lookups);
  const accepted = targets.filter((target) => {
    const refusal = findRefusal(requests[target.n]!, target);
    if (refusal) outcomes[target.n] = refusal;
    return !refusal;
  });
  const new_account_ids = accepted
    .filter(({ n, voter_id }) => voter_id === null && requests[n]!.act === 'cast')
    .map(({ account_id }) => account_id!);
  const voter_ids = new_account_ids.length ? await ensureVoters(sql, site.id, [...new Set(new_account_ids)]) : new Map<number, number>();
  return accepted.flatMap((target) => {
    const request = requests[target.n]!;
    const voter_id = target.voter_id ?? voter_ids.get(target.account_id!);
    // An account that never voted has nothing to withdraw.
    if (voter_id === undefined || !target.launch_week_on) return [];
    const networks = hashNetworks(hash, request.from ? networksOf(request.from.address) : null);
    const came_from = request.from?.referrer === undefined ? null : classifyReferrer(request.from.referrer, site.root);
    const mail_domain = hash('mail', domainOf(hostOf(target.email_key!)));
    const mailbox = hash('mailbox', normalizeMailbox(target.email_key!));
    const { n, listing_id, launch_week_on } = target;
    return [
      {
        request,
        target,
        candidate: { n, listing_id: listing_id!, launch_week_on, voter_id, ...networks, mail_domain, mailbox, came_from },
      },
    ];
  });
};

/** Counts votes of the same batch, which are not in the database yet. */
const createBatchCounter = () => {
  const tally = new Map<string, number>();
  const count = (...key: unknown[]): number => tally.get(key.join(' ')) ?? 0;
  const add = (...key: unknown[]): void => void tally.set(key.join(' '), count(...key) + 1);
  return { count, add };
};

const isNew = ({ account_created_at }: VoteTarget, at: Date): boolean => at.getTime() - account_created_at!.getTime() < NEW_ACCOUNT_MS;

/** The ledger rows to write, each with the reason why it does not count, if any. */
const applyRules = (pending: PendingVote[], before: PriorVotes[], at: Date, speed: SpeedLimits): NewVote[] => {
  const { count, add } = createBatchCounter();
  return pending.flatMap(({ request, target, candidate }, i): NewVote[] => {
    const prior = before[i]!;
    const is_new = isNew(target, at);
    const is_cast = prior.state !== null && prior.state !== 'withdrawn';
    if (request.act === 'withdrawn') return is_cast ? [{ ...candidate, act: 'withdrawn', reason: null, is_new, at }] : [];
    if (is_cast) return [];
    const { voter_id, listing_id, network, mail_domain, mailbox } = candidate;
    const mail_host = hostOf(target.email_key!);
    const facts: VoteFacts = {
      verified: target.verified!,
      own: target.own,
      mail_host,
      mail_domain: domainOf(mail_host),
      listing_domain: target.listing_domain!.split('/')[0]!,
      is_new,
      by_voter: prior.by_voter + count('voter', voter_id),
      by_network: prior.by_network + (network ? count('network', network) : 0),
      ring_network: prior.ring_network + (network ? count('ring', listing_id, network) : 0),
      ring_mail: prior.ring_mail + count('ring', listing_id, mail_domain),
      same_mailbox: prior.same_mailbox || count('mailbox', listing_id, mailbox) > 0,
    };
    const reason = reasonOnRecast({ reason: prior.reason, decided: prior.decided ?? false }, findUncountedReason(facts, speed));
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

/** The state of a vote: as just written, or else as it was before. */
const outcomeOf = (written: NewVote | undefined, in_week: boolean | null | undefined, prior: PriorVotes): VoteState | null => {
  const before = prior.state && { state: prior.state, reason: prior.reason, decided: prior.decided!, in_week: prior.in_week! };
  if (!written) return before;
  if (written.act === 'withdrawn') return { ...before!, state: 'withdrawn' };
  return { state: written.reason ? 'uncounted' : 'counted', reason: written.reason, decided: prior.decided ?? false, in_week: in_week! };
};

/** Writes a batch of requests in one transaction, so that the site's ledger is locked once for all of them. */
const writeBatch = async (requests: VoteRequest[]): Promise<VoteOutcome[]> => {
  const outcomes: VoteOutcome[] = requests.map(() => null);
  const { ctx } = requests[0]!;
  const speed = speedLimits(ctx);
  const hash = await hashOrigin(ctx.sql);
  await inTransaction(ctx, async ({ sql, site, clock }) => {
    // The database's time, read under the lock: so nothing is written into a week that is already frozen, whatever this machine's clock
    // says, and a listing that just got an owner is checked against that owner.
    const at = await databaseTimeFrom(clock, () => lockLedger(sql, site.id));
    const pending = await loadPendingVotes(sql, requests, outcomes, hash);
    if (pending.length === 0) return;
    const before = await selectPriorVotes(
      sql,
      site.id,
      pending.map(({ candidate }) => candidate),
      at,
      speed,
    );
    const rows = applyRules(pending, before, at, speed);
    const written = new Map(rows.length ? (await insertVotes(sql, site.id, rows)).map(({ n, in_week }) => [n, in_week]) : []);
    const rows_by_request = new Map(rows.filter(({ n }) => written.has(n)).map((row) => [row.n, row]));
    for (const prior of before) outcomes[prior.n] = outcomeOf(rows_by_request.get(prior.n), written.get(prior.n), prior);
  });
  return outcomes;
};

const LOCK_NOT_AVAILABLE = '55P03';

/** The same with one retry, if a stalled session held the ledger lock and could be ended. */
const writeBatchWithRetry = async (requests: VoteRequest[]): Promise<VoteOutcome[]> => {
  try {
    return await writeBatch(requests);
  } catch (error) {
    const { sql, site } = requests[0]!.ctx;
    const can_end_others = codeOf(error) === LOCK_NOT_AVAILABLE && 'begin' in sql;
    if (!can_end_others || !(await endStalledLedgerSessions(sql, site.id).catch(() => false))) throw error;
    return writeBatch(requests);
  }
};

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** An error in the data of a single vote (SQLSTATE classes 22, 23 and P0): the rest of the batch can be written without it. */
const isRequestError = (error: unknown): boolean => /^(22|23|P0)...$/.test(codeOf(error));

/** The lock or the database is not available: retrying each request would only wait as long again. */
const isDatabaseUnavailable = (error: unknown): boolean =>
  /^(55P03|57014|25P03|53...|57P..|08...|CONNECT\w+|NO_ANSWER|POOL_TIMEOUT|E[A-Z]+)$/.test(codeOf(error));

/** About what arrives in a second at peak; a larger batch would only delay later requests. */
const MAX_BATCH = 500;

const batchers = new WeakMap<object, Map<number, (request: VoteRequest) => Promise<VoteOutcome>>>();

const batcherFor = ({ sql, site }: Ctx): ((request: VoteRequest) => Promise<VoteOutcome>) => {
  const sites = batchers.get(sql) ?? new Map<number, (request: VoteRequest) => Promise<VoteOutcome>>();
  batchers.set(sql, sites);
  const keyOf = ({ slug, ctx }: VoteRequest): string => `${ctx.caller.account_id} ${slug}`;
  const submit =
    sites.get(site.id) ??
    batchCalls<VoteRequest, VoteOutcome>({
      work: writeBatchWithRetry,
      max: MAX_BATCH,
      keyOf,
      mayBeOneItem: isRequestError,
      isFatal: isDatabaseUnavailable,
    });
  sites.set(site.id, submit);
  return submit;
};

const votes_total = counter(
  'votes_total',
  'Votes cast and withdrawn, by outcome: counted, uncounted, withdrawn, none, or the error code.',
  ['act', 'outcome'],
);

/** Casts or withdraws a vote, batched with concurrent requests. */
export const writeVote = async (request: VoteRequest): Promise<VoteState | null> => {
  const outcome = 'begin' in request.ctx.sql ? await batcherFor(request.ctx)(request) : (await writeBatchWithRetry([request]))[0]!;
  votes_total.inc({ act: request.act, outcome: outcome instanceof Refusal ? outcome.code : (outcome?.state ?? 'none') });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
};
