import { PAGING } from '../../../../kernel/schema.ts';
import { listDisputes } from '../../../../modules/claims/disputes.ts';
import type { OpenObjection, PendingClaimRow } from '../../../../modules/claims/queries.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { Prose } from '../../../ui/elements.tsx';
import { RelativeTime } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { AdminForm, AdminRows, AdminSection, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';

const METHODS: Record<PendingClaimRow['method'], string> = {
  dns: 'by a DNS record',
  meta: 'by a tag on the homepage',
  file: 'by a file',
  email: 'by a mailbox',
};

const Objection = ({ objection, context }: { objection: OpenObjection; context: PageContext }) => (
  <li>
    <div>
      <p class="office-title" dir="auto">
        <a href={adminPaths.listing({ id: objection.listing_id })}>{objection.listing}</a>
      </p>
      <p class="quiet">
        <bdi>{objection.by}</bdi> said, <RelativeTime at={objection.created_at} now={context.now} />, that it should not belong to{' '}
        <bdi>{objection.owner ?? 'nobody'}</bdi>:
      </p>
      <blockquote class="judged">
        <Prose text={objection.message} />
      </blockquote>
      <AdminForm
        action={adminPaths.dismissObjection({ id: objection.id })}
        context={context}
        submit="Leave it with its owner"
        about={objection.listing}
        fields={[{ name: 'answer', label: 'What you answer them', rows: 3, max_length: 1000, required: true }]}
      />
      <p class="office-or">Or, if they are right:</p>
      <AdminForm
        action={adminPaths.upholdObjection({ id: objection.id })}
        context={context}
        submit="Give it to them"
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
      <bdi>{claim.by}</bdi> will prove it {METHODS[claim.method]}, since <RelativeTime at={claim.created_at} now={context.now} />
      {claim.owner && (
        <>
          {' '}
          · now owned by <bdi>{claim.owner}</bdi>
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
      submit="Give it to them"
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
  description: 'Who says that a listing is theirs.',
  lede: () => (
    <>
      Who says that a listing is theirs. Each decision can be undone in <a href={adminPaths.log()}>the log</a>.
    </>
  ),
  done: {
    granted: 'It is theirs, and they are told.',
    upheld: 'It is theirs, and both are told.',
    dismissed: 'Its owner stays, and your answer is on its way.',
  },
  view: ({ objections, claims, input, has_more }, context) => (
    <>
      <AdminSection id="objections" title="Objections to an owner">
        {objections.length === 0 ? (
          <Empty title="Nobody objects." />
        ) : (
          <ul class="rows rows-ruled rows-split">
            {objections.map((objection) => (
              <Objection objection={objection} context={context} />
            ))}
          </ul>
        )}
      </AdminSection>
      <AdminSection id="pending" title="Still to be proved">
        <p>These prove themselves, or expire. Give a listing away by hand only if you have another proof.</p>
        <AdminRows rows={claims.map((claim) => claimRow(claim, context))} empty="No claim is under way." />
        <PreviousNext path={adminPaths.claims} input={input} has_more={has_more} />
      </AdminSection>
    </>
  ),
});
