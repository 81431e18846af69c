import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { findInvite, type OpenInvite } from '../../../modules/drafts/invites.ts';
import { draftPaths } from '../../paths.ts';
import { type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
import { ExternalLink } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { shortUrl } from '../../ui/format.tsx';

const ACTION = draftPaths.invite();

interface InviteData {
  invite: OpenInvite;
  token: string;
}

/** Opening the link changes nothing, because mail scanners open links too. */
export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<InviteData> => {
  const token = textParam(query.token) ?? '';
  return { invite: await findInvite(ctx, { token }), token };
};

export const head = ({ invite }: InviteData): PageHead => ({
  title: t('You are invited to {product}', { product: invite.product }),
  description: t('Add your profile to your product.'),
  canonical: ACTION,
  index: false,
});

export const view = ({ invite, token }: InviteData) => (
  <div class="narrow">
    <header class="page-head">
      <p class="eyebrow" dir="auto">
        {invite.email}
      </p>
      <h1>{rich('Add yourself to {product}', { product: <span dir="auto">{invite.product}</span> })}</h1>
      <p class="lede">
        {invite.inviter ? <strong dir="auto">{invite.inviter}</strong> : t('Its maker')}{' '}
        {rich('is preparing a listing for {url} and invited you as a co-founder to add your profile.', {
          url: <ExternalLink href={invite.url}>{shortUrl(invite.url)}</ExternalLink>,
        })}
      </p>
    </header>
    <Form action={ACTION} hidden={{ token }}>
      <Field action={ACTION} name="name" label={t('Your name')} autocomplete="name" required maxlength={160} />
      <Field
        action={ACTION}
        name="title"
        label={t('Your role')}
        hint={t('For example co-founder or head of design')}
        autocomplete="organization-title"
        maxlength={160}
      />
      <Field action={ACTION} name="bio" label={t('About you')} rows={5} maxlength={3000} />
      <button class="button button-main" type="submit">
        {t('Add me')}
      </button>
    </Form>
    <p class="quiet more">
      {t('Shown on the listing once it’s published. You don’t need an account. Not your address? Close this page and nothing happens.')}
    </p>
  </div>
);
