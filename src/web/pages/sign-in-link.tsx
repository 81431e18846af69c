import type { Ctx } from '../../kernel/context.ts';
import { readLink } from '../../modules/accounts/links.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Form } from '../parts/form.tsx';

/** Opening the link does nothing yet: scanners of mail open links too. The button does it. */
export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const token = typed(query.token) ?? '';
  return { token, email: (await readLink(ctx, token, ['sign_in'])).email };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({ title: 'Sign in', description: 'One click and you are in.', canonical: '/sign-in/link', index: false });

export const view = ({ token, email }: Data, here: Here) => (
  <div class="trouble">
    <p class="eyebrow">Almost there</p>
    <h1>Sign in as</h1>
    <p class="lede" dir="auto">
      {email}
    </p>
    <Form action="/sign-in/link" here={here} hidden={{ token }}>
      <button class="button button-main" type="submit">
        Sign in
      </button>
    </Form>
    <p class="quiet">Not your address? Close this page: somebody sent you a link of theirs.</p>
  </div>
);
