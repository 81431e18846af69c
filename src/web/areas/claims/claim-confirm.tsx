import type { Ctx } from '../../../kernel/context.ts';
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
  title: `Confirm the claim to ${link.listing_name}`,
  description: 'Confirm that someone may manage this listing.',
  canonical: ACTION,
  index: false,
});

export const view = ({ link, token }: ConfirmData, context: PageContext) => (
  <div class="medium claim">
    <header class="page-head">
      <p class="eyebrow" dir="auto">
        {link.email}
      </p>
      <h1>
        Confirm the claim to <span dir="auto">{link.listing_name}</span>
      </h1>
      <p class="lede">
        <strong dir="auto">{link.account_email}</strong> has claimed the listing of{' '}
        <a href={listingPaths.listing({ slug: link.listing_slug })} dir="auto">
          {link.listing_name}
        </a>{' '}
        on {context.site.name}.
      </p>
    </header>
    <p>
      By confirming, you state that you use <span dir="auto">{link.email}</span> and that this account may manage the listing. You don’t
      need to be signed in.
    </p>
    <Form action={ACTION} context={context} hidden={{ token }}>
      <button class="button button-main" type="submit">
        Confirm claim
      </button>
    </Form>
    <p class="quiet more">Don’t know this account? Close this page. It gets no access.</p>
  </div>
);
