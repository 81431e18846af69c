import type { Ctx } from '../../kernel/context.ts';
import { listMails } from '../../modules/accounts/mail.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const asked = typed(query.page) ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  return { page, ...(await listMails(ctx, { page })) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Mail',
  description: 'Mail of this service, newest first.',
  canonical: to.adminMail(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
});

export const STATUS_SAYS = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  kept: 'Kept here: no mail server is set',
  failed: 'Could not be sent',
} as const;

export const view = ({ mails, page, has_more }: Data, here: Here) => (
  <>
    <header class="page-head">
      <h1>Mail</h1>
      <p class="lede">What the service wrote in the last 30 days. Only mail that is kept here still has its text.</p>
    </header>
    {mails.length === 0 ? (
      <Empty title="No mail yet." />
    ) : (
      <ul class="mails">
        {mails.map(({ id, to_email, subject, status, created_at, last_error }) => (
          <li>
            <a class="strong-link" href={to.adminLetter(id)} dir="auto">
              {subject}
            </a>
            <p dir="auto">{to_email}</p>
            <p class="quiet">
              <Moment at={created_at} now={here.now} /> · {STATUS_SAYS[status]}
              {last_error && ` · ${last_error}`}
            </p>
          </li>
        ))}
      </ul>
    )}
    <nav class="pager" aria-label="Pages">
      {page > 1 ? <a href={to.adminMail(page - 1)}>Newer</a> : <span />}
      <span class="pager-where">Page {page}</span>
      {has_more ? <a href={to.adminMail(page + 1)}>Older</a> : <span />}
    </nav>
  </>
);
