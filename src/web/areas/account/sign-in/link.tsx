import type { Ctx } from '../../../../kernel/context.ts';
import { readEmailedLink } from '../../../../modules/accounts/credentials/sign-in-links.ts';
import { accountPaths } from '../../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../../server/page.ts';
import { Form } from '../../../ui/form.tsx';

/** Opening the link changes nothing, because mail scanners open links too. The button does it. */
export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const token = textParam(query.token) ?? '';
  return { token, email: (await readEmailedLink(ctx, token, ['sign_in'])).email };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Sign in',
  description: 'One click and you are in.',
  canonical: accountPaths.signInByLink(),
  index: false,
});

export const view = ({ token, email }: Data, context: PageContext) => (
  <div class="stack trouble">
    <p class="eyebrow">Almost there</p>
    <h1>Sign in as</h1>
    <p class="lede" dir="auto">
      {email}
    </p>
    <Form action={accountPaths.signInByLink()} context={context} hidden={{ token }}>
      <button class="button button-main" type="submit">
        Sign in
      </button>
    </Form>
    <p class="quiet">Not your address? Close this page: somebody sent you a link of theirs.</p>
  </div>
);
