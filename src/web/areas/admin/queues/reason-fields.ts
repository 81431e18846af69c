import { t } from '../../../../kernel/language/messages.ts';
import type { SavedReply } from '../../../../modules/moderation/replies/queries.ts';
import { submittedTo } from '../../../ui/form.tsx';
import type { AdminFieldRow } from '../components.tsx';

/** Whether the form was rejected for its reason, which then says so itself. */
export const hasReasonError = (action: string): boolean => submittedTo(action)?.errors.some(({ path }) => path === 'reason') ?? false;

/** The fields of a reason: typed, or a saved reply. */
export const reasonFields = (replies: SavedReply[], label: string): AdminFieldRow[] => [
  { name: 'reason', label, rows: 3, max_length: 1000, ...(replies.length > 0 && { hint: t('Leave it empty to send a saved reply.') }) },
  ...(replies.length > 0
    ? [
        {
          name: 'reply_id',
          label: t('Saved reply'),
          value: '',
          options: [{ value: '', name: t('None') }, ...replies.map(({ id, title }) => ({ value: String(id), name: title }))],
        },
      ]
    : []),
];
