import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import type { DraftOverview } from '../../../modules/drafts/drafts.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import { dashboardPaths, draftPaths, listingPaths } from '../../paths.ts';

export type DraftListing = DraftOverview['listing'];
type Link = { text: string; href: (listing: NonNullable<DraftListing>) => string };

const VIEW_LISTING: Link = texts({ text: msg('View listing'), href: ({ slug }) => listingPaths.listing({ slug }) });
const LAUNCH: Omit<Link, 'text'> = { href: ({ id }) => dashboardPaths.freePlan({ listing_id: id }) };

/** What to say about the listing of a submitted draft, by the listing's status, and the next step. */
const LISTING_NOTICES: Record<NonNullable<DraftListing>['status'], { title: string; text: string; next: Link }> = texts({
  draft: {
    title: msg('Saved as your listing.'),
    text: msg('It’s not public yet. Changes you save here also update the listing.'),
    next: { text: msg('Choose how to launch'), ...LAUNCH },
  },
  awaiting_badge: {
    title: msg('Your launch is waiting for the badge.'),
    text: msg('Your listing is already public. Changes you save here appear on it immediately.'),
    next: { text: msg('Add the badge'), ...LAUNCH },
  },
  scheduled: {
    title: msg('Your launch is scheduled.'),
    text: msg('Your listing is already public. Changes you save here appear on it immediately.'),
    next: VIEW_LISTING,
  },
  live: { title: msg('Your listing is live.'), text: msg('Changes you save here appear on it immediately.'), next: VIEW_LISTING },
  removed: {
    title: msg('Your listing was removed by the team.'),
    text: msg('Visitors can’t see it. Contact the team if you think this is a mistake.'),
    next: { text: msg('Open your listing'), href: ({ id }) => dashboardPaths.overview({ listing_id: id }) },
  },
});

export const ListingNotice = ({ draft, listing, is_new }: { draft: Draft; listing: DraftListing; is_new: boolean }) => {
  if (!listing)
    return (
      <div class="done">
        <p>
          {rich(
            '<strong>The listing made from this draft now belongs to another account.</strong> You can read the draft here, but changes no longer affect the listing.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </p>
      </div>
    );
  const { title, text, next } = LISTING_NOTICES[listing.status];
  return (
    <div class="done" role={is_new ? 'status' : undefined}>
      <p>
        <strong>{title}</strong> {text}
      </p>
      <p class="actions more">
        <a class="button button-main" href={next.href(listing)}>
          {next.text}
        </a>
        {listing.status === 'draft' && <a href={draftPaths.preview({ uuid: draft.id })}>{t('Preview')}</a>}
      </p>
    </div>
  );
};
