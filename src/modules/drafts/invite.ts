import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { readAddress } from '../accounts/attempts.ts';
import { sendMail } from '../accounts/mail.ts';
import { takeAttempt } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import { holdVotes, leaveOutOwn } from '../ballot/own.ts';
import type { Content, FounderText, Listed } from './content.ts';
import { ownDraftToChange, ownerOf } from './draft.ts';
import { editContent, NO_EDITS } from './edits.ts';
import { findOpenInvite, type InviteRow, insertInvite, selectInviter, selectInvites, takeInvite } from './invite-queries.ts';
import { inviteLetter } from './mails.tsx';
import { type DraftRow, findDraft, lockDraft } from './queries.ts';
import type { Invite } from './schema.ts';
import { keepContent } from './update.ts';

const MOST_INVITES = 10;
const MOST_FOUNDERS = 6;
const INVITE_LIVES_MS = 14 * 24 * 3_600_000;
/** Our mail goes to whom somebody else names, so there is a bound to it. */
const INVITES_AN_HOUR: Limit = { name: 'invites', limit: 30, window_seconds: 3600 };

/** What a draft is called before it has a name. */
export const nameOf = ({ fields, domain }: Pick<DraftRow, 'fields' | 'domain'>): string => String(fields.name.value ?? domain).slice(0, 80);

const answerOf = ({ id, email, status, created_at }: InviteRow, sent: number): Invite => ({
  id,
  email,
  status,
  invites_left: MOST_INVITES - sent,
  created_at: created_at.toISOString(),
});

/** Mails a co-founder an invite to add their own profile. To an address that has one it is not sent again. */
export const inviteCofounder = (ctx: Ctx, { id, email: typed }: { id: string; email: string }): Promise<Invite> => {
  const email = readAddress(typed);
  const email_key = emailKey(email);
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const draft = await ownDraftToChange(ctx, id);
    const now = clock.now();
    const invites = await selectInvites(sql, draft.id);
    const standing = invites.find((invite) => invite.email_key === email_key);
    if (standing && (standing.status === 'accepted' || standing.expires_at > now)) return answerOf(standing, invites.length);
    if (!standing && invites.length >= MOST_INVITES) throw new Refusal('too_many_invites');
    const { account_id } = ownerOf(ctx);
    const limit = await takeAttempt(sql, `account ${account_id}`, INVITES_AN_HOUR, now);
    if (!limit.granted) throw new Refusal('rate_limited', { limit });
    const token = newToken();
    const expires_at = new Date(now.getTime() + INVITE_LIVES_MS);
    const invite = await insertInvite(sql, {
      site_id: site.id,
      draft_id: draft.id,
      email,
      email_key,
      token_hash: hashOf(token),
      created_at: now,
      expires_at,
    });
    await sendMail(ctx, email, inviteLetter(site, token, nameOf(draft), await selectInviter(sql, account_id)));
    return answerOf(invite, invites.length + (standing ? 0 : 1));
  });
};

export interface OpenInvite {
  email: string;
  product: string;
  url: string;
  inviter: string | null;
}

/** What an invite is to, without using it up: mail scanners open links too. */
export const findInvite = async ({ sql, site, clock }: Ctx, { token }: { token: string }): Promise<OpenInvite> => {
  const invite = await findOpenInvite(sql, site.id, hashOf(token), clock.now());
  const draft = invite && (await findDraft(sql, invite.draft_id));
  if (!draft) throw new Refusal('link_not_valid');
  return { email: invite.email, product: nameOf(draft), url: draft.url, inviter: await selectInviter(sql, draft.account_id) };
};

export interface OwnProfile {
  token: string;
  name: string;
  title?: string | null;
  bio?: string | null;
}

/** A co-founder who is named already writes their own entry; any other comes last. */
const withFounder = (content: Content, draft: DraftRow, { name, title = null, bio = null }: OwnProfile): Content => {
  const mine: FounderText = { name, title: title || null, bio: bio || null };
  const texts = content.founders.map(({ name, title, bio }: Listed<FounderText>) => ({ name, title, bio }));
  const at = texts.findIndex((founder) => founder.name.toLowerCase() === name.toLowerCase());
  if (at < 0 && texts.length >= MOST_FOUNDERS) throw new Refusal('too_many_founders');
  return editContent(content, draft.original, { ...NO_EDITS, founders: at < 0 ? [...texts, mine] : texts.with(at, mine) });
};

/** Adds the profile of a co-founder who was invited, as they write it. The link is used up; a submitted draft's listing follows. */
export const acceptInvite = (ctx: Ctx, profile: OwnProfile): Promise<{ product: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock, caller } = ctx;
    await holdVotes(ctx);
    const invite = await takeInvite(sql, {
      site_id: site.id,
      token_hash: hashOf(profile.token),
      account_id: caller?.account_id ?? null,
      now: clock.now(),
    });
    const draft = invite && (await lockDraft(sql, invite.draft_id));
    if (!draft) throw new Refusal('link_not_valid');
    await keepContent(ctx, draft, withFounder(draft, draft, profile));
    if (draft.listing_id) await leaveOutOwn(ctx, { listing_id: draft.listing_id });
    return { product: nameOf(draft) };
  });
