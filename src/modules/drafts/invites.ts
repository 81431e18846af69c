import { type Ctx, inTransaction, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { takeAttempt } from '../../kernel/limits.ts';
import { hashToken, newToken } from '../../kernel/secrets.ts';
import { requireEmail } from '../accounts/credentials/attempts.ts';
import { accountLimit } from '../accounts/limits.ts';
import { buildTokenUrl } from '../accounts/mail/mails.tsx';
import { quoteName } from '../accounts/mail/quoting.ts';
import { type MailMessage, renderMail } from '../accounts/mail/render-mail.tsx';
import { sendUnsolicitedMail } from '../accounts/mail/unsolicited.ts';
import { findAccountName } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import type { FounderText } from '../extraction/proposal.ts';
import { excludeOwnVotes, lockVotes } from '../votes/team/decisions.ts';
import type { DraftContent } from './content.ts';
import { draftOwner, requireOwnDraft, requireOwnDraftForUpdate, toInvite } from './drafts.ts';
import { editContent, NO_EDITS } from './edits.ts';
import {
  type DraftRow,
  findDraft,
  findOpenInvite,
  type InviteRow,
  insertInvite,
  lockDraft,
  markInviteAccepted,
  selectInvites,
} from './queries.ts';
import type { Invite } from './schema.ts';
import { withListing } from './submission/save-listing.ts';
import { saveContent } from './update.ts';

interface InviteDetails {
  token: string;
  /** Names chosen by the inviter: untrusted text. */
  product: string;
  inviter: string | null;
  close_url: string;
}

/** Goes to any address a user enters: the subject contains nothing of theirs, and their text is quoted. */
const inviteMail = (site: Site, { token, product, inviter, close_url }: InviteDetails): MailMessage => {
  const quoted_name = inviter ? quoteName(inviter, '') : '';
  const who = quoted_name ? t('Someone named {name}', { name: quoted_name }) : t('Someone');
  return renderMail(site, {
    subject: t('You’re invited to add your profile on {site}', { site: site.name }),
    says: [
      t('{who} is preparing a product listing on {site} and named you as a co-founder. Product: {product}.', {
        who,
        site: site.name,
        product: quoteName(product, t('no name yet')),
      }),
      t('If you know them, open the link to add your name, your role and a short bio. The link works for 14 days.'),
    ],
    link: { name: t('Add your profile'), href: buildTokenUrl(site, '/invites', token) },
    otherwise: t('If this isn’t you, ignore this email. You won’t be added unless you use the link.'),
    foot: {
      says: t('You received this because someone entered your address on {site}.', { site: site.name }),
      ways: [{ name: t('Don’t send me invitations again'), href: close_url }],
    },
  });
};

const MAX_INVITES = 10;
const MAX_FOUNDERS = 6;
const INVITE_TTL_MS = 14 * 24 * 3_600_000;
export const draftTitle = ({ fields, domain }: Pick<DraftRow, 'fields' | 'domain'>): string =>
  String(fields.name.value ?? domain).slice(0, 80);

const inviteResponse = (invite: InviteRow, sent: number, now: Date): Invite => ({
  ...toInvite(invite, now),
  draft_id: invite.draft_id,
  invites_left: MAX_INVITES - sent,
  next_steps: ['get_draft shows under invites and founders when they have added their profile.'],
});

/** Mails a co-founder an invitation to add their own profile. An address with an open or accepted invitation gets no second mail. */
export const inviteCofounder = (ctx: Ctx, { id, email: typed }: { id: string; email: string }): Promise<Invite> => {
  const email = requireEmail(typed);
  const email_key = emailKey(email);
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const draft = await requireOwnDraftForUpdate(ctx, id);
    const now = clock.now();
    const invites = await selectInvites(sql, draft.id);
    const existing = invites.find((invite) => invite.email_key === email_key);
    if (existing && (existing.status === 'accepted' || existing.expires_at > now)) return inviteResponse(existing, invites.length, now);
    if (!existing && invites.length >= MAX_INVITES) throw new Refusal('too_many_invites');
    const { account_id } = draftOwner(ctx);
    // The sender chooses who gets our mail, so it is rate-limited.
    const { who, limit } = accountLimit(site, 'invites', account_id);
    const left = await takeAttempt(sql, who, limit, now);
    if (!left.granted)
      throw new Refusal('rate_limited', {
        limit: left,
        detail: t('You have sent {n} invitations today. Send more tomorrow.', { n: left.limit }),
      });
    const token = newToken();
    const expires_at = new Date(now.getTime() + INVITE_TTL_MS);
    const invite = await insertInvite(sql, {
      site_id: site.id,
      draft_id: draft.id,
      email,
      email_key,
      token_hash: hashToken(token),
      created_at: now,
      expires_at,
    });
    const details = { token, product: draftTitle(draft), inviter: await findAccountName(sql, account_id) };
    await sendUnsolicitedMail(ctx, email, 'invites', (close_url) => inviteMail(site, { ...details, close_url }));
    return inviteResponse(invite, invites.length + (existing ? 0 : 1), now);
  });
};

