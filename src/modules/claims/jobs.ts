import { Refusal } from '../../kernel/errors.ts';
import { enqueue, job } from '../../kernel/jobs.ts';
import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { ParserFailed } from '../../kernel/parsing/task.ts';
import { readOnSchedule } from '../listings/website-access/website-access.ts';
import { getSiteById } from '../sites/sites.ts';
import { findClaim, selectClaimsDueForCheck, selectExpiredClaims, selectOvertakenClaims } from './queries.ts';
import type { ProofCheckResult } from './rules.ts';
import { claimMoves } from './states.ts';
import { expireClaim, isCheckable, needsWebsite, recordProofCheck, runProofCheck } from './verification.ts';

export const check_claim = job<{ claim_id: number }>({
  name: 'check_claim',
  lane: 'reading',
  attempts: 3,
  async run({ sql, clock, integrations, site_root, signal, last_attempt }, { claim_id }) {
    const claim = await findClaim(sql, claim_id);
    if (!claim) return;
    const site = await getSiteById(sql, claim.site_id, site_root);
    const now = clock.now();
    if (!isCheckable(claim, now)) return;
    const check = () =>
      runProofCheck(integrations, site, claim, now).catch((error): ProofCheckResult => {
        // A bug of our parser is not retried for ever either.
        if (!last_attempt || !(error instanceof ParserFailed)) throw error;
        return {
          found: false,
          detail: inEnglish(msg('We couldn’t check your website. Check again, or use another method.')),
          gave_up: true,
        };
      });
    // A check that is skipped now is still due at the next sweep.
    const result = await (needsWebsite(claim) ? readOnSchedule({ sql, clock }, claim.website, check) : check());
    if (!result) return;
    signal.throwIfAborted();
    await sql
      .begin((sql) => recordProofCheck({ sql, site, clock }, claim, result))
      .catch((error) => {
        // Another change came first; the next sweep moves this claim where it belongs.
        if (!(error instanceof Refusal)) throw error;
      });
  },
});

/** How many claims one sweep handles of each kind; the next sweep runs five minutes later. */
const BATCH_SIZE = 500;

/** Ends claims that expired or whose listing another owner has proved, and enqueues the checks that are due. */
export const sweep_claims = job<unknown>({
  name: 'sweep_claims',
  attempts: 3,
  cron: '*/5 * * * *',
  async run({ sql, clock, site_root }) {
    const at = clock.now();
    for (const { id } of await selectOvertakenClaims(sql, BATCH_SIZE))
      await claimMoves.try({ sql, at }, id, 'supersede', { reason: 'another owner was verified' });
    for (const { id, site_id } of await selectExpiredClaims(sql, at, BATCH_SIZE)) {
      const site = await getSiteById(sql, site_id, site_root);
      await sql.begin((sql) => expireClaim({ sql, site, clock }, id));
    }
    for (const { id } of await selectClaimsDueForCheck(sql, at, BATCH_SIZE))
      await enqueue(sql, check_claim, { claim_id: id }, { key: `claim ${id}` });
  },
});
