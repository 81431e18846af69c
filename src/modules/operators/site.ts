import { LANGUAGES } from '../../kernel/language/languages.ts';
import { Count, Id, Instant, Named, Nullable, OneOf, RequiredText, T, Text } from '../../kernel/schema.ts';
import { listMails } from '../accounts/mail/outbox.ts';
import { getSiteTeam } from '../accounts/team.ts';
import { RECORD_LABELS } from '../moderation/act-texts.ts';
import { changeSettings, getSiteSettings, listFailedJobs, retryJob, retryMail } from '../moderation/administration.ts';
import { readAuditLog } from '../moderation/audit-log.ts';
import {
  LIMIT_NUMBERS,
  NEW_LISTINGS,
  PRICE_CHANGES,
  PRODUCT_LINKS,
  type SiteSettings,
  WEBSITE_NUMBERS,
  WEEK_NUMBERS,
} from '../moderation/settings-rules.ts';
import { undoAct } from '../moderation/undo.ts';
import { LogEntry, toLogEntry } from './log-entry.ts';
import { AllOf, Ids, May, PAGING, PageOf, teamBulkWrite, teamRead, teamWrite, toPage } from './team-operation.ts';

const LANGUAGE_CODES = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

const NUMBERS = { ...WEEK_NUMBERS, ...WEBSITE_NUMBERS, ...LIMIT_NUMBERS };
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

/** A property for each number that a site may set. */
const forNumbers = <S>(make: (name: NumberName) => S) =>
  Object.fromEntries(NUMBER_NAMES.map((name) => [name, make(name)])) as Record<NumberName, S>;

const LaunchSites = T.Array(
  Named('LaunchSite', {
    name: RequiredText(200, 'Its name.'),
    url: Nullable(Text(2048), { description: 'Its address; null without one.' }),
  }),
);

export const get_settings = teamRead({
  path: '/settings',
  summary: 'Settings of the site',
  description: 'The settings that the team can change. Null stands for the default.',
  output: Named('SiteSettings', {
    name: T.String({ description: 'Name of the site.' }),
    tagline: T.String({ description: 'One line about it.' }),
    purpose: T.String({ description: 'What it is for.' }),
    time_zone: T.String({ description: 'Its weeks begin at midnight there.' }),
    language: T.String({ description: 'Its own language.' }),
    languages: T.Array(T.String(), { description: 'Other languages it offers.' }),
    new_listings: OneOf([...NEW_LISTINGS], { description: 'Whether the team approves them first.' }),
    security_contact: Nullable(T.String(), { description: 'Where to report a vulnerability; null without one.' }),
    done_for_you_sites: { ...LaunchSites, description: 'Where the team posts launches of the product done_for_you.' },
    discussion: OneOf(['open', 'closed'], { description: 'Whether people can comment.' }),
    product_links: OneOf([...PRODUCT_LINKS], { description: 'Whether search engines follow links to products.' }),
    price_changes: OneOf([...PRICE_CHANGES], { description: 'Whether changed prices wait for the owner.' }),
    ...forNumbers((name) => Nullable(T.Integer(), { description: `${NUMBERS[name].label}; ${NUMBERS[name].usual} by default.` })),
  }),
  read: getSiteSettings,
});

export const update_settings = teamWrite({
  method: 'PATCH',
  path: '/settings',
  summary: 'Change settings of the site',
  description: 'Changes settings. reset brings defaults back.',
  input: {
    name: May(RequiredText(80), 'Name of the site.'),
    tagline: May(Text(160), 'Empty for none.'),
    purpose: May(Text(500), 'Empty for none.'),
    time_zone: May(RequiredText(60), 'Such as Europe/Lisbon.'),
    language: May(OneOf(LANGUAGE_CODES)),
    languages: May(T.Array(OneOf(LANGUAGE_CODES)), 'Offered too. Replaces all.'),
    new_listings: May(OneOf([...NEW_LISTINGS])),
    security_contact: May(Text(300), 'Email address or https:// page.'),
    done_for_you_sites: May(LaunchSites, 'Replaces all.'),
    discussion: May(OneOf(['open', 'closed'])),
    product_links: May(OneOf([...PRODUCT_LINKS])),
    price_changes: May(OneOf([...PRICE_CHANGES])),
    ...forNumbers((name) => May(T.Integer({ minimum: NUMBERS[name].min, maximum: NUMBERS[name].max }), NUMBERS[name].label)),
    // A pattern, which tools leave out: a list of the names would repeat those of the properties.
    reset: May(T.Array(T.String({ pattern: `^(${[...NUMBER_NAMES, 'security_contact'].join('|')})$` })), 'Names that get their default.'),
  },
  example: { tagline: 'Tools for gardeners' },
  change: (ctx, { reset = [], ...changes }) =>
    changeSettings(ctx, { ...changes, ...Object.fromEntries(reset.map((name) => [name, null])) } as Partial<SiteSettings>),
});

