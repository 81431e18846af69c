import type { Ctx } from '../../../kernel/context.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, type PageHead, requireSignedIn } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';

export const load = (ctx: Ctx) => getOwnAccount(requireSignedIn(ctx));

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'Delete your account',
  description: 'Removes your account and what is held about you.',
  canonical: accountPaths.delete(),
  trail: [{ name: 'Your account', href: accountPaths.home() }],
  index: false,
});

const ACTION = accountPaths.delete();

export const view = ({ email }: Data, context: PageContext) => (
  <div class="broad">
    <header class="page-head">
      <h1>Delete your account</h1>
      <p class="lede">
        Your account, devices, API keys and connected applications end at once, here and on every site of this service. It cannot be undone.
      </p>
    </header>
    <Form action={ACTION} context={context}>
      <Field
        action={ACTION}
        context={context}
        name="email"
        label="Email address"
        type="email"
        hint={`Type ${email} to confirm.`}
        autocomplete="off"
        required
        maxlength={254}
      />
      <button class="button button-grave" type="submit">
        Delete it for good
      </button>
    </Form>
    <p class="more">
      <a href={accountPaths.home()}>Keep it</a>
    </p>
  </div>
);
