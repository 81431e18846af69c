import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { findMailedClaim } from '../../../modules/claims/claims.ts';
import { claimPaths, listingPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';

const ACTION = claimPaths.confirm();

/** Opening the link changes nothing, because mail scanners open links too. */
export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const token = textParam(query.token) ?? '';
  return { link: await findMailedClaim(ctx, { token }), token };
};

type ConfirmData = Awaited<ReturnType<typeof load>>;

export const head = ({ link }: ConfirmData): PageHead => ({
  title: t('Confirm the claim to {listing_name}', { listing_name: link.listing_name }),
  description: t('Confirm that someone may manage this listing.'),
  canonical: ACTION,
  index: false,
});

export const view = ({ link, token }: ConfirmData, context: PageContext) => (
  <div class="medium claim">
    <header class="page-head">
      <p class="eyebrow" dir="auto">
        {link.email}
      </p>
      <h1>{rich('Confirm the claim to {listing_name}', { listing_name: <span dir="auto">{link.listing_name}</span> })}</h1>
      <p class="lede">
        {rich('{account_email} has claimed the listing of {listing_name} on {name}.', {
          account_email: <strong dir="auto">{link.account_email}</strong>,
          listing_name: (
            <a href={listingPaths.listing({ slug: link.listing_slug })} dir="auto">
              {link.listing_name}
            </a>
          ),
          name: context.site.name,
        })}
      </p>
    </header>
    <p>
      {rich('By confirming, you state that you use {email} and that this account may manage the listing. You don’t need to be signed in.', {
        email: <span dir="auto">{link.email}</span>,
      })}
    </p>
    <Form action={ACTION} hidden={{ token }}>
      <button class="button button-main" type="submit">
        {t('Confirm claim')}
      </button>
    </Form>
    <p class="quiet more">{t('Don’t know this account? Close this page. It gets no access.')}</p>
  </div>
);
