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
  title: `Who looks after ${link.listing_name}?`,
  description: 'Confirm a claim from the mailbox it names.',
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
        Who looks after <span dir="auto">{link.listing_name}</span>?
      </h1>
      <p class="lede">
        The account <strong dir="auto">{link.account_email}</strong> claims the listing of{' '}
        <a href={listingPaths.listing({ slug: link.listing_slug })} dir="auto">
          {link.listing_name}
        </a>{' '}
        on {context.site.name}.
      </p>
    </header>
    <p>
      With this button you say that you read the mail of <span dir="auto">{link.email}</span> and that this account may have the listing. It
      goes to that account, whoever is signed in here.
    </p>
    <Form action={ACTION} context={context} hidden={{ token }}>
      <button class="button button-main" type="submit">
        Yes, it may
      </button>
    </Form>
    <p class="quiet more">You do not know that account? Close this page, and it gets nothing.</p>
  </div>
);
