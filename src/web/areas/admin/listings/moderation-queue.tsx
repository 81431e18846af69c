import type { ComponentChildren, VNode } from 'preact';
import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import type { ListResponse } from '../../../../kernel/responses.ts';
import type { Decided, ModeratedContent, Pending } from '../../../../modules/listings/user-content/queries.ts';
import { Form, FormError, InputField, submittedTo } from '../../../ui/form.tsx';
import { DayText } from '../../../ui/format.tsx';
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
  href(page: number): string;
  decide_action: string;
  undo_action: string;
  /** The text itself, and what it is about. */
  summary(content: C): VNode;
}

const hidden = (text: ComponentChildren) => <span class="unseen">{text}</span>;

const DECISION_LABELS: Record<Decided['decision'], string> = texts({
  show: msg('Approved'),
  keep: msg('Kept'),
  remove: msg('Removed'),
});

/** The texts about each kind of content; the others are the same for both. */
const NOUNS = {
  review: {
    done: texts({
      show: msg('Review approved.'),
      keep: msg('Review kept.'),
      remove: msg('Review removed. The author was notified.'),
      undone: msg('Decision undone.'),
    }),
    title: () => t('Reviews to moderate'),
    approve: () => t('Approve review'),
    count: (n: number) => t('{n, plural, one {# review} other {# reviews}}', { n }),
    undo: (id: number) => rich('Undo<hidden> the decision about review {id}</hidden>', { id, hidden }),
  },
  comment: {
    done: texts({
      show: msg('Comment approved.'),
      keep: msg('Comment kept.'),
      remove: msg('Comment removed. The author was notified.'),
      undone: msg('Decision undone.'),
    }),
    title: () => t('Comments to moderate'),
    approve: () => t('Approve comment'),
    count: (n: number) => t('{n, plural, one {# comment} other {# comments}}', { n }),
    undo: (id: number) => rich('Undo<hidden> the decision about comment {id}</hidden>', { id, hidden }),
  },
};

/** Who wrote it, for a decision about it. */
export const AboutAuthor = ({ content }: { content: ModeratedContent }) =>
  content.account_created_at && (
    <p class="quiet">
      {rich('Account created {day}, email at {host}.', {
        day: <DayText on={content.account_created_at.toISOString()} />,
        host: <bdi>{content.mail_host}</bdi>,
      })}
    </p>
  );

/** What is held or was reported, with a form to decide, and the latest decisions, each with its undo. */
export const ModerationQueue = <C extends ModeratedContent, P extends C & PendingContent, D extends C & Decided>(
  props: QueueProps<C, P, D>,
) => {
  const { noun, waiting, decided, done, href, decide_action, undo_action, summary } = props;
  const refused = submittedTo(undo_action);
  const id_field = `${noun}_id`;
  const words = NOUNS[noun];
  const confirmations: Record<string, string> = words.done;
  return (
    <div class="account">
      <header class="page-head">
        <h1>{words.title()}</h1>
        <p class="lede">{t('Held by our rules or reported by readers. You can undo each decision.')}</p>
        <p>{t('{total} to review.', { total: formatTotal(waiting, words.count) })}</p>
      </header>
      <Confirmation text={done && confirmations[done]} />
      {refused?.message && <FormError>{refused.message}</FormError>}
      <PagedList list={waiting} href={href} empty={<Empty title={t('All done. Nothing to review.')} />}>
        <ul class="rows">
          {waiting.items.map((content) => (
            <li>
              {summary(content)}
              <p>{content.explanation ? t('Held: {why}', { why: content.explanation }) : t('Currently visible.')}</p>
              {content.reports.length > 0 && (
                <ul>
                  {content.reports.map((report) => (
                    <li>
                      <bdi>{report.by ?? t('A member')}</bdi>: <q dir="auto">{report.reason}</q>
                    </li>
                  ))}
                </ul>
              )}
              <Form action={decide_action} hidden={{ [id_field]: String(content.id) }} class="form decide">
                <InputField
                  id={`reason-${content.id}`}
                  name="reason"
                  label={t('Reason (for the team and the author)')}
                  form={submittedAbout(decide_action, id_field, content.id)}
                  required
                  maxlength={500}
                />
                <div class="actions">
                  <button class="button" type="submit" name="decision" value={content.status === 'held' ? 'show' : 'keep'}>
                    {content.status === 'held' ? words.approve() : t('Keep')}
                  </button>
                  <button class="button button-grave" type="submit" name="decision" value="remove">
                    {t('Remove')}
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
              {rich('{decision} by {name} {when}: {note}', {
                decision: DECISION_LABELS[content.decision],
                name: <bdi>{content.by ?? t('a former member')}</bdi>,
                when: <RelativeTime at={content.decided_at} />,
                note: <q dir="auto">{content.note}</q>,
              })}
            </p>
            <form method="post" action={undo_action} class="decide">
              <input type="hidden" name={id_field} value={content.id} />
              <button class="button" type="submit">
                {words.undo(content.id)}
              </button>
            </form>
          </li>
        ))}
      </DecidedList>
    </div>
  );
};
