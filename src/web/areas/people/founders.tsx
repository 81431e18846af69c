import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listFounders } from '../../../modules/people/founders.ts';
import { type FounderSummary, ListFounders } from '../../../modules/people/schema.ts';
import { draftPaths, listingPaths, peoplePaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { Logo } from '../../ui/elements.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { COUNTRY_OPTIONS, countryLabel, pluralize } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListFounders, query);
  return { input, ignored, founders: toValue(await listFounders(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, ignored }: Data): PageHead => ({
  title: input.q ? `Founders matching “${input.q}”` : 'Founders',
  description: 'The people behind the products: who they are, what they’ve launched and their stories.',
  canonical: peoplePaths.founders({ country: input.country, page: input.page }),
  index: input.q === undefined && ignored.length === 0,
  status: ignored.length > 0 ? 400 : 200,
});

const Person = ({ founder: { slug, name, country, photo_url, companies } }: { founder: FounderSummary }) => (
  <article class="person">
    <Logo name={name} src={photo_url} size={56} round />
    <div>
      <h3 class="card-name">
        <a href={peoplePaths.founder({ slug })} dir="auto">
          {name}
        </a>
      </h3>
      {country && <p class="quiet">{countryLabel(country)}</p>}
      <ul class="facts-line">
        {companies.map((company) => (
          <li>
            <a href={listingPaths.listing({ slug: company.slug })} dir="auto">
              {company.name}
            </a>
            {company.title && <span dir="auto"> ({company.title})</span>}
          </li>
        ))}
      </ul>
    </div>
  </article>
);

const COUNTRY_CHOICES = COUNTRY_OPTIONS.map(({ code, name }) => ({ value: code, name }));

export const view = ({ input, ignored, founders }: Data) => (
  <>
    <header class="page-head">
      <h1>Founders</h1>
      <p class="lede">The people behind the products.</p>
      <search>
        <form action={peoplePaths.founders()} class="row-form">
          <div class="field">
            <label for="by-name">Name</label>
            <input id="by-name" type="search" name="q" value={input.q} maxlength={120} autocomplete="off" dir="auto" />
          </div>
          <FilterSelect name="country" title="Country" any="Anywhere" options={COUNTRY_CHOICES} value={input.country?.toUpperCase()} />
          <button type="submit" class="button">
            Search
          </button>
        </form>
      </search>
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <section aria-labelledby="results">
      <h2 id="results" class="results-total">
        {formatTotal(founders, (n) => pluralize(n, 'founder'))}
      </h2>
      <PagedList
        list={founders}
        href={(page) => peoplePaths.founders({ ...input, page })}
        empty={
          input.q || input.country ? (
            <Empty title="No founders found">
              <p>
                Try part of the name, or <a href={peoplePaths.founders()}>see everyone</a>.
              </p>
            </Empty>
          ) : (
            <Empty title="No founders yet">
              <p>
                Founders are added with their products. <a href={draftPaths.submit()}>Submit a product</a>.
              </p>
            </Empty>
          )
        }
      >
        <ul class="cards cards-two">
          {founders.items.map((founder) => (
            <li>
              <Person founder={founder} />
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  </>
);
