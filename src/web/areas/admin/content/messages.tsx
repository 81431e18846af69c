import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { getMessage, listMessages } from '../../../../modules/content/contact/contact.ts';
import type { MessageStatus } from '../../../../modules/content/contact/states.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const STATUS: Record<MessageStatus, { name: string; pill: string }> = texts({
  open: { name: msg('Open'), pill: 'pending' },
  answered: { name: msg('Answered'), pill: 'live' },
  closed: { name: msg('Closed'), pill: 'draft' },
});

const StatusPill = ({ status }: { status: MessageStatus }) => <span class={`pill pill-${STATUS[status].pill}`}>{STATUS[status].name}</span>;

export const messagesPage = adminPage({
  name: 'admin_messages',
  path: adminPaths.messages,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listMessages(ctx, input)) }),
  title: msg('Messages'),
  description: msg('Messages from the contact form.'),
  lede: msg('Messages from the contact form. Open ones come first.'),
  view: ({ input, messages, has_more }) => (
    <>
      <AdminRows
        rows={messages.map(({ id, subject, name, status, created_at }) => ({
          href: adminPaths.message({ id }),
          title: subject,
          more: (
            <>
              <bdi>{name}</bdi>, <RelativeTime at={created_at} />
            </>
          ),
          status: <StatusPill status={status} />,
        }))}
        empty={t('No messages yet.')}
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
  description: msg('A message from the contact form.'),
  canonical: ({ message }) => adminPaths.message({ id: message.id }),
  lede: ({ message }) => (
    <>
      {rich('From {name} ({email}), {when}.', {
        name: <bdi>{message.name}</bdi>,
        email: <bdi>{message.email}</bdi>,
        when: <RelativeTime at={message.created_at} />,
      })}{' '}
      <StatusPill status={message.status} />
    </>
  ),
  done: {
    answered: msg('Answer sent.'),
    closed: msg('Message closed.'),
    reopened: msg('Message reopened.'),
    same: msg('Somebody else has already done this.'),
  },
  view({ message: { id, body, answer, status, email }, acts }) {
    return (
      <>
        <blockquote class="message-text" dir="auto">
          {body}
        </blockquote>
        {answer && (
          <AdminSection id="answered" title={t('Your answer')}>
            <blockquote class="message-text" dir="auto">
              {answer}
            </blockquote>
          </AdminSection>
        )}
        <AdminSection id="answer" title={answer ? t('Answer again') : t('Answer')}>
          <AdminForm
            action={adminPaths.answerMessage({ id })}
            submit={t('Send answer')}
            fields={[
              {
                name: 'answer',
                label: t('Answer'),
                rows: 8,
                max_length: 5000,
                required: true,
                hint: t('Sent to {email}, with the message below it.', { email }),
              },
            ]}
          />
        </AdminSection>
        {status === 'open' && (
          <AdminSection id="close" title={t('Close without an answer')}>
            <AdminForm action={adminPaths.closeMessage({ id })} submit={t('Close message')} />
          </AdminSection>
        )}
        {status === 'closed' && (
          <AdminSection id="reopen" title={t('Reopen')}>
            <AdminForm action={adminPaths.reopenMessage({ id })} submit={t('Reopen message')} />
          </AdminSection>
        )}
        <RecordActs acts={acts} />
      </>
    );
  },
});
