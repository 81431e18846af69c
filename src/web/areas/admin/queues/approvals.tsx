import { PAGING } from '../../../../kernel/schema.ts';
import { getPendingApproval, listPendingApprovals } from '../../../../modules/launches/approval/decisions.ts';
import type { PendingApproval } from '../../../../modules/launches/approval/queries.ts';
import { previewListing } from '../../../../modules/listings/profile/profile.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { WeekText } from '../../../ui/format.tsx';
import { ListingProfile } from '../../../ui/profile/profile.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { reasonFields } from './reason-fields.ts';

const ApprovalFacts = ({ approval, context }: { approval: PendingApproval; context: PageContext }) => (
  <>
    <span dir="auto">{approval.domain}</span> · {approval.owner ? <bdi>{approval.owner}</bdi> : 'no owner'} ·{' '}
    {approval.plan === 'paid' ? 'paid launch' : 'free plan'}
    {approval.week_on ? (
      <>
        , <WeekText monday={approval.week_on} />
      </>
    ) : (
      ', goes live at once'
    )}{' '}
    · since <RelativeTime at={approval.requested_at} now={context.now} />
  </>
);

export const approvalsPage = adminPage({
  name: 'admin_approvals',
  path: adminPaths.approvals,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listPendingApprovals(ctx, input)) }),
  title: 'Approvals',
  description: 'Listings that wait for the team before they go public.',
  lede: () => (
    <>
      Listings that wait for you before they go public, the nearest launch week first. Turn this on or off in{' '}
      <a href={adminPaths.settings()}>the settings</a>; undo decisions in <a href={adminPaths.log()}>the log</a>.
    </>
  ),
  done: {
    approved: 'Listing approved. The owner was notified.',
    returned: 'Listing returned. The owner was notified and can send it again.',
    rejected: 'Listing rejected. The owner was notified. If its launch was paid, the order item is now in the orders to refund.',
  },
  view: ({ approvals, has_more, input }, context) => (
    <>
      <AdminRows
        rows={approvals.map((approval) => ({
          href: adminPaths.approval({ id: approval.listing_id }),
          title: approval.name,
          more: <ApprovalFacts approval={approval} context={context} />,
        }))}
        empty="All done. Nothing to approve."
      />
      <PreviousNext path={adminPaths.approvals} input={input} has_more={has_more} labels={['Previous', 'Next']} />
    </>
  ),
});

const Decision = ({
  approval,
  context,
  replies,
}: {
  approval: PendingApproval;
  context: PageContext;
  replies: Parameters<typeof reasonFields>[0];
}) => {
  const id = approval.listing_id;
  const form = { context, about: approval.name };
  return (
    <>
      <AdminForm action={adminPaths.approveListing({ id })} {...form} submit="Approve" />
      {approval.status === 'pending' && (
        <FoldedForm
          id="return"
          title="Return for changes"
          action={adminPaths.returnListing({ id })}
          {...form}
          submit="Return"
          fields={reasonFields(replies, 'What the owner should change')}
        >
          <p>The owner gets an email, edits the listing and sends it again. Its launch week stays reserved.</p>
        </FoldedForm>
      )}
      <FoldedForm
        id="reject"
        title="Reject"
        action={adminPaths.rejectListing({ id })}
        {...form}
        submit="Reject"
        destructive
        fields={reasonFields(replies, 'Reason (sent to the owner)')}
      >
        <p>
          The listing is removed and its week is free again.
          {approval.plan === 'paid' && ' The paid launch then waits in the orders for you to refund it.'}
        </p>
      </FoldedForm>
    </>
  );
};

export const approvalPage = adminPage({
  name: 'admin_approval',
  path: adminPaths.approval,
  menu: adminPaths.approvals,
  async load(ctx, { id }) {
    const approval = await getPendingApproval(ctx, { listing_id: id });
    const [listing, replies] = await Promise.all([previewListing(ctx, { listing_id: id }), listReplies(ctx)]);
    return { approval, listing, replies };
  },
  title: ({ approval }) => `Approve ${approval.name}`,
  description: 'Approve a listing before it goes public.',
  canonical: ({ approval }) => adminPaths.approval({ id: approval.listing_id }),
  has_own_heading: true,
  view: ({ approval, listing, replies }, context) => (
    <>
      <p class="quiet">
        <ApprovalFacts approval={approval} context={context} /> ·{' '}
        <a href={adminPaths.listing({ id: approval.listing_id })}>Manage the listing</a>
      </p>
      {approval.reason && (
        <p class="notice">
          You returned it before: <q dir="auto">{approval.reason}</q>
        </p>
      )}
      {approval.status === 'pending' || approval.status === 'returned' ? (
        <Decision approval={approval} context={context} replies={replies} />
      ) : (
        <p>This listing was {approval.status}.</p>
      )}
      <ListingProfile listing={listing} />
    </>
  ),
});
