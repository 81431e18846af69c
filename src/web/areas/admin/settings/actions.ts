import { Refusal } from '../../../../kernel/errors.ts';
import { LANGUAGES, type Language } from '../../../../kernel/language/languages.ts';
import { t } from '../../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../../kernel/schema.ts';
import { removeSiteProvider, setSiteProvider } from '../../../../modules/accounts/identities/providers.ts';
import { addSiteAdmin, removeSiteAdmin } from '../../../../modules/accounts/team.ts';
import { deleteDataset, setDatasetSettings, writeDatasetNow } from '../../../../modules/datasets/datasets.ts';
import { LICENCE_IDS, MAX_LICENCE_TEXT } from '../../../../modules/datasets/rules.ts';
import { sendTestDigest, setDigestSettings } from '../../../../modules/digest/digest.ts';
import { setWeekCapacity } from '../../../../modules/launches/team/week-capacity.ts';
import { METRIC_NAMES } from '../../../../modules/listings/metrics/rules.ts';
import { setMetricSource } from '../../../../modules/listings/metrics/sources.ts';
import { changeSettings, createNetworkSite, retryJob, retryMail } from '../../../../modules/moderation/administration.ts';
import {
  LIMIT_NUMBERS,
  NEW_LISTINGS,
  PRICE_CHANGES,
  PRODUCT_LINKS,
  type SiteSettings,
  WEBSITE_NUMBERS,
  WEEK_NUMBERS,
} from '../../../../modules/moderation/settings-rules.ts';
import type { LaunchSite } from '../../../../modules/orders/fulfilment/done-for-you-steps.ts';
import { rotateKeyAsTeam } from '../../../../modules/votes/checkpoints/keys.ts';
import { addWitness, dismissWitness } from '../../../../modules/votes/checkpoints/witnesses.ts';
import { accountPaths, adminPaths } from '../../../paths.ts';
import { networkAdminForm, teamForm } from '../../../server/confirmed-form.ts';
import { IdField, NumberField, teamAction, WholeNumber } from '../../../server/form-action.ts';

const OptionalNumber = T.Optional(WholeNumber);
const NUMBER_NAMES = [WEEK_NUMBERS, WEBSITE_NUMBERS, LIMIT_NUMBERS].flatMap(Object.keys);

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Reads one launch site per line: its name, then optionally its address. */
const parseLaunchSites = (text = ''): LaunchSite[] =>
  splitLines(text).map((line) => {
    const [, name, url] = /^(.*\S)\s+(\w+:\S*)$/.exec(line) ?? [];
    return name ? { name, url: url! } : { name: line, url: null };
  });

const parseHeader = (line: string): [name: string, value: string] => {
  const [, name, value] = /^([A-Za-z0-9-]{1,60})\s*:\s*(\S.*)$/.exec(line) ?? [];
  if (!name)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'headers', code: 'not_understood', message: t('need one name, colon and value per line') }],
    });
  return [name, value!];
};

/** Reads one header per line, such as `X-Key: abc`. Without input the stored headers stay. */
const parseHeaders = (text: string | undefined): Record<string, string> | undefined =>
  text === undefined ? undefined : Object.fromEntries(splitLines(text).map(parseHeader));

