import { t } from '../../../kernel/language/messages.ts';
import type { Alternative, Listing } from '../../../modules/listings/schema.ts';
import { listingPaths, peoplePaths } from '../../paths.ts';
import { Block, ExternalLink, Logo } from '../elements.tsx';
import { platformName } from '../format.tsx';
import { webUrl } from '../urls.ts';

interface FounderListProps {
  founders: Listing['founders'];
  /** By slug. */
  photos?: ReadonlyMap<string, string>;
}

export const FounderList = ({ founders, photos }: FounderListProps) =>
  founders.length > 0 ? (
    <Block id="founders" heading={founders.length === 1 ? t('Founder') : t('Founders')} class="aside-block">
      <ul class="people">
        {founders.map(({ slug, name, title }) => (
          <li>
            <Logo name={name} src={photos?.get(slug) ?? null} size={40} round />
            <div>
              {/* In a preview founders have no page yet. */}
              {slug ? (
                <a class="strong-link" href={peoplePaths.founder({ slug })} dir="auto">
                  {name}
                </a>
              ) : (
                <span class="strong-link" dir="auto">
                  {name}
                </span>
              )}
              {title && (
                <p class="quiet" dir="auto">
                  {title}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Block>
  ) : null;

/** Social links; addresses that are not http(s) are left out. */
export const SocialLinkList = ({ socials }: { socials: Record<string, string | undefined> }) => {
  const links = Object.entries(socials).flatMap(([platform, address]) => (address && webUrl(address) ? [{ platform, address }] : []));
  return links.length > 0 ? (
    <ul class="chips">
      {links.map(({ platform, address }) => (
        <li>
          <ExternalLink class="chip" href={address}>
            {platformName(platform)}
          </ExternalLink>
        </li>
      ))}
    </ul>
  ) : null;
};

const hasLinks = ({ socials, contact_email }: Listing): boolean =>
  Boolean(contact_email || Object.values(socials).some((address) => webUrl(address)));

export const ListingLinks = ({ listing }: { listing: Listing }) =>
  hasLinks(listing) ? (
    <Block id="elsewhere" heading={t('Links')} class="aside-block">
      <SocialLinkList socials={listing.socials} />
      {listing.contact_email && (
        <p>
          <a href={`mailto:${encodeURIComponent(listing.contact_email).replace('%40', '@')}`}>{listing.contact_email}</a>
        </p>
      )}
    </Block>
  ) : null;

export const CompareWith = ({ listing, alternatives }: { listing: Listing; alternatives: Alternative[] }) => (
  <Block id="compare" heading={t('Compare with')}>
    {alternatives.length > 0 && (
      <ul class="tiles others">
        {alternatives.map(({ slug, name, tagline, logo_url }) => (
          <li>
            <Logo name={name} src={logo_url} size={40} />
            <div>
              <a class="strong-link" href={listingPaths.compare({ a: listing.slug, b: slug })} dir="auto">
                {name}
              </a>
              {tagline && (
                <p class="quiet" dir="auto">
                  {tagline}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    )}
    <form action={listingPaths.compare()} class="inline-form">
      <input type="hidden" name="a" value={listing.slug} />
      <label class="unseen" for="compare-b">
        {t('Another product')}
      </label>
      <input id="compare-b" type="text" name="b" placeholder={t('Another product')} maxlength={200} autocomplete="off" dir="auto" />
      <button type="submit" class="button">
        {t('Compare')}
      </button>
    </form>
    <p class="more">
      <a href={listingPaths.alternatives({ slug: listing.slug })}>
        {t('All alternatives')}
        <span class="unseen"> {t('to {name}', { name: listing.name })}</span>
      </a>
    </p>
  </Block>
);