export interface OpenInvite {
  email: string;
  product: string;
  url: string;
  inviter: string | null;
}

/** Shows what an invitation is for without using it up, because mail scanners open links too. */
export const findInvite = async ({ sql, site, clock }: Ctx, { token }: { token: string }): Promise<OpenInvite> => {
  const invite = await findOpenInvite(sql, site.id, hashToken(token), clock.now());
  const draft = invite && (await findDraft(sql, invite.draft_id));
  if (!draft) throw new Refusal('link_not_valid');
  return { email: invite.email, product: draftTitle(draft), url: draft.url, inviter: await findAccountName(sql, draft.account_id) };
};

export interface CofounderProfile {
  token: string;
  name: string;
  title?: string | null;
  bio?: string | null;
}

/** A co-founder who is already listed replaces their own entry; others are appended. */
const withFounder = (content: DraftContent, draft: DraftRow, { name, title = null, bio = null }: CofounderProfile): DraftContent => {
  const profile_text: FounderText = { name, title: title || null, bio: bio || null };
  const texts = content.founders.map(({ name, title, bio }) => ({ name, title, bio }));
  const at = texts.findIndex((founder) => founder.name.toLowerCase() === name.toLowerCase());
  if (at < 0 && texts.length >= MAX_FOUNDERS) throw new Refusal('too_many_founders');
  return editContent(content, draft.original, { ...NO_EDITS, founders: at < 0 ? [...texts, profile_text] : texts.with(at, profile_text) });
};

/** Adds the profile of an invited co-founder and uses up the link. If the draft was submitted, its listing is updated. */
export const acceptInvite = (ctx: Ctx, profile: CofounderProfile): Promise<{ product: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock, caller } = ctx;
    await lockVotes(ctx);
    const invite = await markInviteAccepted(sql, {
      site_id: site.id,
      token_hash: hashToken(profile.token),
      account_id: caller?.account_id ?? null,
      now: clock.now(),
    });
    const locked = invite && (await lockDraft(sql, invite.draft_id));
    const draft = locked && (await withListing(sql, locked, 'lock'));
    if (!draft) throw new Refusal('link_not_valid');
    await saveContent(ctx, draft, withFounder(draft, draft, profile));
    if (draft.listing_id) await excludeOwnVotes(ctx, { listing_id: draft.listing_id });
    return { product: draftTitle(draft) };
  });

export type SentInvite = Pick<InviteRow, 'email' | 'status' | 'created_at' | 'expires_at'>;

export const listInvites = async (ctx: Ctx, { id }: { id: string }): Promise<SentInvite[]> =>
  selectInvites(ctx.sql, (await requireOwnDraft(ctx, id)).id);
