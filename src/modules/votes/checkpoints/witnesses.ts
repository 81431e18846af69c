import type { Caller, Ctx, SiteCtx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { listKeys, type PublishedKey } from './keys.ts';
import { formatWitnessKey, parseWitnessKey, readCosignature, splitNote } from './notes.ts';
import { findCheckpoint, insertCosignature, insertWitness, removeWitness, selectWitnesses } from './queries.ts';

/** Registers a witness by its key; null if it is registered. */
export const registerWitness = async ({ sql, site, clock }: SiteCtx, { key }: { key: string }): Promise<{ name: string } | null> => {
  const witness = parseWitnessKey(key);
  if (!witness)
    throw new Refusal('invalid_input', {
      errors: [
        {
          path: 'key',
          code: 'not_understood',
          message: 'must be the key of a witness: name+id+key, with type 4',
          actual: key.slice(0, 100),
        },
      ],
    });
  return (await insertWitness(sql, site.id, { ...witness, added_at: clock.now() })) ? { name: witness.name } : null;
};

/** The same for the site's team. */
export const addWitness = (ctx: Ctx<Caller>, input: { key: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const added = await registerWitness(ctx, input);
    return added && { act: 'add_ledger_witness', record: 'ledger_witness', record_id: added.name, title: added.name, after: input };
  });

/** Accepts no more signatures of a witness. For the site's team. */
export const dismissWitness = (ctx: Ctx<Caller>, { name }: { name: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const removed = await removeWitness(ctx.sql, ctx.site.id, name, ctx.clock.now());
    if (!removed) return null;
    return {
      act: 'remove_ledger_witness',
      record: 'ledger_witness',
      record_id: name,
      title: name,
      before: { key: formatWitnessKey(removed) },
    };
  });

export interface LedgerSettings {
  keys: PublishedKey[];
  witnesses: { name: string; key: string; added_at: Date }[];
}

/** The keys and witnesses of a site. For its team. */
export const getLedgerSettings = async (ctx: Ctx<Caller>): Promise<LedgerSettings> => {
  await requireTeam(ctx);
  const [keys, witnesses] = await Promise.all([listKeys(ctx), selectWitnesses(ctx.sql, ctx.site.id)]);
  return {
    keys,
    witnesses: witnesses.map((witness) => ({ name: witness.name, key: formatWitnessKey(witness), added_at: witness.added_at })),
  };
};

const SIZE_LINE = /^[^\n]+\n(0|[1-9]\d{0,15})\n/;

/**
 * Stores the signatures of registered witnesses on a checkpoint: the note as published, with their lines (C2SP tlog-cosignature). Lines of
 * others are ignored. Returns how many were valid.
 */
export const addCosignatures = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, note: string): Promise<{ accepted: number }> => {
  const parts = splitNote(note);
  const size = SIZE_LINE.exec(parts?.text ?? '')?.[1];
  const checkpoint = size === undefined ? undefined : await findCheckpoint(sql, site.id, Number(size));
  if (!parts || !checkpoint || splitNote(checkpoint.note)!.text !== parts.text) throw new Refusal('checkpoint_not_found');
  let accepted = 0;
  for (const witness of await selectWitnesses(sql, site.id))
    for (const line of parts.lines) {
      const signed_at = readCosignature(parts.text, line, witness);
      if (!signed_at) continue;
      await insertCosignature(sql, site.id, checkpoint.size, witness.name, line, signed_at);
      accepted += 1;
    }
  if (accepted === 0) throw new Refusal('witness_not_known');
  return { accepted };
};
