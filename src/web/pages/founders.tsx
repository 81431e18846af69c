import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listFounders } from '../../modules/people/founder.ts';
import { type FounderSummary, ListFounders } from '../../modules/people/schema.ts';
import { to } from '../addresses.ts';
import { asked } from '../asked.ts';
import { COUNTRIES } from '../facets.ts';
import type { Head, Params, Query } from '../page.ts';
import { Empty } from '../parts/empty.tsx';
import { Select } from '../parts/facets.tsx';
import { Logo } from '../parts/logo.tsx';
import { MisreadNotice } from '../parts/misread.tsx';
import { Pages, sayTotal } from '../parts/pager.tsx';
import { counted, countryName } from '../wording.ts';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, misread } = asked(ListFounders, query);
  return { input, misread, founders: valueIn(await listFounders(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, misread }: Data): Head => ({
  title: input.q ? `Founders called “${input.q}”` : 'Founders',
  description: 'The people behind the products: who they are, what they have launched and the stories they tell.',
  canonical: to.founders({ country: input.country, page: input.page }),
  index: input.q === undefined && misread.length === 0,
  status: misread.length > 0 ? 400 : 200,
});

const Person = ({ founder: { slug, name, country, photo_url, companies } }: { founder: FounderSummary }) => (
  <article class="person">
    <Logo name={name} src={photo_url} size={56} round />
    <div>
      <h3 class="card-name">
        <a href={to.founder(slug)} dir="auto">
          {name}
        </a>
      </h3>
      {country && <p class="quiet">{countryName(country)}</p>}
      <ul class="facts-line">
        {companies.map((company) => (
          <li>
            <a href={to.listing(company.slug)} dir="auto">
              {company.name}
            </a>
            {company.title && <span dir="auto"> ({company.title})</span>}
          </li>
        ))}
      </ul>
    </div>
  </article>
);

const COUNTRY_CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, name }));

export const view = ({ input, misread, founders }: Data) => (
  <>
    <header class="page-head">
      <h1>Founders</h1>
      <p class="lede">The people behind the products.</p>
      <search>
        <form action={to.founders()} class="row-form">
          <div class="field">
            <label for="by-name">Name</label>
            <input id="by-name" type="search" name="q" value={input.q} maxlength={120} autocomplete="off" dir="auto" />
          </div>
          <Select name="country" title="Country" any="Anywhere" offered={COUNTRY_CHOICES} value={input.country?.toUpperCase()} />
          <button type="submit" class="button">
            Find
          </button>
        </form>
      </search>
    </header>
    <MisreadNotice misread={misread} />
    <section aria-labelledby="results">
      <h2 id="results" class="results-total">
        {sayTotal(founders, (n) => counted(n, 'founder'))}
      </h2>
      <Pages
        list={founders}
        href={(page) => to.founders({ ...input, page })}
        empty={
          input.q || input.country ? (
            <Empty title="Nobody found">
              <p>
                Try part of the name, or <a href={to.founders()}>see everyone</a>.
              </p>
            </Empty>
          ) : (
            <Empty title="Nobody is here yet">
              <p>
                Founders come with their products: <a href={to.submit()}>submit one</a>.
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
      </Pages>
    </section>
  </>
);
