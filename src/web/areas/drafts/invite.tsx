import type { Ctx } from '../../../kernel/context.ts';
import { findInvite, type OpenInvite } from '../../../modules/drafts/invites.ts';
import { draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, textParam } from '../../server/page.ts';
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
  title: `You are invited to ${invite.product}`,
  description: 'Add your profile to your product.',
  canonical: ACTION,
  index: false,
});

export const view = ({ invite, token }: InviteData, context: PageContext) => (
  <div class="narrow">
    <header class="page-head">
      <p class="eyebrow" dir="auto">
        {invite.email}
      </p>
      <h1>
        Add yourself to <span dir="auto">{invite.product}</span>
      </h1>
      <p class="lede">
        {invite.inviter ? <strong dir="auto">{invite.inviter}</strong> : 'Its maker'} is preparing a listing for{' '}
        <ExternalLink href={invite.url}>{shortUrl(invite.url)}</ExternalLink> and invited you as a co-founder to add your profile.
      </p>
    </header>
    <Form action={ACTION} context={context} hidden={{ token }}>
      <Field action={ACTION} context={context} name="name" label="Your name" autocomplete="name" required maxlength={160} />
      <Field
        action={ACTION}
        context={context}
        name="title"
        label="Your role"
        hint="For example co-founder or head of design"
        autocomplete="organization-title"
        maxlength={160}
      />
      <Field action={ACTION} context={context} name="bio" label="About you" rows={5} maxlength={3000} />
      <button class="button button-main" type="submit">
        Add me
      </button>
    </Form>
    <p class="quiet more">
      Shown on the listing once it’s published. You don’t need an account. Not your address? Close this page and nothing happens.
    </p>
  </div>
);
