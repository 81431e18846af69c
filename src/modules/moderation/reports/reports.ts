import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import type { Paging } from '../../../kernel/responses.ts';
import { notifyAll } from '../../accounts/notifications.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { dayBefore, requireAuthor } from '../../listings/user-content/moderation.ts';
import { MAX_REPORTS_PER_DAY } from '../../listings/user-content/rules.ts';
import { listingPath } from '../../sites/addresses.ts';
import {
  countRecordReportsSince,
  findOpenReports,
  findReported,
  insertRecordReport,
  type OpenReports,
  type ReportedRecord,
  reopenReportsOf,
  selectOpenReports,
  settleRecordReports,
} from './queries.ts';
import type { ReportCause, ReportDecision, Reported } from './rules.ts';

const notFound = (of: Reported) => (of === 'listing' ? 'listing_not_found' : 'founder_not_found');

/** The public listing or founder that somebody wants to report. */
export const getReported = async (ctx: Ctx, { of, slug }: { of: Reported; slug: string }): Promise<ReportedRecord> =>
  requireFound(notFound(of), await findReported(ctx, of, slug));

interface NewReport {
  of: Reported;
  slug: string;
  cause: ReportCause;
  note?: string;
}

/** Reports a listing or a founder to the site's team. Each person has one open report about each. */
export const report = async (ctx: Ctx<Caller>, { of, slug, cause, note }: NewReport): Promise<void> => {
  const { id: account_id } = await requireAuthor(ctx, t('Sign in on the site to report something.'));
  const { id } = await getReported(ctx, { of, slug });
  if ((await countRecordReportsSince(ctx.sql, account_id, dayBefore(ctx.clock.now()))) >= MAX_REPORTS_PER_DAY)
    throw new Refusal('too_many_reports');
  await insertRecordReport(ctx, of, { id, account_id, cause, note: note ?? null });
};

/** What was reported, the most reported first. For the site's team. */
export const listReports = async (ctx: Ctx<Caller>, paging: Paging): Promise<{ reported: OpenReports[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const rows = await selectOpenReports(ctx, paging);
  return { reported: rows.slice(0, paging.per_page), has_more: rows.length > paging.per_page };
};

const PATHS: Record<Reported, (slug: string) => string> = { listing: listingPath, founder: (slug) => `/founders/${slug}` };

const TITLES: Record<ReportDecision, (name: string) => string> = {
  accepted: (name) => t('We acted on your report about {name}', { name }),
  dismissed: (name) => t('We looked at your report about {name}', { name }),
};

interface Decision {
  of: Reported;
  id: number;
  decision: ReportDecision;
  /** What the reporters are told. */
  answer: string;
}

/** Settles the reports about a listing or founder, and tells those who reported it. For the site's team. */
export const decideReports = (ctx: Ctx<Caller>, { of, id, decision, answer }: Decision): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { clock } = ctx;
    const { name, slug } = requireFound('report_not_found', await findOpenReports(ctx, of, id));
    const reporters = await settleRecordReports(ctx, of, id, { decision, answer });
    await notifyAll(ctx, reporters, () => ({
      kind: 'report',
      key: `report ${of} ${id} ${clock.now().toISOString()}`,
      title: TITLES[decision](name),
      body: answer,
      url: PATHS[of](slug),
    }));
    return {
      act: `${decision === 'accepted' ? 'accept' : 'dismiss'}_reports`,
      record: 'report',
      record_id: `${of}-${id}`,
      title: name,
      after: { of, reported_id: id, settled_at: clock.now().toISOString(), reports: reporters.length },
      reason: answer,
    };
  });

/** Undoes a decision about reports. For the site's team. */
export const undoReportDecision = (
  ctx: Ctx<Caller>,
  { of, reported_id, settled_at }: { of: Reported; reported_id: number; settled_at: string },
  title: string | null,
): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    if (!(await reopenReportsOf(ctx, of, reported_id, new Date(settled_at)))) return null;
    return { act: 'reopen_reports', record: 'report', record_id: `${of}-${reported_id}`, title };
  });
