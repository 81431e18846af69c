import { REMOVAL_CAUSES } from '../../modules/launches/removal-rules.ts';
import type { TeamListing } from '../../modules/listings/team-queries.ts';
import { team } from '../admin-addresses.ts';
import type { Here } from '../page.ts';
import { AdminForm } from './admin-form.tsx';
import { Fold, Part } from './admin-parts.tsx';
import { sentTo } from './form.tsx';
import { sayWeek } from './time.tsx';

interface Props {
  listing: TeamListing;
  here: Here;
}

const waits = ({ status }: TeamListing): boolean => status === 'awaiting_badge' || status === 'scheduled';

/** A week that a listing may be given, and how many may still join it. */
export interface OpenWeek {
  week_on: string;
  left: number;
}

const Launch = ({ listing, here }: Props) => (
  <Fold id="launch-now" title="Make it live now" open={sentTo(team.listingAct(listing.id, 'launch'), here) !== undefined}>
    <p>It goes live in the running week, without a badge, and its owner is told. There is no way back but to remove it.</p>
    <AdminForm action={team.listingAct(listing.id, 'launch')} here={here} submit="Make it live" about={listing.name} />
  </Fold>
);

const Waive = ({ listing, here }: Props) => (
  <div class="office-move">
    <p>It keeps its week and is scheduled without the badge.</p>
    <AdminForm action={team.listingAct(listing.id, 'waive-badge')} here={here} submit="Do without its badge" about={listing.name} />
  </div>
);

const Week = ({ listing, here, weeks }: Props & { weeks: OpenWeek[] }) => (
  <AdminForm
    action={team.listingAct(listing.id, 'week')}
    here={here}
    submit="Give it this week"
    about={listing.name}
    fields={[
      {
        name: 'week',
        label: 'Another launch week',
        value: listing.launch_week_on,
        options: weeks.map(({ week_on, left }) => ({
          value: week_on,
          name: `${sayWeek(week_on)}, ${week_on === listing.launch_week_on ? 'as it is' : `room for ${left}`}`,
        })),
      },
    ]}
  />
);

const SendBack = ({ listing, here }: Props) => (
  <Fold id="send-back" title="Take it out of the queue" open={sentTo(team.listingAct(listing.id, 'send-back'), here) !== undefined}>
    <AdminForm
      action={team.listingAct(listing.id, 'send-back')}
      here={here}
      submit="Take it out of the queue"
      about={listing.name}
      grave
      fields={[
        {
          name: 'reason',
          label: 'What its owner should mend',
          most: 500,
          rows: 2,
          required: true,
          hint: 'It is saved again, for them alone.',
        },
      ]}
    />
  </Fold>
);

/** How the launch of a listing that waits can be changed. */
export const ListingMoves = ({ listing, here, weeks }: Props & { weeks: OpenWeek[] }) => {
  if (!waits(listing)) return null;
  return (
    <Part id="launch" title="Its launch">
      {weeks.length > 0 && <Week listing={listing} here={here} weeks={weeks} />}
      {listing.status === 'awaiting_badge' && <Waive listing={listing} here={here} />}
    </Part>
  );
};

/** How a removed listing comes back. */
export const Removed = ({ listing, here }: Props) => (
  <Part id="back" title="Bring it back">
    <p dir="auto">{listing.removal_reason}</p>
    {listing.merged_into && (
      <p>
        Its address leads to <a href={team.listing(listing.merged_into.id)}>{listing.merged_into.name}</a>. Followers that came along stay
        there too.
      </p>
    )}
    <AdminForm action={team.listingAct(listing.id, 'bring-back')} here={here} submit="Bring it back" about={listing.name} />
  </Part>
);

/** What takes a listing from where it stands: out of the queue, live, into another one, or off the site. */
export const Leaving = ({ listing, here, bought }: Props & { bought: number }) => (
  <>
    {waits(listing) && listing.plan !== 'paid' && <SendBack listing={listing} here={here} />}
    {listing.status !== 'live' && <Launch listing={listing} here={here} />}
    <Fold id="merge" title="Merge it into another" open={sentTo(team.listingAct(listing.id, 'merge'), here) !== undefined}>
      <p>
        For the same product twice: this address will lead to the other one, and its followers follow that one too. Its votes, reviews,
        awards and updates stay with it and are out of sight.
      </p>
      {bought > 0 && (
        <p class="office-mind">
          What was bought for it is not taken along. Give the money back in its order, or do the same for the other one first.
        </p>
      )}
      <AdminForm
        action={team.listingAct(listing.id, 'merge')}
        here={here}
        submit="Merge it"
        about={listing.name}
        grave
        fields={[
          {
            name: 'into',
            label: 'Slug of the other listing',
            type: 'code',
            most: 220,
            required: true,
            hint: 'Bringing this one back undoes it.',
          },
        ]}
      />
    </Fold>
    <Fold id="remove" title="Remove it" open={sentTo(team.listingAct(listing.id, 'remove'), here) !== undefined}>
      <p>Nothing of it is lost, and it can be brought back. The cause is public; the words are for its owner.</p>
      <AdminForm
        action={team.listingAct(listing.id, 'remove')}
        here={here}
        submit="Remove it"
        about={listing.name}
        grave
        fields={[
          { name: 'cause', label: 'Cause', options: Object.entries(REMOVAL_CAUSES).map(([value, name]) => ({ value, name })) },
          { name: 'note', label: 'What its owner should know', most: 500, rows: 3 },
        ]}
      />
    </Fold>
  </>
);
