import { isDeepStrictEqual } from 'node:util';
import type { AuditFacts } from '../../../kernel/audit-log.ts';
import type { BrandPicture } from '../../../kernel/context.ts';
import { describeLanguage, isLanguage } from '../../../kernel/language/languages.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { ApprovalStatus } from '../../../modules/launches/approval/queries.ts';
import { REMOVAL_CAUSES, type RemovalCause } from '../../../modules/launches/team/removal.ts';
import type { AuditLogEntry } from '../../../modules/moderation/audit-log.ts';
import { LIMIT_NUMBERS, SETTING_CHOICES, WEBSITE_NUMBERS, WEEK_NUMBERS } from '../../../modules/moderation/settings-rules.ts';
import { formatDollars, formatWeek, humanize } from '../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../ui/frames/owner-frame.tsx';
import { formatHour, WEEKDAYS } from '../../ui/weeks/weekly.ts';

const APPROVAL_NAMES: Record<ApprovalStatus, string> = texts({
  pending: msg('In review'),
  returned: msg('Returned'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
});

const languageName = (code: string): string => (isLanguage(code) ? describeLanguage(code).name : code);

/** Display formats of stored values, by field. */
const VALUE_FORMATS: Record<string, (value: string) => string> = {
  approval: (value) => APPROVAL_NAMES[value as ApprovalStatus] ?? value,
  status: (value) => LISTING_STATUS_NAMES[value as keyof typeof LISTING_STATUS_NAMES] ?? humanize(value),
  cause: (value) => REMOVAL_CAUSES[value as RemovalCause] ?? value,
  launch_week_on: (value) => formatWeek(value),
  price_cents: (value) => formatDollars(Number(value)),
  amount_cents: (value) => formatDollars(Number(value)),
  on_offer: (value) => (value === 'true' ? t('Yes') : t('No')),
  language: (value) => languageName(value),
  day: (value) => WEEKDAYS[Number(value) - 1] ?? value,
  hour: (value) => formatHour(Number(value)),
  on: (value) => (value === 'true' ? t('Yes') : t('No')),
  invite_owners: () => t('Yes'),
  existing: (value) => (value === 'update' ? t('Update what the file fills, except listings with an owner') : t('Leave them as they are')),
  ...Object.fromEntries(
    Object.entries(SETTING_CHOICES).map(([name, choices]) => [
      name,
      (value: string) => (choices as Record<string, string>)[value] ?? value,
    ]),
  ),
};

/** Fields left out of the diff: internal ids, and facts shown elsewhere in the entry. */
const HIDDEN_FIELDS = ['line_id', 'order', 'merged_into', 'listing_ids', 'way', 'items', 'of', 'reported_id', 'settled_at'];

const isPicture = (value: unknown): value is BrandPicture => typeof value === 'object' && value !== null && 'hash' in value;

/** A field value for display: owners by name, lists of objects as text. */
const formatValue = ({ owners }: AuditLogEntry, name: string, value: unknown): unknown => {
  if (name === 'owner_id') return value === null ? t('Nobody') : (owners[String(value)] ?? t('A deleted account'));
  if (value === null) return null;
  if (name === 'attributes' && Array.isArray(value))
    return value.map((one: { name: string; unit: string | null }) => (one.unit ? `${one.name} (${one.unit})` : one.name));
  if ((name === 'done_for_you_sites' || name === 'footer_links') && Array.isArray(value))
    return value.map((one: { name: string; url: string | null }) => (one.url ? `${one.name} ${one.url}` : one.name));
  if (name === 'languages' && Array.isArray(value)) return value.map(languageName);
  if (isPicture(value)) return `${value.width} × ${value.height}, ${value.hash.slice(0, 8)}`;
  if (typeof value === 'object') return value;
  return VALUE_FORMATS[name]?.(String(value)) ?? String(value);
};

/** Labels of fields whose column name is not readable. */
const FIELD_LABELS: Record<string, string> = texts({
  owner_id: msg('Owner'),
  launch_week_on: msg('Launch week'),
  price_cents: msg('Price'),
  amount_cents: msg('Amount'),
  merged_into_name: msg('Merged into'),
  name: msg('Name'),
  slug: msg('Slug'),
  lines: msg('Address'),
  existing: msg('Websites that are already listed'),
  max_uses: msg('Maximum uses'),
  uses_per_account: msg('Maximum uses per account'),
  title: msg('Title'),
  body: msg('Text'),
  status: msg('Status'),
  approval: msg('Approval'),
  attributes: msg('Attributes'),
  cause: msg('Reason'),
  reason: msg('Reason'),
  description: msg('Description'),
  tagline: msg('Tagline'),
  purpose: msg('Purpose'),
  time_zone: msg('Time zone'),
  language: msg('The site’s own language'),
  languages: msg('Other languages'),
  new_listings: msg('New listings'),
  product_links: msg('Links to products’ websites'),
  price_changes: msg('When the price of a plan changes on a product’s website'),
  discussion: msg('Comments on listings'),
  security_contact: msg('Security contact'),
  done_for_you_sites: msg('Launch sites for “Done for you”'),
  root: msg('Address'),
  key: msg('Key'),
  room: msg('Capacity'),
  until: msg('Until'),
  votes: msg('Votes'),
  reports: msg('Reports'),
  drafts: msg('Drafts'),
  followers: msg('Followers'),
  rows: msg('Rows'),
  websites: msg('Websites'),
  imported: msg('Imported'),
  updated: msg('Updated'),
  invite_owners: msg('Invite the owners'),
  question: msg('Question'),
  hint: msg('Hint'),
  position: msg('Position'),
  cover: msg('Cover'),
  published_at: msg('Published'),
  number: msg('Version'),
  note: msg('Note'),
  on_offer: msg('For sale'),
  percent: msg('Percent off'),
  address: msg('Address'),
  vat_number: msg('VAT number'),
  email: msg('Email'),
  on: msg('Send the digest'),
  publish: msg('Publish the data'),
  licence: msg('Licence'),
  licence_text: msg('Text of your own licence'),
  attribution: msg('Source to name'),
  hour: msg('Hour'),
  day: msg('Day'),
  unit: msg('Unit'),
  source: msg('Source'),
  url_template: msg('API URL'),
  json_path: msg('Path in the response'),
  accent: msg('Accent colour'),
  accent_dark: msg('Accent colour of the dark theme'),
  typeface: msg('Typeface'),
  headline: msg('Headline of the home page'),
  text: msg('Text of the home page'),
  footer_links: msg('Links in the footer'),
  logo: msg('Logo'),
  logo_dark: msg('Logo for the dark theme'),
  icon: msg('Icon'),
});

const NUMBER_LABELS: Record<string, { label: string }> = { ...WEEK_NUMBERS, ...WEBSITE_NUMBERS, ...LIMIT_NUMBERS };

const labelOf = (field: string): string => NUMBER_LABELS[field]?.label ?? FIELD_LABELS[field] ?? field;

/** Treats empty strings and empty lists as null, so that they do not show up as changes. */
const emptyToNull = (value: unknown): unknown => (value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null));

/** The parts of a brand as fields of their own. */
const flattenBrand = ({ brand, ...facts }: AuditFacts): AuditFacts => ({ ...facts, ...(brand as AuditFacts | undefined) });

/** Changed fields before and after the act. */
export const changedFields = (act: AuditLogEntry): [AuditFacts, AuditFacts] => {
  const before = act.before && flattenBrand(act.before);
  const after = act.after && flattenBrand(act.after);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !HIDDEN_FIELDS.includes(name) && !isDeepStrictEqual(emptyToNull(before?.[name]), emptyToNull(after?.[name])),
  );
  const fieldsOf = (from: Record<string, unknown> | null) =>
    Object.fromEntries(names.map((name) => [labelOf(name), from ? formatValue(act, name, from[name] ?? null) : null]));
  return [fieldsOf(before), fieldsOf(after)];
};
