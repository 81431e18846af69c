import type { Ctx } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { accountPaths } from '../../paths.ts';
import { requireSignedIn } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { accountHead } from './head.ts';

export const load = (ctx: Ctx) => getOwnAccount(requireSignedIn(ctx));

type Data = Awaited<ReturnType<typeof load>>;

export const head = () => accountHead(t('Delete your account'), t('Delete your account and your personal data.'), accountPaths.delete());

export const view = ({ email }: Data) => {
  const form = { action: accountPaths.delete() };
  return (
    <div class="broad">
      <header class="page-head">
        <h1>{t('Delete your account')}</h1>
        <p class="lede">
          {t(
            'This deletes your account on all sites of this service, signs out all devices and revokes all API keys and applications immediately. You can’t undo this.',
          )}
        </p>
      </header>
      <Form {...form}>
        <Field
          {...form}
          name="email"
          label={t('Email address')}
          type="email"
          hint={t('Type {email} to confirm.', { email })}
          required
          maxlength={254}
        />
        <button class="button button-grave" type="submit">
          {t('Delete account permanently')}
        </button>
      </Form>
      <p class="more">
        <a href={accountPaths.home()}>{t('Keep account')}</a>
      </p>
    </div>
  );
};
