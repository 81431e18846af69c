import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { readCosignature, splitNote } from './notes.ts';
import { findCheckpoint, insertCosignature, selectWitnesses } from './queries.ts';

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
