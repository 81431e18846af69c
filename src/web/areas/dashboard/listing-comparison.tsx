import type { Caller, Ctx } from '../../../kernel/context.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { getOwnComparison, MAX_ALTERNATIVES } from '../../../modules/listings/owner/comparison.ts';
import type { OwnListing } from '../../../modules/listings/owner/schema.ts';
import { searchListings } from '../../../modules/listings/profile/profile.ts';
import { SearchListings } from '../../../modules/listings/schema.ts';
import { dashboardPaths, listingPaths } from '../../paths.ts';
import { parseQuery, type Query, textParam } from '../../server/page.ts';
import { AttributeField } from '../../ui/attributes/attributes.tsx';
import { attributeFieldName, attributeFormValues } from '../../ui/attributes/values.ts';
import { Evidence, HiddenName } from '../../ui/elements.tsx';
import { Form } from '../../ui/form.tsx';
import { errorFor } from '../../ui/form-state.ts';
import { valuesFingerprint } from '../../ui/form-values.ts';
import { editorFormState } from '../../ui/listing-editor/editor.tsx';
import { type OwnerData, ownerPage } from './owner-page.tsx';

const MAX_RESULTS = 8;

const loadComparison = async (ctx: Ctx<Caller>, listing: OwnListing, query: Query) => {
  const q = textParam(query.q)?.slice(0, 200);
  const [comparison, found] = await Promise.all([
    getOwnComparison(ctx, { listing_id: listing.id }),
    q ? searchListings(ctx, { ...parseQuery(SearchListings, { q }).input, per_page: MAX_RESULTS + 1 }) : null,
  ]);
  const excluded = [listing.slug, ...comparison.approved.map(({ slug }) => slug)];
  const others = found ? toValue(found).items.filter(({ slug }) => !excluded.includes(slug)) : [];
  return { ...comparison, q, results: others.slice(0, MAX_RESULTS) };
};

type Props = OwnerData<Awaited<ReturnType<typeof loadComparison>>>;

const Alternatives = ({ listing, approved, q, results }: Props) => (
  <section class="block block-first" aria-labelledby="alternatives-heading">
    <h2 id="alternatives-heading">{t('Alternatives you approve')}</h2>
    <p>{t('Shown first on your alternatives page. At most {MAX_ALTERNATIVES}.', { MAX_ALTERNATIVES })}</p>
    {approved.length > 0 && (
      <ul class="rows rows-split">
        {approved.map(({ id, name, slug }) => (
          <li>
            <a href={listingPaths.listing({ slug })} dir="auto">
              {name}
            </a>
            <Form action={dashboardPaths.removeAlternative({ listing_id: listing.id })} hidden={{ alternative_id: String(id) }}>
              <button class="button" type="submit">
                {t('Remove')}
                <HiddenName name={name} />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <form action={dashboardPaths.compare({ listing_id: listing.id })} class="inline-form own-find">
      <label class="unseen" for="alternative-q">
        {t('Find a product')}
      </label>
      <input
        id="alternative-q"
        type="text"
        name="q"
        value={q}
        placeholder={t('Find a product')}
        maxlength={200}
        autocomplete="off"
        dir="auto"
      />
      <button class="button" type="submit">
        {t('Find')}
      </button>
    </form>
    {q && results.length === 0 && <p class="quiet">{t('No other products found.')}</p>}
    {results.length > 0 && (
      <ul class="rows rows-split">
        {results.map(({ slug, name, tagline }) => (
          <li>
            <div>
              <p dir="auto">{name}</p>
              {tagline && (
                <p class="quiet" dir="auto">
                  {tagline}
                </p>
              )}
            </div>
            <Form action={dashboardPaths.approveAlternative({ listing_id: listing.id })} hidden={{ slug }}>
              <button class="button" type="submit">
                {t('Approve')}
                <HiddenName name={name} />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Attributes = ({ listing, attributes }: Props) => {
  const action = dashboardPaths.setAttributes({ listing_id: listing.id });
  const stored = Object.assign({}, ...attributes.map(({ key, value }) => attributeFormValues(key, value)));
  const { form, values } = editorFormState(action, stored);
  return attributes.length > 0 ? (
    <section class="block" aria-labelledby="attributes-heading">
      <h2 id="attributes-heading">{t('Comparison facts')}</h2>
      <p>{t('Empty fields appear as not stated. Your values are shown as stated by the owner.')}</p>
      <Form action={action} class="form narrow" hidden={{ seen: form ? (values.seen ?? '') : valuesFingerprint(stored) || '-' }}>
        {attributes.map(({ value, evidence, ...definition }) => {
          const error = errorFor(form?.errors, attributeFieldName(definition.key));
          return (
            <div class="own-attribute">
              <AttributeField
                definition={definition}
                values={values}
                error={error && `${definition.name} ${error.message}.`}
                takes_focus={error !== undefined && error === form?.errors[0]}
              />
              {value !== null && <Evidence of={definition.name} evidence={evidence} />}
            </div>
          );
        })}
        <button class="button button-main" type="submit">
          {t('Save facts')}
        </button>
      </Form>
    </section>
  ) : null;
};

export const comparisonPage = ownerPage({
  path: dashboardPaths.compare,
  tab: 'Comparison',
  load: loadComparison,
  done: texts({
    approved: msg('Alternative approved.'),
    dropped: msg('Alternative removed.'),
    saved: msg('Facts saved.'),
    unchanged: msg('No changes to save.'),
  }),
  view: (data) => (
    <>
      <Alternatives {...data} />
      <Attributes {...data} />
    </>
  ),
});
