import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listClaims } from '../../../modules/claims/claims.ts';
import { type Claim, ListClaims } from '../../../modules/claims/schema.ts';
import { accountPaths, claimPaths, searchPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, parseQuery, type Query, requireSignedIn } from '../../server/page.ts';
import { HiddenName } from '../../ui/elements.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Empty, PagedList } from '../../ui/list.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { ClaimStatusLabel, METHOD_NAMES } from './claim-proof.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) =>
  toValue(await listClaims(requireSignedIn(ctx), parseQuery(ListClaims, query).input));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: t('Your claims'),
  description: t('Listings you’ve claimed and their verification status.'),
  canonical: claimPaths.claims(),
  trail: [{ name: t('Your account'), href: accountPaths.home() }],
  index: false,
});

const ClaimLine = ({ claim }: { claim: Claim }) => (
  <li>
    <div>
      <h2>
        <a href={claimPaths.claim({ slug: claim.listing_slug })} dir="auto">
          {claim.listing_name}
        </a>
      </h2>
      <p class="quiet">
        {METHOD_NAMES[claim.method]}
        {claim.email && (
          <>
            , <span dir="auto">{claim.email}</span>
          </>
        )}{' '}
        {rich('· started {relativeTime}', { relativeTime: <RelativeTime at={new Date(claim.created_at)} /> })}
      </p>
      {claim.status === 'pending' && claim.last_check && <p dir="auto">{translateStored(claim.last_check.detail)}</p>}
    </div>
    <ClaimStatusLabel status={claim.status} />
    {claim.status === 'pending' && claim.method !== 'email' && (
      <Form action={claimPaths.check({ claim_id: claim.id })}>
        <button class="button" type="submit">
          {t('Check now')}
          <HiddenName name={claim.listing_name} />
        </button>
      </Form>
    )}
  </li>
);

export const view = (claims: Data, context: PageContext) => {
  // A claim that is no longer pending has no form here to show the error in.
  const message = context.form?.message;
  const has_form = claims.items.some(
    ({ id, status, method }) => status === 'pending' && method !== 'email' && context.form?.action === claimPaths.check({ claim_id: id }),
  );
  return (
    <div class="medium claims">
      <header class="page-head">
        <h1>{t('Your claims')}</h1>
        <p class="lede">{t('Listings you’ve claimed and their verification status.')}</p>
      </header>
      {message && !has_form && <FormError>{message}</FormError>}
      <PagedList
        list={claims}
        href={(page) => claimPaths.claims({ page })}
        empty={
          <Empty title={t('No claims yet')}>
            <p>
              {rich('<link>Find your product</link>. If its listing is unclaimed, you can claim it from its page.', {
                link: (text) => <a href={searchPaths.listings()}>{text}</a>,
              })}
            </p>
          </Empty>
        }
      >
        <ul class="rows records claim-list">
          {claims.items.map((claim) => (
            <ClaimLine claim={claim} />
          ))}
        </ul>
      </PagedList>
    </div>
  );
};
