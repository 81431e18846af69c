import type { Ctx } from '../../kernel/context.ts';
import { readLink } from '../../modules/accounts/links.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Form } from '../parts/form.tsx';

export const load = async (ctx: Ctx, _params: Params, query: Query) => {
  const token = typed(query.token) ?? '';
  const { purpose, email } = await readLink(ctx, token, ['confirm_old_address', 'confirm_new_address']);
  return { token, email, end: purpose === 'confirm_old_address' ? ('old' as const) : ('new' as const) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'Confirm the move',
  description: 'Both ends of a change of address confirm it.',
  canonical: '/account/address',
  index: false,
});

const SAYS = {
  old: { title: 'Move your account away from this address', button: 'Yes, move it' },
  new: { title: 'Move the account to this address', button: 'Yes, this is my address' },
};

export const view = ({ token, email, end }: Data, here: Here) => (
  <div class="trouble">
    <p class="eyebrow">Change of address</p>
    <h1>{SAYS[end].title}</h1>
    <p class="lede" dir="auto">
      {email}
    </p>
    <Form action="/account/address" here={here} hidden={{ token }}>
      <button class="button button-main" type="submit">
        {SAYS[end].button}
      </button>
    </Form>
    <p class="quiet">Not your doing? Close this page; without both ends nothing happens.</p>
  </div>
);
