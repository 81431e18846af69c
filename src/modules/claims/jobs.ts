import { Refusal } from '../../kernel/errors.ts';
import { enqueue, job } from '../../kernel/job.ts';
import { makeMove } from '../../kernel/moves.ts';
import type { Outside } from '../../outside/outside.ts';
import { siteNumbered } from '../sites/site.ts';
import { expireClaim } from './ending.ts';
import { findClaim } from './queries.ts';
import { CLAIM_MOVES } from './states.ts';
import { selectDue, selectOverdue, selectOvertaken } from './sweep-queries.ts';
import { concludeLook, lookForProof } from './verify.ts';

/** Looks for the proof of a claim without anybody asking. */
export const check_claim = job<{ claim_id: number }, Outside>({
  name: 'check_claim',
  lane: 'reading',
  attempts: 3,
  async run({ sql, clock, outside, site_root, signal }, { claim_id }) {
    const claim = await findClaim(sql, claim_id);
    if (!claim) return;
    const site = await siteNumbered(sql, claim.site_id, site_root);
    const sighting = await lookForProof(outside, site, claim, clock.now());
    if (!sighting) return;
    signal.throwIfAborted();
    await sql
      .begin((sql) => concludeLook({ sql, site, clock }, claim, sighting))
      .catch((error) => {
        // Somebody else was first; the sweep puts this claim where it belongs.
        if (!(error instanceof Refusal)) throw error;
      });
  },
});

/** A sweep does so many of each; the next one is minutes away. */
const MOST = 500;

/** Ends claims whose time is over or that were overtaken, and has those looked at again that are due. */
export const sweep_claims = job<unknown, Outside>({
  name: 'sweep_claims',
  attempts: 3,
  cron: '*/5 * * * *',
  async run({ sql, clock, site_root }) {
    const at = clock.now();
    const reason = 'the listing has an owner';
    for (const id of await selectOvertaken(sql, MOST))
      await makeMove(sql, { record: 'claim', id, name: 'supersede', move: CLAIM_MOVES.supersede, account_id: null, at, reason });
    for (const { id, site_id } of await selectOverdue(sql, at, MOST)) {
      const site = await siteNumbered(sql, site_id, site_root);
      await sql.begin((sql) => expireClaim({ sql, site, clock }, id));
    }
    for (const claim_id of await selectDue(sql, at, MOST)) await enqueue(sql, check_claim, { claim_id }, { key: `claim ${claim_id}` });
  },
});
