import type { Ctx } from '../../../kernel/context.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { accountPaths } from '../../paths.ts';
import { type PageContext, requireSignedIn } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { accountHead } from './head.ts';

export const load = (ctx: Ctx) => getOwnAccount(requireSignedIn(ctx));

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead('Delete your account', 'Delete your account and your personal data.', accountPaths.delete());

export const view = ({ email }: Data, context: PageContext) => {
  const form = { action: accountPaths.delete(), context };
  return (
    <div class="broad">
      <header class="page-head">
        <h1>Delete your account</h1>
        <p class="lede">
          This deletes your account on all sites of this service, signs out all devices and revokes all API keys and applications
          immediately. You can’t undo this.
        </p>
      </header>
      <Form {...form}>
        <Field {...form} name="email" label="Email address" type="email" hint={`Type ${email} to confirm.`} required maxlength={254} />
        <button class="button button-grave" type="submit">
          Delete account permanently
        </button>
      </Form>
      <p class="more">
        <a href={accountPaths.home()}>Keep account</a>
      </p>
    </div>
  );
};
