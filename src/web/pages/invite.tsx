import type { Ctx } from '../../kernel/context.ts';
import { findInvite, type OpenInvite } from '../../modules/drafts/invite.ts';
import { typed } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { Field, Form } from '../parts/form.tsx';
import { Outward } from '../parts/outward.tsx';
import { shortAddress } from '../wording.ts';

const ACTION = '/invites';

interface InviteData {
  invite: OpenInvite;
  token: string;
}

/** Opening the link changes nothing: scanners of mail open links too. */
export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<InviteData> => {
  const token = typed(query.token) ?? '';
  return { invite: await findInvite(ctx, { token }), token };
};

export const head = ({ invite }: InviteData): Head => ({
  title: `You are invited to ${invite.product}`,
  description: 'Add who you are to the profile of your product.',
  canonical: ACTION,
  index: false,
});

export const view = ({ invite, token }: InviteData, here: Here) => (
  <div class="invite-page">
    <header class="page-head">
      <p class="eyebrow" dir="auto">
        {invite.email}
      </p>
      <h1>
        Add yourself to <span dir="auto">{invite.product}</span>
      </h1>
      <p class="lede">
        {invite.inviter ? <strong dir="auto">{invite.inviter}</strong> : 'Its maker'} is preparing a listing for{' '}
        <Outward href={invite.url}>{shortAddress(invite.url)}</Outward> and asks you, as a co-founder, to say who you are.
      </p>
    </header>
    <Form action={ACTION} here={here} hidden={{ token }}>
      <Field action={ACTION} here={here} name="name" label="Your name" autocomplete="name" required maxlength={160} />
      <Field
        action={ACTION}
        here={here}
        name="title"
        label="Your role"
        hint="Such as co-founder, or head of design."
        autocomplete="organization-title"
        maxlength={160}
      />
      <Field action={ACTION} here={here} name="bio" label="About you" rows={5} maxlength={3000} />
      <button class="button button-main" type="submit">
        Add me
      </button>
    </Form>
    <p class="quiet invite-note">
      It is shown with the listing once that is published. You need no account. Not your address? Close this page, and nothing happens.
    </p>
  </div>
);
