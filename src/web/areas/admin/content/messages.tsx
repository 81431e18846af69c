import { PAGING } from '../../../../kernel/schema.ts';
import { getMessage, listMessages } from '../../../../modules/content/contact/contact.ts';
import type { MessageStatus } from '../../../../modules/content/contact/states.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const STATUS: Record<MessageStatus, { name: string; pill: string }> = {
  open: { name: 'Open', pill: 'pending' },
  answered: { name: 'Answered', pill: 'live' },
  closed: { name: 'Closed', pill: 'draft' },
};

const StatusPill = ({ status }: { status: MessageStatus }) => <span class={`pill pill-${STATUS[status].pill}`}>{STATUS[status].name}</span>;

export const messagesPage = adminPage({
  name: 'admin_messages',
  path: adminPaths.messages,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listMessages(ctx, input)) }),
  title: 'Messages',
  description: 'Messages from the contact form.',
  lede: 'Messages from the contact form. Open ones come first.',
  view: ({ input, messages, has_more }, context) => (
    <>
      <AdminRows
        rows={messages.map(({ id, subject, name, status, created_at }) => ({
          href: adminPaths.message({ id }),
          title: subject,
          more: (
            <>
              <bdi>{name}</bdi>, <RelativeTime at={created_at} now={context.now} />
            </>
          ),
          status: <StatusPill status={status} />,
        }))}
        empty="No messages yet."
      />
      <PreviousNext path={adminPaths.messages} input={input} has_more={has_more} />
    </>
  ),
});

export const messagePage = adminPage({
  name: 'admin_message',
  path: adminPaths.message,
  not_found: 'message_not_found',
  menu: adminPaths.messages,
  async load(ctx, { id }) {
    const [message, acts] = await Promise.all([getMessage(ctx, { id }), listActsAbout(ctx, 'contact_message', id)]);
    return { message, acts };
  },
  title: ({ message }) => message.subject,
  description: 'A message from the contact form.',
  canonical: ({ message }) => adminPaths.message({ id: message.id }),
  lede: ({ message }, context) => (
    <>
      From <bdi>{message.name}</bdi> (<bdi>{message.email}</bdi>), <RelativeTime at={message.created_at} now={context.now} />.{' '}
      <StatusPill status={message.status} />
    </>
  ),
  done: {
    answered: 'Answer sent.',
    closed: 'Message closed.',
    reopened: 'Message reopened.',
    same: 'Somebody else has already done this.',
  },
  view({ message: { id, body, answer, status, email }, acts }, context) {
    return (
      <>
        <blockquote class="message-text" dir="auto">
          {body}
        </blockquote>
        {answer && (
          <AdminSection id="answered" title="Your answer">
            <blockquote class="message-text" dir="auto">
              {answer}
            </blockquote>
          </AdminSection>
        )}
        <AdminSection id="answer" title={answer ? 'Answer again' : 'Answer'}>
          <AdminForm
            action={adminPaths.answerMessage({ id })}
            context={context}
            submit="Send answer"
            fields={[
              {
                name: 'answer',
                label: 'Answer',
                rows: 8,
                max_length: 5000,
                required: true,
                hint: `Sent to ${email}, with the message below it.`,
              },
            ]}
          />
        </AdminSection>
        {status === 'open' && (
          <AdminSection id="close" title="Close without an answer">
            <AdminForm action={adminPaths.closeMessage({ id })} context={context} submit="Close message" />
          </AdminSection>
        )}
        {status === 'closed' && (
          <AdminSection id="reopen" title="Reopen">
            <AdminForm action={adminPaths.reopenMessage({ id })} context={context} submit="Reopen message" />
          </AdminSection>
        )}
        <RecordActs acts={acts} context={context} />
      </>
    );
  },
});
