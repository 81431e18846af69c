import { rich, t } from '../../../../kernel/language/messages.ts';
import { formatLongDay } from '../../../../kernel/time/weeks.ts';
import { REMOVAL_CAUSES } from '../../../../modules/launches/team/removal.ts';
import type { TeamListing } from '../../../../modules/listings/profile/queries.ts';
import { adminPaths } from '../../../paths.ts';
import { formatWeek } from '../../../ui/format.tsx';
import { AdminForm, AdminSection, FoldedForm } from '../components.tsx';

interface Props {
  listing: TeamListing;
}

const isQueued = ({ status }: TeamListing): boolean => status === 'awaiting_badge' || status === 'scheduled';

/** A week a listing can be moved to. */
export interface OpenWeek {
  week_on: string;
  /** Free slots. */
  left: number;
}

const LaunchNow = ({ listing }: Props) => (
  <FoldedForm
    id="launch-now"
    title={t('Publish now')}
    action={adminPaths.launchListing({ id: listing.id })}
    submit={t('Publish')}
    about={listing.name}
  >
    <p>{t('It goes live this week without a badge, and we notify the owner. You can’t undo this except by removing the listing.')}</p>
  </FoldedForm>
);

const WaiveBadge = ({ listing }: Props) => (
  <div class="office-move">
    <p>{t('It keeps its week and launches without the badge.')}</p>
    <AdminForm action={adminPaths.waiveBadge({ id: listing.id })} submit={t('Waive the badge')} about={listing.name} />
  </div>
);

const ChangeWeek = ({ listing, weeks }: Props & { weeks: OpenWeek[] }) => (
  <AdminForm
    action={adminPaths.moveWeek({ id: listing.id })}
    submit={t('Change week')}
    about={listing.name}
    fields={[
      {
        name: 'week',
        label: t('Another launch week'),
        value: listing.launch_week_on,
        options: weeks.map(({ week_on, left }) => ({
          value: week_on,
          name:
            week_on === listing.launch_week_on
              ? t('{week}, current week', { week: formatWeek(week_on) })
              : t('{week}, {n, plural, one {# slot free} other {# slots free}}', { week: formatWeek(week_on), n: left }),
        })),
      },
    ]}
  />
);

const TakeOutOfQueue = ({ listing }: Props) => (
  <FoldedForm
    id="send-back"
    title={t('Remove from queue')}
    action={adminPaths.removeFromQueue({ id: listing.id })}
    submit={t('Remove from queue')}
    about={listing.name}
    destructive
    fields={[
      {
        name: 'reason',
        label: t('What the owner should fix'),
        max_length: 500,
        rows: 2,
        required: true,
        hint: t('It becomes a saved listing that only the owner can see.'),
      },
    ]}
  />
);

/** Changes the launch of a listing that is queued. */
export const ListingMoves = ({ listing, weeks }: Props & { weeks: OpenWeek[] }) => {
  if (!isQueued(listing)) return null;
  return (
    <AdminSection id="launch" title={t('Launch')}>
      {weeks.length > 0 && <ChangeWeek listing={listing} weeks={weeks} />}
      {listing.status === 'awaiting_badge' && <WaiveBadge listing={listing} />}
    </AdminSection>
  );
};

/** Features a live listing, or ends it. `until` is the last day. */
export const FeatureListing = ({ listing, until }: Props & { until: string | null }) =>
  listing.status !== 'live' ? null : (
    <FoldedForm
      id="feature"
      title={until ? t('Featured listing') : t('Feature listing')}
      action={adminPaths.featureListing({ id: listing.id })}
      submit={until ? t('Change the date') : t('Feature listing')}
      about={listing.name}
      fields={[{ name: 'until', label: t('Last day'), type: 'day', value: until, required: true, max_length: 10 }]}
    >
      <p>
        {t('It’s shown under “Picked by the team” on the home page and in its categories. This doesn’t affect votes, ranks or search.')}
      </p>
      {until && (
        <div class="office-move">
          <p>{rich('Featured until {day}.', { day: <time datetime={until}>{formatLongDay(until)}</time> })}</p>
          <AdminForm action={adminPaths.stopFeaturing({ id: listing.id })} submit={t('Stop featuring')} about={listing.name} />
        </div>
      )}
    </FoldedForm>
  );

export const RestoreListing = ({ listing }: Props) => (
  <AdminSection id="back" title={t('Restore')}>
    <p dir="auto">{listing.removal_reason}</p>
    {listing.merged_into && (
      <p>
        {rich('Its address redirects to {listing}. Moved followers stay there.', {
          listing: <a href={adminPaths.listing({ id: listing.merged_into.id })}>{listing.merged_into.name}</a>,
        })}
      </p>
    )}
    <AdminForm action={adminPaths.restoreListing({ id: listing.id })} submit={t('Restore')} about={listing.name} />
  </AdminSection>
);

/** Drastic actions: take it out of the queue, launch it now, merge it, remove it. */
export const RemoveListing = ({ listing, has_purchases }: Props & { has_purchases: boolean }) => (
  <>
    {isQueued(listing) && listing.plan !== 'paid' && <TakeOutOfQueue listing={listing} />}
    {listing.status !== 'live' && <LaunchNow listing={listing} />}
    <FoldedForm
      id="merge"
      title={t('Merge into another listing')}
      action={adminPaths.mergeListing({ id: listing.id })}
      submit={t('Merge')}
      about={listing.name}
      destructive
      fields={[
        {
          name: 'into',
          label: t('Slug of the other listing'),
          type: 'code',
          max_length: 220,
          required: true,
          hint: t('Restoring this listing undoes the merge.'),
        },
      ]}
    >
      <p>
        {t(
          'Use this for duplicates: this address will redirect to the other listing, and followers move there. Its votes, reviews, awards and updates are hidden with it.',
        )}
      </p>
      {has_purchases && (
        <p class="notice office-mind">
          {t('Purchases aren’t moved. Refund them in their order, or deliver them for the other listing first.')}
        </p>
      )}
    </FoldedForm>
    <FoldedForm
      id="remove"
      title={t('Remove')}
      action={adminPaths.removeListing({ id: listing.id })}
      submit={t('Remove')}
      about={listing.name}
      destructive
      fields={[
        { name: 'cause', label: t('Reason'), options: Object.entries(REMOVAL_CAUSES).map(([value, name]) => ({ value, name })) },
        { name: 'note', label: t('Message to the owner'), max_length: 500, rows: 3 },
      ]}
    >
      <p>{t('Nothing is deleted and you can restore it. The reason is public; the message goes to the owner only.')}</p>
    </FoldedForm>
  </>
);
