import type { Ctx } from '../../../../kernel/context.ts';
import { listMails } from '../../../../modules/accounts/mail/outbox.ts';
import { accountPaths, adminPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';
import { RelativeTime } from '../../../ui/format.tsx';
import { AdminHeading, AdminRows, PreviousNext } from '../components.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const page_param = textParam(query.page) ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(page_param) ? Number(page_param) : 1;
  const status = textParam(query.status) === 'failed' ? ('failed' as const) : null;
  return { page, status, ...(await listMails(ctx, { page, status })) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Mail',
  description: 'Mail of this service, newest first.',
  canonical: adminPaths.mails(),
  trail: [{ name: 'Your account', href: accountPaths.home() }],
  index: false,
});

export const MAIL_STATUS_LABELS = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  kept: 'Kept here: no mail server is set',
  failed: 'Could not be sent',
} as const;

export const view = ({ mails, page, status, has_more }: Data, context: PageContext) => (
  <>
    <AdminHeading title="Mail" lede="What the service wrote in the last 30 days. Only mail that is kept here still has its text." />
    <ul class="chips tabs">
      <li>
        <a class="chip" href={adminPaths.mails()} aria-current={status ? undefined : 'page'}>
          All mail
        </a>
      </li>
      <li>
        <a class="chip" href={adminPaths.mails({ status: 'failed' })} aria-current={status ? 'page' : undefined}>
          Could not be sent
        </a>
      </li>
    </ul>
    <AdminRows
      rows={mails.map(({ id, to_email, subject, status, created_at, last_error }) => ({
        href: adminPaths.mail({ id }),
        title: subject,
        more: (
          <>
            <bdi>{to_email}</bdi> · <RelativeTime at={created_at} now={context.now} /> · {MAIL_STATUS_LABELS[status]}
            {last_error && (
              <>
                {' '}
                · <bdi class="field-error">{last_error}</bdi>
              </>
            )}
          </>
        ),
      }))}
      empty={status ? 'Every mail could be sent.' : 'No mail yet.'}
    />
    <PreviousNext page={page} has_more={has_more} href={(page) => adminPaths.mails({ status: status ?? undefined, page })} />
  </>
);
