import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import { getPendingApproval, listPendingApprovals } from '../../../../modules/launches/approval/decisions.ts';
import type { PendingApproval } from '../../../../modules/launches/approval/queries.ts';
import { previewListing } from '../../../../modules/listings/profile/profile.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import { adminPaths } from '../../../paths.ts';
import { WeekText } from '../../../ui/format.tsx';
import { ListingProfile } from '../../../ui/profile/profile.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, FoldedForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { reasonFields } from './reason-fields.ts';

const ApprovalFacts = ({ approval }: { approval: PendingApproval }) => (
  <>
    <span dir="auto">{approval.domain}</span> · {approval.owner ? <bdi>{approval.owner}</bdi> : t('no owner')} ·{' '}
    {approval.plan === 'paid' ? t('paid launch') : t('free plan')} ·{' '}
    {approval.week_on ? <WeekText monday={approval.week_on} /> : t('goes live at once')} ·{' '}
    {rich('sent {when}', { when: <RelativeTime at={approval.requested_at} /> })}
  </>
);

export const approvalsPage = adminPage({
  name: 'admin_approvals',
  path: adminPaths.approvals,
  query: PAGING,
  load: async (ctx, input) => ({ input, ...(await listPendingApprovals(ctx, input)) }),
  title: msg('Approvals'),
  description: msg('Listings that wait for the team before they go public.'),
  lede: () => (
    <>
      {rich(
        'Listings that wait for you before they go public, the nearest launch week first. Turn this on or off in <settings>the settings</settings>; undo decisions in <log>the log</log>.',
        {
          settings: (text) => <a href={adminPaths.settings()}>{text}</a>,
          log: (text) => <a href={adminPaths.log()}>{text}</a>,
        },
      )}
    </>
  ),
  done: {
    approved: msg('Listing approved. The owner was notified.'),
    returned: msg('Listing returned. The owner was notified and can send it again.'),
    rejected: msg('Listing rejected. The owner was notified. If its launch was paid, the order item is now in the orders to refund.'),
  },
  view: ({ approvals, has_more, input }) => (
    <>
      <AdminRows
        rows={approvals.map((approval) => ({
          href: adminPaths.approval({ id: approval.listing_id }),
          title: approval.name,
          more: <ApprovalFacts approval={approval} />,
        }))}
        empty={t('All done. Nothing to approve.')}
      />
      <PreviousNext path={adminPaths.approvals} input={input} has_more={has_more} labels={[t('Previous'), t('Next')]} />
    </>
  ),
});

const Decision = ({ approval, replies }: { approval: PendingApproval; replies: Parameters<typeof reasonFields>[0] }) => {
  const id = approval.listing_id;
  const form = { about: approval.name };
  return (
    <>
      <AdminForm action={adminPaths.approveListing({ id })} {...form} submit={t('Approve listing')} />
      {approval.status === 'pending' && (
        <FoldedForm
          id="return"
          title={t('Return for changes')}
          action={adminPaths.returnListing({ id })}
          {...form}
          submit={t('Return listing')}
          fields={reasonFields(replies, t('What the owner should change'))}
        >
          <p>{t('The owner gets an email, edits the listing and sends it again. Its launch week stays reserved.')}</p>
        </FoldedForm>
      )}
      <FoldedForm
        id="reject"
        title={t('Reject')}
        action={adminPaths.rejectListing({ id })}
        {...form}
        submit={t('Reject listing')}
        destructive
        fields={reasonFields(replies, t('Reason (sent to the owner)'))}
      >
        <p>
          {t('The listing is removed and its week is free again.')}
          {approval.plan === 'paid' && ` ${t('The paid launch then waits in the orders for you to refund it.')}`}
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
  title: ({ approval }) => t('Approve {name}', { name: approval.name }),
  description: msg('Approve a listing before it goes public.'),
  canonical: ({ approval }) => adminPaths.approval({ id: approval.listing_id }),
  has_own_heading: true,
  view: ({ approval, listing, replies }) => (
    <>
      <p class="quiet">
        <ApprovalFacts approval={approval} /> · <a href={adminPaths.listing({ id: approval.listing_id })}>{t('Manage the listing')}</a>
      </p>
      {approval.reason && <p class="notice">{rich('You returned it before: {reason}', { reason: <q dir="auto">{approval.reason}</q> })}</p>}
      {approval.status === 'pending' || approval.status === 'returned' ? (
        <Decision approval={approval} replies={replies} />
      ) : (
        <p>{approval.status === 'approved' ? t('This listing was approved.') : t('This listing was rejected.')}</p>
      )}
      <div class="office-profile">
        <ListingProfile listing={listing} />
      </div>
    </>
  ),
});
