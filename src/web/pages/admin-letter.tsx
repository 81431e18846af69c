import type { Ctx } from '../../kernel/context.ts';
import { readMail } from '../../modules/accounts/mail.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { numberIn, typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { AdminForm } from '../parts/admin-form.tsx';
import { Moment } from '../parts/moment.tsx';
import { counted } from '../wording.ts';
import { STATUS_SAYS } from './admin-mail.tsx';

export const load = async (ctx: Ctx, params: Params, query: Query) => ({
  ...(await readMail(ctx, { id: numberIn(params, 'mail_not_found') })),
  done: typed(query.done),
});

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ id, subject }: Data): Head => ({
  title: subject,
  description: 'One mail of this service.',
  canonical: to.adminLetter(id),
  trail: [
    { name: 'Your account', href: to.account() },
    { name: 'Mail', href: to.adminMail() },
  ],
  index: false,
});

/** Addresses in the text can be followed: without a mail server this page is the mailbox. */
const withLinks = (text: string, root: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith(`${root}/`) ? <a href={part}>{part}</a> : part));

export const view = ({ id, to_email, subject, body_text, status, created_at, attempts, last_error, done }: Data, here: Here) => (
  <article class="narrow">
    <header class="page-head">
      <h1 dir="auto">{subject}</h1>
      <p class="lede" dir="auto">
        To {to_email}
      </p>
      <p class="quiet">
        <Moment at={created_at} now={here.now} /> · {STATUS_SAYS[status]} · tried {counted(attempts, 'time')}
        {last_error && ` · ${last_error}`}
      </p>
    </header>
    {done === 'retried' && (
      <p class="done" role="status">
        It waits to be sent again.
      </p>
    )}
    {status === 'kept' ? (
      <p class="keep-lines letter">{withLinks(body_text, here.site.root)}</p>
    ) : (
      <p>Its text is not shown: it may hold a link that is somebody else’s.</p>
    )}
    {status === 'failed' && body_text && <AdminForm action={team.retryMail(id)} here={here} submit="Send it again" about={subject} />}
  </article>
);
