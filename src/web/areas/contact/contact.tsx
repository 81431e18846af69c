import { type Ctx, isSignedIn } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { findVerifiedEmail } from '../../../modules/accounts/queries.ts';
import { contactPaths, legalPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';

interface ContactData {
  done: boolean;
  email: string | null;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<ContactData> => ({
  done: textParam(query.done) === 'sent',
  email: isSignedIn(ctx) ? ((await findVerifiedEmail(ctx.sql, ctx.caller.account_id)) ?? null) : null,
});

export const head = (_: ContactData, { site }: PageContext): PageHead => ({
  title: t('Contact'),
  description: t('Write to the team of {name}.', { name: site.name }),
  canonical: contactPaths.contact(),
  trail: [],
  here: t('Contact'),
});

export const view = ({ done, email }: ContactData, context: PageContext) => {
  const form = { action: contactPaths.contact() };
  const has = (kind: string) => context.site.legal?.some((page) => page.kind === kind);
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{t('Contact')}</h1>
        <p class="lede">{t('Write to the team of {name}. We answer by email.', { name: context.site.name })}</p>
      </header>
      {done && (
        <p class="done" role="status">
          {t('Message sent. We’ll answer by email.')}
        </p>
      )}
      <Form {...form}>
        <Field {...form} name="name" label={t('Your name')} autocomplete="name" required maxlength={100} />
        <Field {...form} name="email" label={t('Email address')} type="email" value={email} autocomplete="email" required maxlength={254} />
        <Field {...form} name="subject" label={t('Subject')} required maxlength={150} />
        <Field {...form} name="body" label={t('Message')} rows={8} required maxlength={5000} />
        <div class="contact-homepage" aria-hidden="true">
          <label for="contact-homepage">{t('Leave this empty')}</label>
          <input id="contact-homepage" name="homepage" type="text" tabindex={-1} autocomplete="off" />
        </div>
        <div class="actions">
          <button class="button button-main" type="submit">
            {t('Send message')}
          </button>
        </div>
      </Form>
      {(has('privacy') || has('imprint')) && (
        <p class="quiet more">
          {has('privacy') && (
            <>
              {rich('What happens with your message: <link>privacy policy</link>.', {
                link: (text) => <a href={legalPaths.page({ kind: 'privacy' })}>{text}</a>,
              })}{' '}
            </>
          )}
          {has('imprint') &&
            rich('Other ways to reach us: <link>imprint</link>.', {
              link: (text) => <a href={legalPaths.page({ kind: 'imprint' })}>{text}</a>,
            })}
        </p>
      )}
    </div>
  );
};
