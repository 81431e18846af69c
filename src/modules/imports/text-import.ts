import { isDeepStrictEqual } from 'node:util';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { invalidInput, type Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { asTeamMember } from '../accounts/team.ts';
import { selectAllDefinitions } from '../catalog/attributes/queries.ts';
import { type ImportChoice, requireImport, saveMapping, uploadFile } from './imports.ts';
import { fieldsOf, type Mapping } from './mapping.ts';

async function* inOnePiece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Stores a text as a file to import and has it read; it is logged. For the site's team. */
export const uploadText = (ctx: Ctx<Caller>, { file_name, text }: { file_name: string; text: string }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const id = await uploadFile(ctx, { file_name, pieces: inOnePiece(text) });
    return { act: 'upload_import', record: 'import', record_id: id, title: file_name, after: { bytes: Buffer.byteLength(text) } };
  });

export interface ImportPlan extends Partial<Pick<ImportChoice, 'existing' | 'invite_owners'>> {
  id: number;
  /** Column to field. Columns that are not in it are left out. Without it the mapping stays. */
  mapping?: Mapping;
}

const wrongField = (path: string, message: string, actual: string): Refusal => invalidInput({ path, code: 'unknown', message, actual });

/** Chooses the field of each column and what happens to rows that are listed already; it is logged. For the site's team. */
export const planImport = (ctx: Ctx<Caller>, { id, mapping, existing, invite_owners }: ImportPlan): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const row = await requireImport(ctx, id);
    const known = fieldsOf(await selectAllDefinitions(ctx.sql, ctx.site.id));
    for (const [column, field] of Object.entries(mapping ?? {})) {
      if (!row.columns.some(({ name }) => name === column))
        throw wrongField('mapping', t('names a column that the file does not have'), column);
      if (!Object.hasOwn(known, field)) throw wrongField('mapping', t('names a field that does not exist'), field);
    }
    const before = { mapping: row.mapping ?? {}, existing: row.existing, invite_owners: row.invite_owners };
    const after = {
      mapping: mapping ?? before.mapping,
      existing: existing ?? before.existing,
      invite_owners: invite_owners ?? before.invite_owners,
    };
    const fields = row.columns.map(({ name }) => after.mapping[name]);
    await saveMapping(ctx, { id, fields, existing: after.existing, invite_owners: after.invite_owners });
    return isDeepStrictEqual(before, after)
      ? null
      : { act: 'map_import', record: 'import', record_id: id, title: row.file_name, before, after };
  });
