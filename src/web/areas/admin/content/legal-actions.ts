import { OneOf, RequiredText, T } from '../../../../kernel/schema.ts';
import { LEGAL_KINDS } from '../../../../modules/content/legal/kinds.ts';
import { publishLegalPage, saveLegalDraft } from '../../../../modules/content/legal/legal.ts';
import { adminPaths } from '../../../paths.ts';
import { teamAction } from '../../../server/form-action.ts';

/** Fits the longest text, URL-encoded in a script with three bytes per character. */
const EDITOR_BYTES = 1024 * 1024;

export const ADMIN_LEGAL_ACTIONS = [
  teamAction({
    path: adminPaths.legalPage,
    page: adminPaths.legalPage,
    bytes: EDITOR_BYTES,
    fields: {
      kind: OneOf(Object.keys(LEGAL_KINDS)),
      act: T.Optional(OneOf(['save', 'preview', 'publish'])),
      title: RequiredText(120),
      body_markdown: RequiredText(60_000),
    },
    async run(ctx, { act = 'save', ...input }) {
      const { kind } = input;
      if (act === 'preview') return { result: { preview: 'on' }, keeps_values: true };
      if (act === 'save') {
        await saveLegalDraft(ctx, input);
        return { go_to: adminPaths.legalPage({ kind, done: 'saved' }) };
      }
      const act_id = await publishLegalPage(ctx, input);
      return { go_to: adminPaths.legalPage({ kind, done: act_id === null ? 'same' : 'published' }) };
    },
  }),
];
