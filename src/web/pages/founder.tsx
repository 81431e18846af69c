import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getFounder } from '../../modules/people/founder.ts';
import type { Founder } from '../../modules/people/schema.ts';
import { to } from '../addresses.ts';
import { slugIn } from '../asked.ts';
import type { Head, Params } from '../page.ts';
import { Socials } from '../parts/listing-links.tsx';
import { Logo } from '../parts/logo.tsx';
import { Prose } from '../parts/prose.tsx';
import { countryName } from '../wording.ts';

export const load = async (ctx: Ctx, params: Params) => valueIn(await getFounder(ctx, { slug: slugIn(params, 'founder_not_found') }));

export const head = ({ slug, name, bio, companies }: Founder): Head => ({
  title: name,
  description: bio ?? `${name}${companies.length > 0 ? ` of ${companies.map((company) => company.name).join(', ')}` : ''}.`,
  canonical: to.founder(slug),
  trail: [{ name: 'Founders', href: to.founders() }],
  type: 'profile',
});

export const view = ({ name, country, photo_url, bio, socials, companies, stories }: Founder) => (
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
    </div>
  </>
);