export const ADMIN_SITE_ACTIONS = [
  teamForm({
    path: adminPaths.setWeekSlots,
    page: adminPaths.weeks,
    fields: { week: T.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), room: OptionalNumber },
    run: (ctx, { week, room = null }) => setWeekCapacity(ctx, { week, room }),
    done: 'set',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.rotateLedgerKey,
    page: adminPaths.ledger,
    fields: { compromised: OneOf(['yes', 'no']) },
    run: (ctx, { compromised }) => rotateKeyAsTeam(ctx, { is_compromised: compromised === 'yes' }),
    done: 'rotated',
  }),
  teamForm({
    path: adminPaths.addWitness,
    page: adminPaths.ledger,
    fields: { key: RequiredText(300) },
    run: addWitness,
    done: 'added',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.removeWitness,
    page: adminPaths.ledger,
    fields: { witness: T.String({ pattern: '^[^\\s+]{1,200}$' }) },
    run: (ctx, { witness }) => dismissWitness(ctx, { name: witness }),
    done: 'removed',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.settings,
    page: adminPaths.settings,
    fields: {
      purpose: T.Optional(Text(500)),
      time_zone: RequiredText(60),
      language: T.Optional(OneOf(Object.keys(LANGUAGES) as Language[])),
      languages: T.Optional(Text(100)),
      security_contact: T.Optional(Text(300)),
      done_for_you_sites: T.Optional(Text(10_000)),
      discussion: T.Optional(OneOf(['open', 'closed'])),
      product_links: T.Optional(OneOf([...PRODUCT_LINKS])),
      price_changes: T.Optional(OneOf([...PRICE_CHANGES])),
      new_listings: T.Optional(OneOf([...NEW_LISTINGS])),
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, OptionalNumber])),
    },
    run(
      ctx,
      {
        purpose = '',
        security_contact = null,
        done_for_you_sites,
        languages = '',
        product_links = 'nofollow',
        price_changes = 'ask',
        new_listings = 'public',
        ...others
      },
    ) {
      const no_numbers = Object.fromEntries(NUMBER_NAMES.map((name) => [name, null]));
      const texts = {
        purpose,
        security_contact,
        product_links,
        price_changes,
        new_listings,
        done_for_you_sites: parseLaunchSites(done_for_you_sites),
        // Checked with the other settings.
        languages: (languages.toLowerCase().match(/[a-z-]+/g) ?? []) as Language[],
      };
      return changeSettings(ctx, { ...texts, ...no_numbers, ...others } as Partial<SiteSettings>);
    },
    done: 'saved',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.setMetricSource,
    page: adminPaths.metrics,
    fields: {
      name: OneOf([...METRIC_NAMES]),
      url_template: T.Optional(Text(2000)),
      json_path: T.Optional(Text(200)),
      unit: T.Optional(Text(40)),
      source: T.Optional(Text(200)),
      headers: T.Optional(Text(4000)),
    },
    run: async (ctx, { headers, ...fields }) => setMetricSource(ctx, { ...fields, headers: parseHeaders(headers) }),
    done: 'set',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.setDataset,
    page: adminPaths.dataset,
    fields: {
      publish: OneOf(['yes', 'no']),
      licence: OneOf(LICENCE_IDS),
      licence_text: T.Optional(Text(MAX_LICENCE_TEXT)),
      attribution: T.Optional(Text(200)),
    },
    run: (ctx, { publish, licence, licence_text = null, attribution = null }) =>
      setDatasetSettings(ctx, { publish: publish === 'yes', licence, licence_text, attribution }),
    done: 'set',
    unchanged: 'same',
  }),
  teamForm({ path: adminPaths.writeDataset, page: adminPaths.dataset, run: (ctx) => writeDatasetNow(ctx), done: 'started' }),
  teamForm({
    path: adminPaths.deleteDataset,
    page: adminPaths.dataset,
    fields: { dataset: T.String({ pattern: '^[\\w-]{1,40}$' }) },
    run: (ctx, { dataset }) => deleteDataset(ctx, { name: dataset }),
    done: 'deleted',
  }),
  teamForm({
    path: adminPaths.setDigest,
    page: adminPaths.digest,
    fields: {
      on: OneOf(['yes', 'no']),
      day: NumberField({ enum: ['1', '2', '3', '4', '5', '6', '7'] }),
      hour: NumberField({ enum: Array.from({ length: 24 }, (_, hour) => String(hour)) }),
    },
    run: (ctx, { on, day, hour }) => setDigestSettings(ctx, { on: on === 'yes', day, hour }),
    done: 'set',
    unchanged: 'same',
  }),
  teamForm({
    path: adminPaths.testDigest,
    page: adminPaths.digest,
    fields: { category: T.Optional(IdField) },
    run: (ctx, { category }) => sendTestDigest(ctx, { category_id: category }),
    done: 'tested',
  }),
  teamForm({
    path: adminPaths.addAdmin,
    page: adminPaths.team,
    fields: { email: RequiredText(254) },
    run: addSiteAdmin,
    done: 'added',
    unchanged: 'same',
  }),
  teamAction({
    path: adminPaths.removeAdmin,
    page: adminPaths.team,
    fields: { account_id: IdField },
    async run(ctx, { account_id }) {
      const act = await removeSiteAdmin(ctx, { account_id });
      // Callers who remove themselves may no longer see this page.
      if (act !== null && account_id === ctx.caller.account_id) return { go_to: accountPaths.home() };
      return { go_to: adminPaths.team({ done: act === null ? 'same' : 'removed' }) };
    },
  }),
  networkAdminForm({
    path: adminPaths.retryJob,
    page: adminPaths.jobs,
    fields: { id: IdField },
    run: (ctx, { id }) => retryJob(ctx, { id: String(id) }),
    done: 'retried',
  }),
  networkAdminForm({ path: adminPaths.retryMail, page: adminPaths.mail, run: retryMail, done: 'retried' }),
  networkAdminForm({
    path: adminPaths.signIn,
    page: adminPaths.signIn,
    fields: {
      key: T.String({ pattern: '^[a-z][a-z0-9]{0,19}$' }),
      issuer: T.Optional(Text(300)),
      label: T.Optional(Text(40)),
      client_id: RequiredText(300),
      client_secret: T.Optional(T.String({ maxLength: 1000, pattern: '^[\\x21-\\x7e]+$' })),
    },
    run: setSiteProvider,
    done: 'saved',
  }),
  networkAdminForm({
    path: adminPaths.removeProvider,
    page: adminPaths.signIn,
    fields: { key: RequiredText(20) },
    run: removeSiteProvider,
    done: 'removed',
    unchanged: 'same',
  }),
  networkAdminForm({
    path: adminPaths.sites,
    page: adminPaths.sites,
    fields: {
      key: T.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
      name: RequiredText(80),
      root: RequiredText(300),
      time_zone: RequiredText(60),
      tagline: T.Optional(Text(160)),
      purpose: T.Optional(Text(500)),
    },
    run: (ctx, { tagline = '', purpose = '', ...fields }) => createNetworkSite(ctx, { ...fields, tagline, purpose }),
    done: 'made',
  }),
];
