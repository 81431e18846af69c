import { type Ctx, isSignedIn } from '../../../kernel/context.ts';
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
  title: 'Contact',
  description: `Write to the team of ${site.name}.`,
  canonical: contactPaths.contact(),
  trail: [],
  here: 'Contact',
});

export const view = ({ done, email }: ContactData, context: PageContext) => {
  const form = { action: contactPaths.contact(), context };
  const has = (kind: string) => context.site.legal?.some((page) => page.kind === kind);
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>Contact</h1>
        <p class="lede">Write to the team of {context.site.name}. We answer by email.</p>
      </header>
      {done && (
        <p class="done" role="status">
          Message sent. We’ll answer by email.
        </p>
      )}
      <Form {...form}>
        <Field {...form} name="name" label="Your name" autocomplete="name" required maxlength={100} />
        <Field {...form} name="email" label="Email address" type="email" value={email} autocomplete="email" required maxlength={254} />
        <Field {...form} name="subject" label="Subject" required maxlength={150} />
        <Field {...form} name="body" label="Message" rows={8} required maxlength={5000} />
        <div class="contact-homepage" aria-hidden="true">
          <label for="contact-homepage">Leave this empty</label>
          <input id="contact-homepage" name="homepage" type="text" tabindex={-1} autocomplete="off" />
        </div>
        <div class="actions">
          <button class="button button-main" type="submit">
            Send message
          </button>
        </div>
      </Form>
      {(has('privacy') || has('imprint')) && (
        <p class="quiet more">
          {has('privacy') && (
            <>
              What happens with your message: <a href={legalPaths.page({ kind: 'privacy' })}>privacy policy</a>.{' '}
            </>
          )}
          {has('imprint') && (
            <>
              Other ways to reach us: <a href={legalPaths.page({ kind: 'imprint' })}>imprint</a>.
            </>
          )}
        </p>
      )}
    </div>
  );
};