export const list_team = teamRead({
  path: '/team',
  summary: 'Who is on the team',
  description: 'The admins of this site. People add and remove them on the website.',
  output: AllOf(
    'TeamMemberList',
    Named('TeamMember', {
      email: T.String({ description: 'Email address.' }),
      name: Nullable(T.String(), { description: 'Display name; null without one.' }),
    }),
  ),
  read: async (ctx) => ({ items: (await getSiteTeam(ctx)).site_admins }),
});

export const list_failed_jobs = teamRead({
  path: '/jobs/failed',
  network: true,
  summary: 'Failed background jobs',
  description: 'Background jobs of all sites that failed. For network admins.',
  output: AllOf(
    'FailedJobList',
    Named('FailedJob', {
      id: T.String({ description: 'The job_id for retry_job.' }),
      task: T.String({ description: 'What it does.' }),
      attempts: Count('How often it ran.'),
      max_attempts: Count('How often it may run.'),
      last_error: Nullable(T.String(), { description: 'What went wrong last.' }),
      run_at: Instant('When it runs again.'),
      given_up: T.Boolean({ description: 'Whether it does not run again by itself.' }),
    }),
  ),
  read: async (ctx) => ({ items: await listFailedJobs(ctx) }),
});

export const retry_job = teamWrite({
  path: '/jobs/{job_id}/retry',
  network: true,
  summary: 'Retry a failed job',
  description: 'Runs a failed job again at once. For network admins.',
  refusals: ['job_not_found'],
  input: { job_id: Id('From list_failed_jobs.') },
  example: { job_id: 77 },
  change: (ctx, { job_id }) => retryJob(ctx, { id: String(job_id) }),
});

export const list_mails = teamRead({
  path: '/mails',
  network: true,
  summary: 'Emails and whether they were sent',
  description: 'Emails of the last 30 days without their text, 50 per page, newest first. For network admins.',
  input: { page: PAGING.page, status: T.Optional(OneOf(['failed'], { description: 'Only those that failed.' })) },
  output: PageOf(
    'MailPage',
    Named('Mail', {
      id: Id('The mail_id for retry_mail.'),
      to_email: T.String({ description: 'Recipient.' }),
      subject: T.String({ description: 'Subject.' }),
      status: T.String({ description: 'waiting, sent, stored or failed.' }),
      attempts: Count('How often it was tried.'),
      last_error: Nullable(T.String(), { description: 'What went wrong; null for nothing.' }),
      created_at: Instant('When it was written.'),
      sent_at: Nullable(Instant(), { description: 'When it was sent; null before.' }),
    }),
  ),
  example: { status: 'failed' },
  async read(ctx, { page, status }) {
    const { mails, has_more } = await listMails(ctx, { page, status: status ?? null });
    return toPage({ page, per_page: 50 }, mails, has_more);
  },
});

export const retry_mail = teamWrite({
  path: '/mails/{mail_id}/retry',
  network: true,
  summary: 'Send a failed email again',
  description: 'Sends an email again that failed. For network admins.',
  refusals: ['mail_not_found'],
  input: { mail_id: Id('From list_mails.') },
  example: { mail_id: 31 },
  change: (ctx, { mail_id: id }) => retryMail(ctx, { id }),
});

export const list_log = teamRead({
  path: '/log',
  tag: 'Log',
  summary: 'What the team did',
  description: 'The audit log, newest first: who did what, with which key or application, before and after.',
  input: { about: T.Optional(OneOf(Object.keys(RECORD_LABELS), { description: 'Only this kind of record.' })), ...PAGING },
  output: PageOf('LogPage', LogEntry),
  example: { about: 'comment' },
  async read(ctx, input) {
    const { acts, has_more } = await readAuditLog(ctx, input);
    return toPage(input, acts.map(toLogEntry), has_more);
  },
});

export const undo = teamBulkWrite({
  path: '/log/undo',
  tag: 'Log',
  summary: 'Undo actions',
  description:
    'Takes back up to 100 actions of the log, if nothing was done to the same records since. Not undoable: emails that were sent, deliveries, immediate launches.',
  refusals: [
    'act_not_found',
    'act_stands',
    'category_in_use',
    'edit_overwritten',
    'last_site_admin',
    'launch_week_not_found',
    'listing_moved_on',
    'objection_settled',
    'order_line_settled',
    'weeks_full',
  ],
  input: { entry_ids: Ids('From an answer or list_log, where can_undo is true.') },
  ids: 'entry_ids',
  example: { entry_ids: [118] },
  change: (ctx, id) => undoAct(ctx, { id }),
});
