import type { Caller, Ctx, SiteCtx } from '../../kernel/context.ts';
import { addDays, weekAt } from '../../kernel/time/weeks.ts';
import { getOwnAccount } from '../accounts/account.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { type MailingRow, selectMailings } from '../accounts/mail/queries.ts';
import type { MailMessage } from '../accounts/mail/render-mail.tsx';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { selectCategories } from '../catalog/queries.ts';
import { selectSiteSettings, writeSiteSetting } from '../sites/queries.ts';
import { digestMail } from './mails.tsx';
import { countSubscribers, selectWeekLaunches, selectWeekRanking } from './queries.ts';
import { type Digest, type DigestSettings, digestFor, hasNews, parseDigestSettings } from './rules.ts';
import { makeUnsubscribeUrl } from './subscriptions.ts';

/** The kind of the mailing, and the name of the setting. */
export const DIGEST = 'digest';

export const loadDigest = async (ctx: Pick<Ctx, 'sql' | 'site'>, week_on: string): Promise<Digest> => {
  const [launches, ranked] = await Promise.all([selectWeekLaunches(ctx, week_on), selectWeekRanking(ctx, addDays(week_on, -7))]);
  return { week_on, launches, ranked };
};

export const getDigestSettings = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<DigestSettings> =>
  parseDigestSettings((await selectSiteSettings(sql, site.id))[DIGEST]);

interface WrittenDigest {
  mail: () => MailMessage;
  /** False if nothing launched and nothing won, in the chosen categories. */
  has_news: boolean;
}

type WriteDigest = (recipient: { email: string; category_ids: number[] }, options?: { is_test?: boolean }) => WrittenDigest;

/** Writes the digest of a week for one recipient after the other. */
export const openDigest = async (ctx: SiteCtx, week_on: string): Promise<WriteDigest> => {
  const [digest, unsubscribeUrl, categories] = await Promise.all([
    loadDigest(ctx, week_on),
    makeUnsubscribeUrl(ctx),
    selectCategories(ctx),
  ]);
  return ({ email, category_ids }, { is_test } = {}) => {
    // Whose categories are all deleted gets everything.
    const chosen = categories.filter(({ id }) => category_ids.includes(id));
    const contents = digestFor(
      digest,
      chosen.map(({ id }) => id),
    );
    const names = chosen.map(({ name }) => name);
    const mail = () => digestMail(ctx.site, contents, { unsubscribe_url: unsubscribeUrl(email), categories: names, is_test });
    return { mail, has_news: hasNews(contents) };
  };
};

export interface TeamDigest {
  settings: DigestSettings;
  subscribers: number;
  mailings: MailingRow[];
  categories: { id: number; name: string }[];
  preview: MailMessage;
}

const MAX_MAILINGS_SHOWN = 10;

const writeForTeam = async (ctx: Ctx<Caller>, category_id: number | undefined, is_test: boolean) => {
  await requireTeam(ctx);
  const { email } = await getOwnAccount(ctx);
  const write = await openDigest(ctx, weekAt(ctx.clock.now(), ctx.site.time_zone));
  return { email, mail: write({ email, category_ids: category_id ? [category_id] : [] }, { is_test }).mail };
};

/** This week's digest as it would be sent now. For the site's team. */
export const previewDigest = async (ctx: Ctx<Caller>, { category_id }: { category_id?: number }): Promise<MailMessage> =>
  (await writeForTeam(ctx, category_id, false)).mail();

export const getTeamDigest = async (ctx: Ctx<Caller>, input: { category_id?: number }): Promise<TeamDigest> => {
  const preview = await previewDigest(ctx, input);
  const [settings, subscribers, mailings, categories] = await Promise.all([
    getDigestSettings(ctx),
    countSubscribers(ctx),
    selectMailings(ctx.sql, ctx.site.id, DIGEST, MAX_MAILINGS_SHOWN),
    selectCategories(ctx),
  ]);
  return { settings, subscribers, mailings, categories: categories.filter(({ parent_id }) => parent_id === null), preview };
};

/** Sends this week's digest to the caller only. For the site's team. */
export const sendTestDigest = async (ctx: Ctx<Caller>, { category_id }: { category_id?: number }): Promise<void> => {
  const { email, mail } = await writeForTeam(ctx, category_id, true);
  await sendMail(ctx, email, mail);
};

/** Sets whether and when the digest is sent. For the site's team. */
export const setDigestSettings = (ctx: Ctx<Caller>, input: DigestSettings): Promise<number | null> =>
  asTeamMember(ctx, async ({ sql, site }) => {
    const before = parseDigestSettings((await selectSiteSettings(sql, site.id, true))[DIGEST]);
    const after = parseDigestSettings(input);
    if (before.on === after.on && before.day === after.day && before.hour === after.hour) return null;
    await writeSiteSetting(sql, site.id, DIGEST, after);
    return { act: 'set_digest', record: 'digest', record_id: site.id, before: { ...before }, after: { ...after } };
  });
