import type { VNode } from 'preact';
import type { ListResponse } from '../../../../kernel/responses.ts';
import type { Decided, ModeratedContent, Pending } from '../../../../modules/listings/user-content/queries.ts';
import type { PageContext } from '../../../server/page.ts';
import { Form, FormError, InputField } from '../../../ui/form.tsx';
import { DayText, pluralize } from '../../../ui/format.tsx';
import { Empty, formatTotal, PagedList } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { Confirmation, DecidedList, submittedAbout } from '../components.tsx';

type PendingContent = ModeratedContent & Pending & { explanation: string | null };

interface QueueProps<C extends ModeratedContent, P extends C & PendingContent, D extends C & Decided> {
  /** What is decided about: review or comment. */
  noun: 'review' | 'comment';
  waiting: ListResponse<P>;
  decided: D[];
  done: string | undefined;
  context: PageContext;
  href(page: number): string;
  decide_action: string;
  undo_action: string;
  /** The text itself, and what it is about. */
  summary(content: C): VNode;
}

const DECISION_LABELS: Record<Decided['decision'], string> = { show: 'Approved', keep: 'Kept', remove: 'Removed' };

/** Who wrote it, for a decision about it. */
export const AboutAuthor = ({ content }: { content: ModeratedContent }) =>
  content.account_created_at && (
    <p class="quiet">
      Account created <DayText on={content.account_created_at.toISOString()} />, email at <bdi>{content.mail_host}</bdi>.
    </p>
  );

/** What is held or was reported, with a form to decide, and the latest decisions, each with its undo. */
export const ModerationQueue = <C extends ModeratedContent, P extends C & PendingContent, D extends C & Decided>(
  props: QueueProps<C, P, D>,
) => {
  const { noun, waiting, decided, done, context, href, decide_action, undo_action, summary } = props;
  const id_field = `${noun}_id`;
  const title = noun === 'review' ? 'Review' : 'Comment';
  const confirmations: Record<string, string> = {
    show: `${title} approved.`,
    keep: `${title} kept.`,
    remove: `${title} removed. The author was notified.`,
    undone: 'Decision undone.',
  };
  return (
    <div class="account">
      <header class="page-head">
        <h1>{title}s to moderate</h1>
        <p class="lede">Held by our rules or reported by readers. You can undo each decision.</p>
        <p>{formatTotal(waiting, (n) => pluralize(n, noun))} to review.</p>
      </header>
      <Confirmation text={done && confirmations[done]} />
      {context.form?.message && context.form.action === undo_action && <FormError>{context.form.message}</FormError>}
      <PagedList list={waiting} href={href} empty={<Empty title="All done. Nothing to review." />}>
        <ul class="rows">
          {waiting.items.map((content) => (
            <li>
              {summary(content)}
              {content.explanation ? <p>Held: {content.explanation}</p> : <p>Currently visible.</p>}
              {content.reports.length > 0 && (
                <ul>
                  {content.reports.map((report) => (
                    <li>
                      <bdi>{report.by ?? 'A member'}</bdi>: <q dir="auto">{report.reason}</q>
                    </li>
                  ))}
                </ul>
              )}
              <Form action={decide_action} context={context} hidden={{ [id_field]: String(content.id) }} class="form decide">
                <InputField
                  id={`reason-${content.id}`}
                  name="reason"
                  label="Reason (for the team and the author)"
                  form={submittedAbout(decide_action, context, id_field, content.id)}
                  required
                  maxlength={500}
                />
                <div class="actions">
                  <button class="button" type="submit" name="decision" value={content.status === 'held' ? 'show' : 'keep'}>
                    {content.status === 'held' ? 'Approve' : 'Keep'}
                  </button>
                  <button class="button button-grave" type="submit" name="decision" value="remove">
                    Remove
                  </button>
                </div>
              </Form>
            </li>
          ))}
        </ul>
      </PagedList>
      <DecidedList>
        {decided.map((content) => (
          <li>
            {summary(content)}
            <p>
              {DECISION_LABELS[content.decision]} by <bdi>{content.by ?? 'a deleted account'}</bdi>{' '}
              <RelativeTime at={content.decided_at} now={context.now} />: <q dir="auto">{content.note}</q>
            </p>
            <form method="post" action={undo_action} class="decide">
              <input type="hidden" name={id_field} value={content.id} />
              <button class="button" type="submit">
                Undo
                <span class="unseen">
                  {' '}
                  the decision about {noun} {content.id}
                </span>
              </button>
            </form>
          </li>
        ))}
      </DecidedList>
    </div>
  );
};
