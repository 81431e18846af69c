import type { Ctx } from '../../kernel/context.ts';
import { listMails } from '../../modules/accounts/mail.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { OfficeHead, OfficeRows, Turn } from '../parts/admin-parts.tsx';
import { Moment } from '../parts/moment.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const asked = typed(query.page) ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const status = typed(query.status) === 'failed' ? ('failed' as const) : null;
  return { page, status, ...(await listMails(ctx, { page, status })) };
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

export const view = ({ mails, page, status, has_more }: Data, here: Here) => (
  <>
    <OfficeHead title="Mail" lede="What the service wrote in the last 30 days. Only mail that is kept here still has its text." />
    <ul class="chips office-chips">
      <li>
        <a class="chip" href={team.mail()} aria-current={status ? undefined : 'page'}>
          All mail
        </a>
      </li>
      <li>
        <a class="chip" href={team.mail({ status: 'failed' })} aria-current={status ? 'page' : undefined}>
          Could not be sent
        </a>
      </li>
    </ul>
    <OfficeRows
      rows={mails.map(({ id, to_email, subject, status, created_at, last_error }) => ({
        href: to.adminLetter(id),
        title: subject,
        more: (
          <>
            <bdi>{to_email}</bdi> · <Moment at={created_at} now={here.now} /> · {STATUS_SAYS[status]}
            {last_error && (
              <>
                {' '}
                · <bdi class="office-error">{last_error}</bdi>
              </>
            )}
          </>
        ),
      }))}
      empty={status ? 'Every mail could be sent.' : 'No mail yet.'}
    />
    <Turn page={page} has_more={has_more} href={(page) => team.mail({ status: status ?? undefined, page })} />
  </>
);
