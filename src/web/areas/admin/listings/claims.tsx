import { PAGING } from '../../../../kernel/schema.ts';
import { listDisputes } from '../../../../modules/claims/disputes.ts';
import type { OpenObjection, PendingClaimRow } from '../../../../modules/claims/queries.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Prose } from '../../../ui/elements.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const METHODS: Record<PendingClaimRow['method'], string> = {
  dns: 'with a DNS record',
  meta: 'with a meta tag',
  file: 'with a file',
  email: 'by email',
};

const Objection = ({ objection, context }: { objection: OpenObjection; context: PageContext }) => (
  <li>
    <div>
      <p class="office-title" dir="auto">
        <a href={adminPaths.listing({ id: objection.listing_id })}>{objection.listing}</a>
      </p>
      <p class="quiet">
        <bdi>{objection.by}</bdi> wrote <RelativeTime at={objection.created_at} now={context.now} />: this listing shouldn’t belong to{' '}
        <bdi>{objection.owner ?? 'nobody'}</bdi>:
      </p>
      <blockquote class="judged">
        <Prose text={objection.message} />
      </blockquote>
      <AdminForm
        action={adminPaths.dismissObjection({ id: objection.id })}
        context={context}
        submit="Keep current owner"
        about={objection.listing}
        fields={[{ name: 'answer', label: 'Your reply', rows: 3, max_length: 1000, required: true }]}
      />
      <p class="office-or">Or, if they’re right:</p>
      <AdminForm
        action={adminPaths.upholdObjection({ id: objection.id })}
        context={context}
        submit="Transfer ownership"
        about={objection.listing}
      />
    </div>
  </li>
);

const claimRow = (claim: PendingClaimRow, context: PageContext) => ({
  href: adminPaths.listing({ id: claim.listing_id }),
  title: claim.listing,
  more: (
    <>
      <bdi>{claim.by}</bdi> wants to verify {METHODS[claim.method]}, since <RelativeTime at={claim.created_at} now={context.now} />
      {claim.owner && (
        <>
          {' '}
          · currently owned by <bdi>{claim.owner}</bdi>
        </>
      )}
      {claim.last_check && (
        <>
          {' '}
          · <bdi>{claim.last_check.detail}</bdi>
        </>
      )}
    </>
  ),
  status: (
    <AdminForm
      action={adminPaths.grantClaim({ id: claim.id })}
      context={context}
      submit="Transfer ownership"
      about={`${claim.listing}, ${claim.by}`}
    />
  ),
});

export const claimsPage = adminPage({
  name: 'admin_claims',
  path: adminPaths.claims,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listDisputes(ctx, input)) }),
  title: 'Claims',
  description: 'Claims and ownership disputes.',
  lede: () => (
    <>
      Claims and ownership disputes. You can undo each decision in <a href={adminPaths.log()}>the log</a>.
    </>
  ),
  done: {
    granted: 'Ownership transferred. The new owner was notified.',
    upheld: 'Ownership transferred. Both accounts were notified.',
    dismissed: 'The owner stays the same. Your reply was sent.',
  },
  view: ({ objections, claims, input, has_more }, context) => (
    <>
      <AdminSection id="objections" title="Ownership disputes">
        {objections.length === 0 ? (
          <Empty title="No disputes." />
        ) : (
          <ul class="rows rows-ruled rows-split">
            {objections.map((objection) => (
              <Objection objection={objection} context={context} />
            ))}
          </ul>
        )}
      </AdminSection>
      <AdminSection id="pending" title="Pending claims">
        <p>These are verified automatically or expire. Transfer a listing manually only if you have other proof.</p>
        <AdminRows rows={claims.map((claim) => claimRow(claim, context))} empty="No pending claims." />
        <PreviousNext path={adminPaths.claims} input={input} has_more={has_more} />
      </AdminSection>
    </>
  ),
});
