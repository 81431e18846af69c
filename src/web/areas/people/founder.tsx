import type { VNode } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listFounderInterviews } from '../../../modules/content/interview.ts';
import { getFounder, getMergedFounder } from '../../../modules/people/founders.ts';
import type { Founder } from '../../../modules/people/schema.ts';
import { listingPaths, peoplePaths, reportPaths } from '../../paths.ts';
import { founderThing } from '../../server/metadata.ts';
import { type PageContext, type PageHead, redirectIfMerged } from '../../server/page.ts';
import type { ShareCard } from '../../share-images/share-card.ts';
import { Logo, Prose } from '../../ui/elements.tsx';
import { countryLabel } from '../../ui/format.tsx';
import { SocialLinkList } from '../../ui/profile/links.tsx';

interface Data extends Founder {
  /** Listings with an interview of this founder. */
  interviews?: { slug: string; name: string }[];
}

export const load = async (ctx: Ctx, { slug }: { slug: string }): Promise<Data> => {
  const [founder, interviews] = await Promise.all([getFounder(ctx, { slug }), listFounderInterviews(ctx, { slug })]).catch((error) =>
    redirectIfMerged(error, 'founder_not_found', async () => {
      const into = await getMergedFounder(ctx, { slug });
      return into && peoplePaths.founder({ slug: into });
    }),
  );
  return { ...toValue(founder), interviews };
};

const cardOf = ({ slug, name, bio, country, companies }: Data, site: string): ShareCard => ({
  kind: t('Founder'),
  titles: [name, slug.replaceAll('-', ' ')],
  text: bio,
  notes: [...companies.slice(0, 3).map((company) => company.name), ...(country ? [countryLabel(country)] : [])],
  site,
});

export const head = (data: Data, { site }: PageContext): PageHead => ({
  title: data.name,
  description:
    data.bio ?? `${data.name}${data.companies.length > 0 ? ` of ${data.companies.map((company) => company.name).join(', ')}` : ''}.`,
  canonical: peoplePaths.founder({ slug: data.slug }),
  trail: [{ name: t('Founders'), href: peoplePaths.founders() }],
  type: 'profile',
  things: [founderThing(data, site)],
  card: cardOf(data, site.name),
});

const ListSection = ({ id, title, children }: { id: string; title: string; children: VNode[] }) =>
  children.length > 0 ? (
    <section class="block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="plain-list">{children}</ul>
    </section>
  ) : null;

export const view = ({ slug: own_slug, name, country, photo_url, bio, socials, companies, stories, interviews = [] }: Data) => (
  <>
    <header class="listing-head">
      <Logo name={name} src={photo_url} size={96} round />
      <div class="stack listing-title">
        <h1 dir="auto">{name}</h1>
        {country && <p class="lede">{countryLabel(country)}</p>}
        <SocialLinkList socials={socials} />
      </div>
    </header>
    <div class="narrow">
      {bio && (
        <section class="block block-first" aria-label={t('Biography')}>
          <Prose text={bio} />
        </section>
      )}
      <ListSection id="companies" title={t('Products')}>
        {companies.map((company) => (
          <li>
            <a class="strong-link" href={listingPaths.listing({ slug: company.slug })} dir="auto">
              {company.name}
            </a>
            {company.title && (
              <p class="quiet" dir="auto">
                {company.title}
              </p>
            )}
          </li>
        ))}
      </ListSection>
      <ListSection id="stories" title={t('Stories')}>
        {stories.map(({ listing_slug, listing_name, title, excerpt }) => (
          <li>
            <a class="strong-link" href={`${listingPaths.listing({ slug: listing_slug })}#story`} dir="auto">
              {title ?? t('The {listing_name} story', { listing_name })}
            </a>
            {excerpt && <p dir="auto">{excerpt}</p>}
            <p class="quiet" dir="auto">
              {listing_name}
            </p>
          </li>
        ))}
      </ListSection>
      <ListSection id="interviews" title={t('Interviews')}>
        {interviews.map(({ slug, name }) => (
          <li>
            <a class="strong-link" href={`${listingPaths.listing({ slug })}#interview`} dir="auto">
              {t('Founder interview: {name}', { name })}
            </a>
          </li>
        ))}
      </ListSection>
      <p class="quiet">
        <a href={reportPaths.founder({ slug: own_slug })}>{t('Report this profile')}</a>
      </p>
    </div>
  </>
);
