import { msg, t, texts } from '../../../../kernel/language/messages.ts';
import { OneOf, T } from '../../../../kernel/schema.ts';
import { listMails, readMail } from '../../../../modules/accounts/mail/outbox.ts';
import { adminPaths } from '../../../paths.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, Confirmation, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const MAIL_STATUS_LABELS = texts({
  waiting: msg('Waiting to be sent'),
  sent: msg('Sent'),
  kept: msg('Stored only: no mail server configured'),
  failed: msg('Failed'),
});

export const mailsPage = adminPage({
  name: 'admin_mail',
  path: adminPaths.mails,
  for: 'admin',
  query: { status: T.Optional(OneOf(['failed'])), page: T.Integer({ minimum: 1, maximum: 999_999, default: 1 }) },
  load: async (ctx, input) => ({ input, ...(await listMails(ctx, { page: input.page, status: input.status ?? null })) }),
  title: msg('Email'),
  description: msg('Emails sent by this service, newest first.'),
  lede: msg('Emails from the last 30 days. The text is shown only for emails that were stored but not sent.'),
  view: ({ mails, input, has_more }) => (
    <>
      <ul class="chips tabs">
        <li>
          <a class="chip" href={adminPaths.mails()} aria-current={input.status ? undefined : 'page'}>
            {t('All emails')}
          </a>
        </li>
        <li>
          <a class="chip" href={adminPaths.mails({ status: 'failed' })} aria-current={input.status ? 'page' : undefined}>
            {t('Failed')}
          </a>
        </li>
      </ul>
      <AdminRows
        rows={mails.map(({ id, to_email, subject, status, created_at, last_error }) => ({
          href: adminPaths.mail({ id }),
          title: subject,
          more: (
            <>
              <bdi>{to_email}</bdi> · <RelativeTime at={created_at} /> · {MAIL_STATUS_LABELS[status]}
              {last_error && (
                <>
                  {' '}
                  · <bdi class="field-error">{last_error}</bdi>
                </>
              )}
            </>
          ),
        }))}
        empty={input.status ? t('No failed emails.') : t('No emails yet.')}
      />
      <PreviousNext path={adminPaths.mails} input={input} has_more={has_more} />
    </>
  ),
});

/** Turns links to this site into anchors: without a mail server this page replaces the mailbox. */
const withLinks = (text: string, root: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith(`${root}/`) ? <a href={part}>{part}</a> : part));

export const mailPage = adminPage({
  name: 'admin_letter',
  path: adminPaths.mail,
  menu: adminPaths.mails,
  not_found: 'mail_not_found',
  for: 'admin',
  load: (ctx, { id }) => readMail(ctx, { id }),
  title: ({ subject }) => subject,
  description: msg('An email sent by this service.'),
  canonical: ({ id }) => adminPaths.mail({ id }),
  has_own_heading: true,
  view: ({ id, to_email, subject, body_text, status, created_at, attempts, last_error, done }, context) => (
    <article class="narrow">
      <header class="page-head">
        <h1 dir="auto">{subject}</h1>
        <p class="lede" dir="auto">
          {t('To {email}', { email: to_email })}
        </p>
        <p class="quiet">
          <RelativeTime at={created_at} /> · {MAIL_STATUS_LABELS[status]} ·{' '}
          {t('{n, plural, one {tried once} other {tried # times}}', { n: attempts })}
          {last_error && ` · ${last_error}`}
        </p>
      </header>
      <Confirmation text={done === 'retried' ? t('Waiting to be resent.') : undefined} />
      {status === 'kept' ? (
        <p class="keep-lines topic">{withLinks(body_text, context.site.root)}</p>
      ) : (
        <p>{t('The text is hidden because it may contain someone else’s private link.')}</p>
      )}
      {status === 'failed' && body_text && <AdminForm action={adminPaths.retryMail({ id })} submit={t('Resend')} about={subject} />}
    </article>
  ),
});
