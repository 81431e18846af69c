import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { getDraft } from '../../modules/drafts/draft.ts';
import { type Invited, listInvites } from '../../modules/drafts/invited.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { draftIdIn } from '../parts/draft-id.ts';
import { Field, Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { shortAddress } from '../wording.ts';

interface Inviting {
  draft: Draft;
  invites: Invited[];
  sent: boolean;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Inviting> => {
  const member = signedIn(ctx);
  const id = draftIdIn(params);
  const [draft, invites] = await Promise.all([getDraft(member, { id }), listInvites(member, { id })]);
  return { draft: valueIn(draft), invites, sent: typed(query.done) === 'sent' };
};

const nameOf = ({ fields, url }: Draft): string => (typeof fields.name.value === 'string' ? fields.name.value : shortAddress(url));

export const head = ({ draft }: Inviting): Head => ({
  title: 'Invite a co-founder',
  description: 'They get a mail and write their own profile.',
  canonical: to.draftInvites(draft.id),
  trail: [
    { name: 'Your drafts', href: to.drafts() },
    { name: nameOf(draft), href: to.draft(draft.id) },
  ],
  index: false,
});

const sayStatus = ({ status, expires_at }: Invited, now: Date): string =>
  status === 'accepted' ? 'Has added their profile' : expires_at > now ? 'Invited' : 'Did not answer in time';

export const view = ({ draft, invites, sent }: Inviting, here: Here) => {
  const action = to.draftInvites(draft.id);
  return (
    <div class="invite-page">
      <header class="page-head">
        <h1>Invite a co-founder</h1>
        <p class="lede">
          We mail them a link. With it they add who they are to <span dir="auto">{nameOf(draft)}</span>; they need no account.
        </p>
      </header>
      {sent && (
        <p class="done" role="status">
          The invite is on its way.
        </p>
      )}
      <Form action={action} here={here} once>
        <Field
          action={action}
          here={here}
          name="email"
          label="Email address"
          type="email"
          hint="Ten people at most. The link works once, for 14 days."
          autocomplete="off"
          required
          maxlength={254}
        />
        <button class="button button-main" type="submit">
          Send the invite
        </button>
      </Form>
      {invites.length > 0 && (
        <section class="block" aria-labelledby="invited">
          <h2 id="invited">Invited so far</h2>
          <ul class="devices">
            {invites.map((invite) => (
              <li>
                <span dir="auto">{invite.email}</span>
                <span class="quiet">
                  {sayStatus(invite, here.now)}, asked <Moment at={invite.created_at} now={here.now} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="more">
        <a href={to.draft(draft.id, undefined, 'at-founders')}>Back to editing</a>
      </p>
    </div>
  );
};
