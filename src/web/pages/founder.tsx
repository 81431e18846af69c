import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { interviewsOf } from '../../modules/content/interview.ts';
import { getFounder } from '../../modules/people/founder.ts';
import type { Founder } from '../../modules/people/schema.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import { founderThing } from '../linked-data.ts';
import { leadOn } from '../merged.ts';
import type { Head, Here, Params } from '../page.ts';
import { Socials } from '../parts/listing-links.tsx';
import { Logo } from '../parts/logo.tsx';
import { Prose } from '../parts/prose.tsx';
import type { Card } from '../pictures/card.ts';
import { countryName } from '../wording.ts';

interface Data extends Founder {
  /** Listings on whose pages an interview stands. */
  interviews?: { slug: string; name: string }[];
}

export const load = async (ctx: Ctx, params: Params): Promise<Data> => {
  const slug = slugIn(params, 'founder_not_found');
  const [founder, interviews] = await Promise.all([getFounder(ctx, { slug }), interviewsOf(ctx, { slug })]).catch((error) =>
    leadOn(ctx, slug, error),
  );
  return { ...valueIn(founder), interviews };
};

const cardOf = ({ slug, name, bio, country, companies }: Data, site: string): Card => ({
  kind: 'Founder',
  titles: [name, slug.replaceAll('-', ' ')],
  text: bio,
  notes: [...companies.slice(0, 3).map((company) => company.name), ...(country ? [countryName(country)] : [])],
  site,
});

export const head = (data: Data, { site }: Here): Head => ({
  title: data.name,
  description:
    data.bio ?? `${data.name}${data.companies.length > 0 ? ` of ${data.companies.map((company) => company.name).join(', ')}` : ''}.`,
  canonical: to.founder(data.slug),
  trail: [{ name: 'Founders', href: to.founders() }],
  type: 'profile',
  things: [founderThing(data, site)],
  card: cardOf(data, site.name),
});

export const view = ({ name, country, photo_url, bio, socials, companies, stories, interviews = [] }: Data) => (
  <>
    <header class="listing-head">
      <Logo name={name} src={photo_url} size={96} round />
      <div class="listing-title">
        <h1 dir="auto">{name}</h1>
        {country && <p class="lede">{countryName(country)}</p>}
        <Socials socials={socials} />
      </div>
    </header>
    <div class="narrow">
      {bio && (
        <section class="block block-first" aria-label="Biography">
          <Prose text={bio} />
        </section>
      )}
      {companies.length > 0 && (
        <section class="block" aria-labelledby="companies">
          <h2 id="companies">Launched here</h2>
          <ul class="plain-list">
            {companies.map((company) => (
              <li>
                <a class="strong-link" href={to.listing(company.slug)} dir="auto">
                  {company.name}
                </a>
                {company.title && (
                  <p class="quiet" dir="auto">
                    {company.title}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {stories.length > 0 && (
        <section class="block" aria-labelledby="stories">
          <h2 id="stories">Stories</h2>
          <ul class="plain-list">
            {stories.map(({ listing_slug, listing_name, title, excerpt }) => (
              <li>
                <a class="strong-link" href={`${to.listing(listing_slug)}#story`} dir="auto">
                  {title ?? `The story of ${listing_name}`}
                </a>
                {excerpt && <p dir="auto">{excerpt}</p>}
                <p class="quiet" dir="auto">
                  {listing_name}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {interviews.length > 0 && (
        <section class="block" aria-labelledby="interviews">
          <h2 id="interviews">Interviews</h2>
          <ul class="plain-list">
            {interviews.map(({ slug, name }) => (
              <li>
                <a class="strong-link" href={`${to.listing(slug)}#interview`} dir="auto">
                  The founder interview of {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  </>
);
