import type { Ctx } from '../../../../kernel/context.ts';
import { readMail } from '../../../../modules/accounts/mail/outbox.ts';
import { accountPaths, adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Query, textParam } from '../../../server/page.ts';
import { pluralize, RelativeTime } from '../../../ui/format.tsx';
import { AdminForm } from '../components.tsx';
import { MAIL_STATUS_LABELS } from './mail.tsx';

export const load = async (ctx: Ctx, { id }: { id: number }, query: Query) => ({
  ...(await readMail(ctx, { id })),
  done: textParam(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ id, subject }: Data): PageHead => ({
  title: subject,
  description: 'One mail of this service.',
  canonical: adminPaths.mail({ id }),
  trail: [
    { name: 'Your account', href: accountPaths.home() },
    { name: 'Mail', href: adminPaths.mails() },
  ],
  index: false,
});

/** Turns links to this site into anchors: without a mail server this page replaces the mailbox. */
const withLinks = (text: string, root: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith(`${root}/`) ? <a href={part}>{part}</a> : part));

export const view = ({ id, to_email, subject, body_text, status, created_at, attempts, last_error, done }: Data, context: PageContext) => (
  <article class="narrow">
    <header class="page-head">
      <h1 dir="auto">{subject}</h1>
      <p class="lede" dir="auto">
        To {to_email}
      </p>
      <p class="quiet">
        <RelativeTime at={created_at} now={context.now} /> · {MAIL_STATUS_LABELS[status]} · tried {pluralize(attempts, 'time')}
        {last_error && ` · ${last_error}`}
      </p>
    </header>
    {done === 'retried' && (
      <p class="done" role="status">
        It waits to be sent again.
      </p>
    )}
    {status === 'kept' ? (
      <p class="keep-lines topic">{withLinks(body_text, context.site.root)}</p>
    ) : (
      <p>Its text is not shown: it may hold a link that is somebody else’s.</p>
    )}
    {status === 'failed' && body_text && (
      <AdminForm action={adminPaths.retryMail({ id })} context={context} submit="Send it again" about={subject} />
    )}
  </article>
);
