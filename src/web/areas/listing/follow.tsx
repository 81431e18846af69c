import { t } from '../../../kernel/language/messages.ts';
import type { FollowRow } from '../../../modules/listings/follows/queries.ts';
import type { Listing } from '../../../modules/listings/schema.ts';
import { accountPaths, listingPaths } from '../../paths.ts';
import { HiddenName } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { formatCount } from '../../ui/format.tsx';

/** How a follower hears about the launch and updates. */
const mailStatus = ({ wants_mail, mail_is_off }: FollowRow, is_live: boolean): string => {
  if (is_live) {
    if (mail_is_off) return t('You’ll get updates here. Emails about products you follow are off.');
    return wants_mail ? t('You’ll get updates here and by email.') : t('You’ll get updates here, but not by email.');
  }
  if (mail_is_off) return t('We’ll notify you when voting opens, here. Emails about products you follow are off.');
  return wants_mail
    ? t('We’ll notify you when voting opens, here and by email.')
    : t('We’ll notify you when voting opens, here, but not by email.');
};

interface FollowSettingsProps {
  listing: Listing;
  follow: FollowRow;
}

const FollowSettings = ({ listing: { slug, status }, follow }: FollowSettingsProps) => (
  <>
    <p class="quiet">
      {mailStatus(follow, status === 'live')} {follow.mail_is_off && <a href={accountPaths.mail()}>{t('Email preferences')}</a>}
    </p>
    {!follow.wants_mail && !follow.mail_is_off && (
      <Form action={listingPaths.setFollowMail({ slug })} hidden={{ mail: 'on' }} class="follow-again" in_place>
        <button class="button-quiet" type="submit">
          {t('Email me updates')}
        </button>
      </Form>
    )}
  </>
);

const FollowLabel = ({ action, listing: { name, followers } }: { action: string; listing: Listing }) => (
  <>
    {action}
    <HiddenName name={name} />
    {followers > 0 && (
      <span class="number">
        {formatCount(followers)}
        <span class="unseen"> {t('{followers, plural, one {follower} other {followers}}', { followers })}</span>
      </span>
    )}
  </>
);

interface FollowButtonProps {
  listing: Listing;
  follow: FollowRow | null;
}

/** The follow button. Works without JavaScript; a visitor's follow waits for the sign-in. */
export const FollowButton = ({ listing, follow }: FollowButtonProps) => {
  const { slug, name } = listing;
  return (
    <div
      class="stack follow"
      id="follow"
      data-part="follow"
      data-says={follow ? t('You follow {name}.', { name }) : t('You no longer follow {name}.', { name })}
    >
      <Form action={follow ? listingPaths.unfollow({ slug }) : listingPaths.follow({ slug })} class="follow-form" in_place>
        <button class="button" type="submit">
          <FollowLabel action={follow ? t('Unfollow') : t('Follow')} listing={listing} />
        </button>
      </Form>
      {follow && <FollowSettings listing={listing} follow={follow} />}
      {!follow && listing.status !== 'live' && <p class="quiet">{t('Follow it to get a notification when voting opens.')}</p>}
    </div>
  );
};
