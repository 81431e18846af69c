import { t } from '../../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { saveMapping, startImport, stopImport, undoImport, uploadFile } from '../../../../modules/imports/imports.ts';
import { leaveOutImportDrafts, publishDrafts } from '../../../../modules/imports/review.ts';
import { adminPaths } from '../../../paths.ts';
import { teamForm } from '../../../server/confirmed-form.ts';
import { teamAction } from '../../../server/form-action.ts';

/** Fits a list of some thousand websites, even URL-encoded. */
const PASTE_BYTES = 1024 * 1024;

async function* inOnePiece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

export const ADMIN_IMPORT_ACTIONS = [
  teamAction({
    path: adminPaths.pasteImport,
    page: adminPaths.imports,
    bytes: PASTE_BYTES,
    fields: { text: RequiredText(500_000) },
    run: async (ctx, { text }) => ({
      go_to: adminPaths.import({ id: await uploadFile(ctx, { file_name: t('Pasted text'), pieces: inOnePiece(text) }) }),
    }),
  }),
  teamAction({
    path: adminPaths.mapImport,
    page: adminPaths.import,
    fields: {
      existing: OneOf(['skip', 'update']),
      invite_owners: T.Optional(OneOf(['on'])),
      list_each: T.Optional(OneOf(['on'])),
      start: T.Optional(OneOf(['yes', 'drafts'])),
    },
    named_fields: { '^field_\\d{1,3}$': Text(80) },
    async run(ctx, { id, existing, invite_owners, list_each, start, ...named }) {
      const chosen = named as Record<string, string | undefined>;
      const fields = Array.from({ length: 200 }, (_, at) => chosen[`field_${at}`]);
      await saveMapping(ctx, { id, fields, existing, invite_owners: invite_owners === 'on', list_each: list_each === 'on' });
      if (!start) return { go_to: `${adminPaths.import({ id })}#preview` };
      await startImport(ctx, { id, as_drafts: start === 'drafts' });
      return { go_to: adminPaths.import({ id, done: 'started' }) };
    },
  }),
  teamForm({
    path: adminPaths.reviewDrafts,
    page: adminPaths.import,
    fields: { review: OneOf(['publish', 'leave_out']), category: T.Optional(Text(80)) },
    named_fields: { '^row_\\d{1,5}$': Text(2), '^category_\\d{1,5}$': Text(80) },
    run(ctx, { id, review, category, ...named }) {
      const texts = named as Record<string, string | undefined>;
      const numbers = Object.keys(texts).flatMap((name) => (name.startsWith('row_') ? [Number(name.slice(4))] : []));
      const categories = Object.fromEntries(numbers.map((number) => [number, texts[`category_${number}`]]));
      return review === 'publish' ? publishDrafts(ctx, { id, numbers, categories, category }) : leaveOutImportDrafts(ctx, { id, numbers });
    },
    done: 'decided',
    unchanged: 'none',
  }),
  teamForm({ path: adminPaths.stopImport, page: adminPaths.import, run: stopImport, done: 'stopped' }),
  teamForm({ path: adminPaths.undoImport, page: adminPaths.import, run: undoImport, done: 'undo' }),
];
