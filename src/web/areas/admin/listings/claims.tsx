import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { translateStored } from '../../../../kernel/language/stored.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { listDisputes } from '../../../../modules/claims/disputes.ts';
import type { OpenObjection, PendingClaimRow } from '../../../../modules/claims/queries.ts';
import { adminPaths } from '../../../paths.ts';
import { Prose } from '../../../ui/elements.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const METHODS: Record<PendingClaimRow['method'], string> = texts({
  dns: msg('DNS record'),
  meta: msg('Meta tag'),
  file: msg('File on the website'),
  email: msg('Email'),
});

const CurrentOwner = ({ owner }: { owner: string | null }) => (
  <>{owner ? rich('owned by {owner}', { owner: <bdi>{owner}</bdi> }) : t('no owner')}</>
);

const Objection = ({ objection }: { objection: OpenObjection }) => (
  <li>
    <div>
      <p class="office-title" dir="auto">
        <a href={adminPaths.listing({ id: objection.listing_id })}>{objection.listing}</a>
      </p>
      <p class="quiet">
        {rich('Written by {name} {when}', {
          name: <bdi>{objection.by}</bdi>,
          when: <RelativeTime at={objection.created_at} />,
        })}{' '}
        · <CurrentOwner owner={objection.owner} />
      </p>
      <blockquote class="judged">
        <Prose text={objection.message} />
      </blockquote>
      <AdminForm
        action={adminPaths.dismissObjection({ id: objection.id })}
        submit={t('Keep current owner')}
        about={objection.listing}
        fields={[{ name: 'answer', label: t('Your reply'), rows: 3, max_length: 1000, required: true }]}
      />
      <p class="office-or">{t('Or, if they’re right:')}</p>
      <AdminForm action={adminPaths.upholdObjection({ id: objection.id })} submit={t('Transfer ownership')} about={objection.listing} />
    </div>
  </li>
);

const claimRow = (claim: PendingClaimRow) => ({
  href: adminPaths.listing({ id: claim.listing_id }),
  title: claim.listing,
  more: (
    <>
      {rich('Claimed by {name} {when}', {
        name: <bdi>{claim.by}</bdi>,
        when: <RelativeTime at={claim.created_at} />,
      })}{' '}
      · {METHODS[claim.method]} · <CurrentOwner owner={claim.owner} />
      {claim.last_check && (
        <>
          {' '}
          · <bdi>{translateStored(claim.last_check.detail)}</bdi>
        </>
      )}
    </>
  ),
  status: (
    <AdminForm action={adminPaths.grantClaim({ id: claim.id })} submit={t('Transfer ownership')} about={`${claim.listing}, ${claim.by}`} />
  ),
});

export const claimsPage = adminPage({
  name: 'admin_claims',
  path: adminPaths.claims,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listDisputes(ctx, input)) }),
  title: msg('Claims'),
  description: msg('Claims and ownership disputes.'),
  lede: () => (
    <>
      {rich('Claims and ownership disputes. You can undo each decision in <log>the log</log>.', {
        log: (text) => <a href={adminPaths.log()}>{text}</a>,
      })}
    </>
  ),
  done: {
    granted: msg('Ownership transferred. The new owner was notified.'),
    upheld: msg('Ownership transferred. Both accounts were notified.'),
    dismissed: msg('The owner stays the same. Your reply was sent.'),
  },
  view: ({ objections, claims, input, has_more }) => (
    <>
      <AdminSection id="objections" title={t('Ownership disputes')}>
        {objections.length === 0 ? (
          <Empty title={t('No disputes.')} />
        ) : (
          <ul class="rows rows-ruled rows-split">
            {objections.map((objection) => (
              <Objection objection={objection} />
            ))}
          </ul>
        )}
      </AdminSection>
      <AdminSection id="pending" title={t('Pending claims')}>
        <p>{t('These are verified automatically or expire. Transfer a listing manually only if you have other proof.')}</p>
        <AdminRows rows={claims.map(claimRow)} empty={t('No pending claims.')} />
        <PreviousNext path={adminPaths.claims} input={input} has_more={has_more} />
      </AdminSection>
    </>
  ),
});
