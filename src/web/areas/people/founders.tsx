import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listFounders } from '../../../modules/people/founders.ts';
import { type FounderSummary, ListFounders } from '../../../modules/people/schema.ts';
import { draftPaths, listingPaths, peoplePaths } from '../../paths.ts';
import { type PageHead, type Params, parseQuery, type Query } from '../../server/page.ts';
import { Logo } from '../../ui/elements.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { countryLabel, countryOptions } from '../../ui/format.tsx';
import { Empty, formatTotal, IgnoredParamsNotice, PagedList } from '../../ui/list.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const { input, ignored } = parseQuery(ListFounders, query);
  return { input, ignored, founders: toValue(await listFounders(ctx, input)) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ input, ignored }: Data): PageHead => ({
  title: input.q ? t('Founders matching “{q}”', { q: input.q }) : t('Founders'),
  description: t('The people behind the products: who they are, what they’ve launched and their stories.'),
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

export const view = ({ input, ignored, founders }: Data) => (
  <>
    <header class="page-head">
      <h1>{t('Founders')}</h1>
      <p class="lede">{t('The people behind the products.')}</p>
      <search>
        <form action={peoplePaths.founders()} class="row-form">
          <div class="field">
            <label for="by-name">{t('Name')}</label>
            <input id="by-name" type="search" name="q" value={input.q} maxlength={120} autocomplete="off" dir="auto" />
          </div>
          <FilterSelect
            name="country"
            title={t('Country')}
            any={t('Anywhere')}
            options={countryOptions()}
            value={input.country?.toUpperCase()}
          />
          <button type="submit" class="button">
            {t('Search')}
          </button>
        </form>
      </search>
    </header>
    <IgnoredParamsNotice ignored={ignored} />
    <section aria-labelledby="results">
      <h2 id="results" class="results-total">
        {formatTotal(founders, (n) => t('{n, plural, one {# founder} other {# founders}}', { n }))}
      </h2>
      <PagedList
        list={founders}
        href={(page) => peoplePaths.founders({ ...input, page })}
        empty={
          input.q || input.country ? (
            <Empty title={t('No founders found')}>
              <p>
                {rich('Try part of the name, or <link>see everyone</link>.', {
                  link: (text) => <a href={peoplePaths.founders()}>{text}</a>,
                })}
              </p>
            </Empty>
          ) : (
            <Empty title={t('No founders yet')}>
              <p>
                {rich('Founders are added with their products. <link>Submit a product</link>.', {
                  link: (text) => <a href={draftPaths.submit()}>{text}</a>,
                })}
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
