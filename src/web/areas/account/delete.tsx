import type { Ctx } from '../../../kernel/context.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, requireSignedIn } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { accountHead } from './head.ts';

export const load = (ctx: Ctx) => getOwnAccount(requireSignedIn(ctx));

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead('Delete your account', 'Removes your account and what is held about you.', accountPaths.delete());

export const view = ({ email }: Data, context: PageContext) => {
  const form = { action: accountPaths.delete(), context };
  return (
    <div class="broad">
      <header class="page-head">
        <h1>Delete your account</h1>
        <p class="lede">
          Your account, devices, API keys and connected applications end at once, here and on every site of this service. It cannot be
          undone.
        </p>
      </header>
      <Form {...form}>
        <Field {...form} name="email" label="Email address" type="email" hint={`Type ${email} to confirm.`} required maxlength={254} />
        <button class="button button-grave" type="submit">
          Delete it for good
        </button>
      </Form>
      <p class="more">
        <a href={accountPaths.home()}>Keep it</a>
      </p>
    </div>
  );
};
