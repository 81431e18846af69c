import type { Ctx } from '../../../kernel/context.ts';
import { readEmailedLink } from '../../../modules/accounts/credentials/sign-in-links.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Form } from '../../ui/form.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const token = textParam(query.token) ?? '';
  const { purpose, email } = await readEmailedLink(ctx, token, ['confirm_old_address', 'confirm_new_address']);
  return { token, email, end: purpose === 'confirm_old_address' ? ('old' as const) : ('new' as const) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Confirm the move',
  description: 'Both ends of a change of address confirm it.',
  canonical: accountPaths.confirmEmail(),
  index: false,
});

const TEXTS = {
  old: { title: 'Move your account away from this address', button: 'Yes, move it' },
  new: { title: 'Move the account to this address', button: 'Yes, this is my address' },
};

export const view = ({ token, email, end }: Data, context: PageContext) => (
  <div class="stack trouble">
    <p class="eyebrow">Change of address</p>
    <h1>{TEXTS[end].title}</h1>
    <p class="lede" dir="auto">
      {email}
    </p>
    <Form action={accountPaths.confirmEmail()} context={context} hidden={{ token }}>
      <button class="button button-main" type="submit">
        {TEXTS[end].button}
      </button>
    </Form>
    <p class="quiet">Not your doing? Close this page; without both ends nothing happens.</p>
  </div>
);
