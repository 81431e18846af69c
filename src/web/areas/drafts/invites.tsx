import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { getFullDraft } from '../../../modules/drafts/drafts.ts';
import { listInvites, type SentInvite } from '../../../modules/drafts/invites.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import { draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { RelativeTime } from '../../ui/times.tsx';
import { draftName } from './draft-list.tsx';

interface InvitesData {
  draft: Draft;
  invites: SentInvite[];
  sent: boolean;
}

export const load = async (ctx: Ctx, { uuid: id }: { uuid: string }, query: Query): Promise<InvitesData> => {
  const member = requireSignedIn(ctx);
  const [draft, invites] = await Promise.all([getFullDraft(member, { id }), listInvites(member, { id })]);
  return { draft, invites, sent: textParam(query.done) === 'sent' };
};

export const head = ({ draft }: InvitesData): PageHead => ({
  title: t('Invite a co-founder'),
  description: t('They get an email and write their own profile.'),
  canonical: draftPaths.invites({ uuid: draft.id }),
  trail: [
    { name: t('Your drafts'), href: draftPaths.drafts() },
    { name: draftName(draft), href: draftPaths.draft({ uuid: draft.id }) },
  ],
  index: false,
});

const inviteStatus = ({ status, expires_at }: SentInvite, now: Date): string =>
  status === 'accepted' ? t('Profile added, invited') : expires_at > now ? t('Invited') : t('Expired, invited');

export const view = ({ draft, invites, sent }: InvitesData, context: PageContext) => {
  const action = draftPaths.invites({ uuid: draft.id });
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{t('Invite a co-founder')}</h1>
        <p class="lede">
          {rich('We’ll email them a link to add their profile to {draft}. They don’t need an account.', {
            draft: <span dir="auto">{draftName(draft)}</span>,
          })}
        </p>
      </header>
      {sent && (
        <p class="done" role="status">
          {t('Invitation sent.')}
        </p>
      )}
      <Form action={action} once>
        <Field
          action={action}
          name="email"
          label={t('Email address')}
          type="email"
          hint={t('At most ten people. The link works once, for 14 days.')}
          autocomplete="off"
          required
          maxlength={254}
        />
        <button class="button button-main" type="submit">
          {t('Send invitation')}
        </button>
      </Form>
      {invites.length > 0 && (
        <section class="block" aria-labelledby="invited">
          <h2 id="invited">{t('Invitations')}</h2>
          <ul class="rows rows-split">
            {invites.map((invite) => (
              <li>
                <span dir="auto">{invite.email}</span>
                <span class="quiet">
                  {inviteStatus(invite, context.now)} <RelativeTime at={invite.created_at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="more">
        <a href={`${draftPaths.draft({ uuid: draft.id })}#at-founders`}>{t('Back to editing')}</a>
      </p>
    </div>
  );
};
