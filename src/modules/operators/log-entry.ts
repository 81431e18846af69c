import { Instant, Named, Nullable, type Static, T } from '../../kernel/schema.ts';
import { describeAct } from '../moderation/act-texts.ts';
import type { AuditLogEntry } from '../moderation/audit-log.ts';

const Facts = (description: string) => Nullable(T.Record(T.String(), T.Unknown()), { description });

/** An entry of the audit log. */
export const LogEntry = Named('LogEntry', {
  id: Nullable(T.Integer(), { description: 'For undo; null in a dry run.' }),
  act: T.String({ description: 'What was done, such as remove_listing.' }),
  text: T.String({ description: 'The same in words; the title follows.' }),
  record: T.String({ description: 'The kind of record, such as listing.' }),
  record_id: T.String({ description: 'Its ID, or its key.' }),
  title: Nullable(T.String(), { description: 'What it was called; null for people.' }),
  before: Facts('The values that changed, before; null if there were none.'),
  after: Facts('The values that changed, after; null if there are none.'),
  reason: Nullable(T.String(), { description: 'The reason that was given; null without one.' }),
  at: Instant('When.'),
  by: Nullable(T.String(), { description: 'Who; null for a deleted account.' }),
  client: Nullable(T.String(), { description: 'The API key or application that acted for them; null for a person on the website.' }),
  undone_by: Nullable(T.Integer(), { description: 'The entry that took it back; null if it stands.' }),
  can_undo: T.Boolean({ description: 'Whether undo can take it back now.' }),
});

type Written = Omit<Static<typeof LogEntry>, 'at'> & { at: Date };

export const toLogEntry = ({ undoable, ...entry }: AuditLogEntry): Written => ({
  id: entry.id,
  act: entry.act,
  text: describeAct(entry.act, '').join('').trim(),
  record: entry.record,
  record_id: entry.record_id,
  title: entry.record === 'account' ? entry.person : entry.title,
  before: entry.before,
  after: entry.after,
  reason: entry.reason,
  at: entry.at,
  by: entry.by,
  client: entry.client,
  undone_by: entry.undone_by,
  can_undo: undoable,
});
