import { randomInt } from 'node:crypto';
import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { isReadOnly } from '../../../kernel/database.ts';
import { requireFound } from '../../../kernel/errors.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { isDay } from '../../../kernel/time/weeks.ts';
import { AWARD_NAME_PREFIX } from '../../listings/badges/kinds.ts';
import { DEFAULT_BADGE_STYLE } from '../../listings/badges/render.ts';
import { listLedgerKeys, loadCurrentSigner } from '../../votes/checkpoints/keys.ts';
import { selectLedgerKeys } from '../../votes/checkpoints/queries.ts';
import { renderBadge } from '../badges/badges.ts';
import { withProof } from './data-integrity.ts';
import { bakeSvg, didDocument, keyUrl, openBadge, STATUS_LIST_BITS, siteDid, statusList, toSeconds } from './open-badge.ts';
import {
  findCredential,
  findStatusList,
  hasLostAwards,
  revokeLostAwards,
  selectCredentialWeeks,
  selectStatusIndexes,
  selectUnsignedAwards,
  writeCredential,
  writeStatusList,
} from './queries.ts';

/** A random index that no other credential has. */
const takeIndex = (taken: Set<number>): number => {
  let index = randomInt(STATUS_LIST_BITS);
  while (taken.has(index)) index = randomInt(STATUS_LIST_BITS);
  taken.add(index);
  return index;
};

const encode = (credential: unknown): string => JSON.stringify(credential, null, 2);

/** The numbers of the keys whose signatures no longer count. */
const compromisedKeys = async (ctx: SiteCtx): Promise<number[]> =>
  (await listLedgerKeys(ctx)).filter(({ compromised }) => compromised).map(({ number }) => number);

/**
 * Issues what awards lack, revokes the credentials of awards that are gone, and signs anew what a compromised key or a former address of
 * the site has signed. One transaction under the lock of the signing key, so that two processes issue nothing twice.
 */
export const updateCredentials = (ctx: SiteCtx): Promise<void> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const issuer = siteDid(site);
    const signer = await loadCurrentSigner(ctx);
    const key_number = (await selectLedgerKeys(sql, site.id)).at(-1)!.number;
    const key = { private_key: signer.private_key, verification_method: keyUrl(issuer, key_number) };
    const compromised = await compromisedKeys(ctx);
    const now = clock.now();
    const at = toSeconds(now);
    await revokeLostAwards(sql, site.id, now);
    const taken = new Set(await selectStatusIndexes(sql, site.id, 'all'));
    for (const award of await selectUnsignedAwards(sql, site.id, issuer, compromised)) {
      const { week_on, listing_id } = award;
      const status_index = award.status_index ?? takeIndex(taken);
      const credential = encode(withProof(openBadge(site, award, status_index), key, at));
      await writeCredential(sql, site.id, { week_on, listing_id, status_index, credential, issuer, key_number, issued_at: now });
    }
    if (taken.size === 0) return;
    const list = statusList(site, await selectStatusIndexes(sql, site.id, 'revoked'), now);
    const former = await findStatusList(sql, site.id);
    const is_current =
      former?.issuer === issuer &&
      !compromised.includes(former.key_number) &&
      JSON.parse(former.credential).credentialSubject.encodedList === list.credentialSubject.encodedList;
    if (!is_current)
      await writeStatusList(sql, site.id, { credential: encode(withProof(list, key, at)), issuer, key_number, signed_at: now });
  });

/** The signed list of revoked credentials. An award that was just lost is revoked first. */
export const getStatusList = async (ctx: Ctx): Promise<string> => {
  const { sql, site } = ctx;
  if (await hasLostAwards(sql, site.id))
    await updateCredentials(ctx).catch((error) => {
      if (!isReadOnly(error)) throw error;
    });
  return requireFound('credential_not_found', await findStatusList(sql, site.id)).credential;
};

export interface AwardCredential {
  credential: string;
  rank: number;
}

export const getCredential = async ({ sql, site }: Ctx, { week, slug }: { week: string; slug: string }): Promise<AwardCredential> =>
  requireFound('credential_not_found', isDay(week) ? await findCredential(sql, site.id, week, slug) : undefined);

/** The badge of an award with its credential inside. */
export const getBakedBadge = async (ctx: Ctx, { week, slug }: { week: string; slug: string }): Promise<string> => {
  const { credential, rank } = await getCredential(ctx, { week, slug });
  return bakeSvg(await renderBadge(ctx, { slug, kind: `launch-of-the-week-${rank}`, ...DEFAULT_BADGE_STYLE }), credential);
};

export interface OfferedCredential {
  name: string;
  week_on: string;
}

/** The credentials of a listing's awards, for its badge page. */
export const listCredentials = async ({ sql, site }: Ctx, slug: string): Promise<OfferedCredential[]> =>
  (await selectCredentialWeeks(sql, site.id, slug)).map(({ week_on, rank }) => ({ name: `${AWARD_NAME_PREFIX}${rank}`, week_on }));

/** The site's keys for verifiers (did:web). Compromised keys are left out, so that nothing they signed is valid. */
export const getDidDocument = async (ctx: SiteCtx): Promise<string> => {
  const compromised = await compromisedKeys(ctx);
  const keys = (await selectLedgerKeys(ctx.sql, ctx.site.id)).filter(({ number }) => !compromised.includes(number));
  requireFound('credential_not_found', keys[0]);
  return encode(didDocument(ctx.site, keys));
};
