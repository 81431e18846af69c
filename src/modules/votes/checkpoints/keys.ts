import type { Caller, Ctx, Db, Site, SiteCtx } from '../../../kernel/context.ts';
import { PlainError } from '../../../kernel/errors.ts';
import { deleteSecret, sharedSecret } from '../../../kernel/secrets.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { asTeamMember } from '../../accounts/team.ts';
import { formatKey, keyText, type NoteSigner, newPrivateKey, readSigner, signatureLine, signNote, splitNote } from './notes.ts';
import {
  addSignature,
  findCheckpoint,
  insertKey,
  type LedgerKey,
  lockCurrentKey,
  selectKeys,
  selectResults,
  writeResultNote,
} from './queries.ts';

/** The name of a site's ledger: its address without the scheme. */
const originOf = ({ root }: Pick<Site, 'root'>): string => `${new URL(root).host}/ledger`;

const secretName = (site_id: number, number: number): string => `ledger_key ${site_id} ${number}`;

const loadSigner = async (sql: Db, site_id: number, number: number, origin: string): Promise<NoteSigner> =>
  readSigner(origin, await sharedSecret(sql, secretName(site_id, number), newPrivateKey()));

/** Makes the next key and introduces it with the signatures of itself and of the key before it. */
const createKey = async (
  { sql, site, clock }: SiteCtx,
  number: number,
  { from_size, compromised, former }: { from_size: number; compromised: number[]; former?: NoteSigner },
): Promise<NoteSigner> => {
  const origin = originOf(site);
  const signer = await loadSigner(sql, site.id, number, origin);
  const { public_key } = signer;
  const created_at = clock.now();
  const text = keyText(origin, { number, public_key, from_size, compromised, at: created_at });
  const note = signNote(text, signer, ...(former ? [former] : []));
  await insertKey(sql, site.id, { number, origin, public_key, from_size, compromised, note, created_at });
  return signer;
};

/** The key that signs now; a site's first one is made when it is needed. Needs a transaction. */
export const loadCurrentSigner = async (ctx: SiteCtx): Promise<NoteSigner> => {
  const { sql, site } = ctx;
  const find = () => lockCurrentKey(sql, site.id);
  let key = await find();
  if (!key) {
    await createKey(ctx, 1, { from_size: 0, compromised: [] });
    key = await find();
  }
  return loadSigner(sql, site.id, key!.number, key!.origin);
};

/**
 * Replaces the key. The old key signs the new one and is deleted. The new key signs the latest checkpoint again, so that it is valid at
 * once, and all results if keys are marked as compromised, because their signatures no longer count.
 */
export const rotateKey = (ctx: SiteCtx, { compromised }: { compromised: number[] }): Promise<{ number: number }> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const former = await loadCurrentSigner(ctx);
    const { number: former_number } = (await lockCurrentKey(sql, site.id))!;
    if (compromised.some((other) => other < 1 || other > former_number))
      throw new PlainError(`The keys have numbers from 1 to ${former_number}.`);
    const latest = await findCheckpoint(sql, site.id);
    const number = former_number + 1;
    const signer = await createKey(ctx, number, { from_size: latest?.size ?? 0, compromised, former });
    const lineFor = (note: string): string => signatureLine(splitNote(note)!.text, signer);
    if (latest) await addSignature(sql, site.id, latest.size, lineFor(latest.note));
    if (compromised.length)
      for (const { week, note } of await selectResults(sql, site.id)) await writeResultNote(sql, site.id, week, note + lineFor(note));
    await deleteSecret(sql, secretName(site.id, former_number));
    return { number };
  });

/** The same for the site's team. It cannot be undone: the old key is gone. */
export const rotateKeyAsTeam = (ctx: Ctx<Caller>, { is_compromised }: { is_compromised: boolean }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const current = (await selectKeys(ctx.sql, ctx.site.id)).at(-1)?.number ?? 1;
    const { number } = await rotateKey(ctx, { compromised: is_compromised ? [current] : [] });
    const after = { key: number, compromised: is_compromised };
    return { act: 'rotate_ledger_key', record: 'ledger_key', record_id: number, before: { key: current }, after };
  });

/** A key as published. */
export interface PublishedKey {
  number: number;
  /** The key as verifiers take it: name, id, and type with public key. */
  key: string;
  from_size: number;
  compromised: boolean;
  created_at: Date;
  note: string;
}

const publish = (key: LedgerKey, keys: LedgerKey[]): PublishedKey => ({
  number: key.number,
  key: formatKey({ name: key.origin, public_key: key.public_key }),
  from_size: key.from_size,
  compromised: keys.some(({ compromised }) => compromised.includes(key.number)),
  created_at: key.created_at,
  note: key.note,
});

/** The history of a site's keys, the first one first. */
export const listKeys = async ({ sql, site }: { sql: Db; site: Pick<Site, 'id'> }): Promise<PublishedKey[]> => {
  const keys = await selectKeys(sql, site.id);
  return keys.map((key) => publish(key, keys));
};
