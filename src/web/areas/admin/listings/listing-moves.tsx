import { REMOVAL_CAUSES } from '../../../../modules/launches/team/removal.ts';
import type { TeamListing } from '../../../../modules/listings/profile/queries.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatWeek } from '../../../ui/format.tsx';
import { AdminForm, AdminSection, FoldedForm } from '../components.tsx';

interface Props {
  listing: TeamListing;
  context: PageContext;
}

const isQueued = ({ status }: TeamListing): boolean => status === 'awaiting_badge' || status === 'scheduled';

/** A week a listing can be moved to. */
export interface OpenWeek {
  week_on: string;
  /** Free slots. */
  left: number;
}

const LaunchNow = ({ listing, context }: Props) => (
  <FoldedForm
    id="launch-now"
    title="Make it live now"
    action={adminPaths.launchListing({ id: listing.id })}
    context={context}
    submit="Make it live"
    about={listing.name}
  >
    <p>It goes live in the running week, without a badge, and its owner is told. There is no way back but to remove it.</p>
  </FoldedForm>
);

const WaiveBadge = ({ listing, context }: Props) => (
  <div class="office-move">
    <p>It keeps its week and is scheduled without the badge.</p>
    <AdminForm action={adminPaths.waiveBadge({ id: listing.id })} context={context} submit="Do without its badge" about={listing.name} />
  </div>
);

const ChangeWeek = ({ listing, context, weeks }: Props & { weeks: OpenWeek[] }) => (
  <AdminForm
    action={adminPaths.moveWeek({ id: listing.id })}
    context={context}
    submit="Give it this week"
    about={listing.name}
    fields={[
      {
        name: 'week',
        label: 'Another launch week',
        value: listing.launch_week_on,
        options: weeks.map(({ week_on, left }) => ({
          value: week_on,
          name: `${formatWeek(week_on)}, ${week_on === listing.launch_week_on ? 'as it is' : `room for ${left}`}`,
        })),
      },
    ]}
  />
);

const TakeOutOfQueue = ({ listing, context }: Props) => (
  <FoldedForm
    id="send-back"
    title="Take it out of the queue"
    action={adminPaths.removeFromQueue({ id: listing.id })}
    context={context}
    submit="Take it out of the queue"
    about={listing.name}
    destructive
    fields={[
      {
        name: 'reason',
        label: 'What its owner should mend',
        max_length: 500,
        rows: 2,
        required: true,
        hint: 'It is saved again, for them alone.',
      },
    ]}
  />
);

/** Changes the launch of a listing that is queued. */
export const ListingMoves = ({ listing, context, weeks }: Props & { weeks: OpenWeek[] }) => {
  if (!isQueued(listing)) return null;
  return (
    <AdminSection id="launch" title="Its launch">
      {weeks.length > 0 && <ChangeWeek listing={listing} context={context} weeks={weeks} />}
      {listing.status === 'awaiting_badge' && <WaiveBadge listing={listing} context={context} />}
    </AdminSection>
  );
};

export const RestoreListing = ({ listing, context }: Props) => (
  <AdminSection id="back" title="Bring it back">
    <p dir="auto">{listing.removal_reason}</p>
    {listing.merged_into && (
      <p>
        Its address leads to <a href={adminPaths.listing({ id: listing.merged_into.id })}>{listing.merged_into.name}</a>. Followers that
        came along stay there too.
      </p>
    )}
    <AdminForm action={adminPaths.restoreListing({ id: listing.id })} context={context} submit="Bring it back" about={listing.name} />
  </AdminSection>
);

/** Drastic actions: take it out of the queue, launch it now, merge it, remove it. */
export const RemoveListing = ({ listing, context, has_purchases }: Props & { has_purchases: boolean }) => (
  <>
    {isQueued(listing) && listing.plan !== 'paid' && <TakeOutOfQueue listing={listing} context={context} />}
    {listing.status !== 'live' && <LaunchNow listing={listing} context={context} />}
    <FoldedForm
      id="merge"
      title="Merge it into another"
      action={adminPaths.mergeListing({ id: listing.id })}
      context={context}
      submit="Merge it"
      about={listing.name}
      destructive
      fields={[
        {
          name: 'into',
          label: 'Slug of the other listing',
          type: 'code',
          max_length: 220,
          required: true,
          hint: 'Bringing this one back undoes it.',
        },
      ]}
    >
      <p>
        For the same product twice: this address will lead to the other one, and its followers follow that one too. Its votes, reviews,
        awards and updates stay with it and are out of sight.
      </p>
      {has_purchases && (
        <p class="notice office-mind">
          What was bought for it is not taken along. Give the money back in its order, or do the same for the other one first.
        </p>
      )}
    </FoldedForm>
    <FoldedForm
      id="remove"
      title="Remove it"
      action={adminPaths.removeListing({ id: listing.id })}
      context={context}
      submit="Remove it"
      about={listing.name}
      destructive
      fields={[
        { name: 'cause', label: 'Cause', options: Object.entries(REMOVAL_CAUSES).map(([value, name]) => ({ value, name })) },
        { name: 'note', label: 'What its owner should know', max_length: 500, rows: 3 },
      ]}
    >
      <p>Nothing of it is lost, and it can be brought back. The cause is public; the words are for its owner.</p>
    </FoldedForm>
  </>
);
