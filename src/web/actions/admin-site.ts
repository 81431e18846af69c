import { Refusal } from '../../kernel/errors.ts';
import { OneOf, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import { addSiteAdmin, removeSiteAdmin } from '../../modules/accounts/roles.ts';
import { setRoom } from '../../modules/launches/room.ts';
import { METRIC_NAMES } from '../../modules/listings/metric-rules.ts';
import { setMetricSource } from '../../modules/listings/metric-settings.ts';
import type { LaunchSite } from '../../modules/orders/delivery/steps.ts';
import { retryJob, retryMail } from '../../modules/team/retries.ts';
import { changeSettings } from '../../modules/team/settings.ts';
import { LIMIT_NUMBERS, type SiteSettings, WEEK_NUMBERS } from '../../modules/team/settings-rules.ts';
import { foundSite } from '../../modules/team/sites.ts';
import { to } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { ID } from './account.ts';
import { adminAction, teamAction } from './action.ts';

const WHOLE = T.Optional(T.String({ pattern: '^\\d{1,9}$' }));
const numberOf = (typed: string | undefined): number | null => (typed === undefined ? null : Number(typed));
const NUMBER_NAMES = [...Object.keys(WEEK_NUMBERS), ...Object.keys(LIMIT_NUMBERS)];

/** One a line: its name, then its address if it has one. */
const launchSitesIn = (lines: string | undefined): LaunchSite[] =>
  (lines ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line)
    .map((line) => {
      const [, name, url] = /^(.+?)\s+(\w+:\S*)$/.exec(line) ?? [];
      return name ? { name, url: url! } : { name: line, url: null };
    });

/** One a line, such as X-Key: abc; nothing typed keeps what is there. */
const headersIn = (lines: string | undefined): Record<string, string> | undefined =>
  lines === undefined
    ? undefined
    : Object.fromEntries(
        lines
          .split('\n')
          .filter((line) => line.trim())
          .map((line) => {
            const [, name, value] = /^\s*([A-Za-z0-9-]{1,60})\s*:\s*(.+?)\s*$/.exec(line) ?? [];
            if (!name)
              throw new Refusal('invalid_input', {
                errors: [{ path: 'headers', code: 'not_understood', message: 'need a name, a colon and a value a line' }],
              });
            return [name, value!];
          }),
      );

export const ADMIN_SITE_ACTIONS = [
  teamAction({
    path: '/admin/weeks/:week/room',
    page: 'admin_weeks',
    input: Strict({ week: T.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), room: WHOLE }),
    async run(ctx, { week, room }) {
      const act = await setRoom(ctx, { week, room: numberOf(room) });
      return { go_to: team.weeks({ done: act === null ? 'same' : 'set' }) };
    },
  }),
  teamAction({
    path: '/admin/settings',
    page: 'admin_settings',
    input: Strict({
      name: RequiredText(80),
      tagline: T.Optional(Text(160)),
      purpose: T.Optional(Text(500)),
      time_zone: RequiredText(60),
      security_contact: T.Optional(Text(300)),
      done_for_you_sites: T.Optional(Text(10_000)),
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, WHOLE])),
    }),
    async run(ctx, input) {
      const {
        name,
        tagline = '',
        purpose = '',
        time_zone,
        security_contact,
        done_for_you_sites,
        ...numbers
      } = input as { name: string; time_zone: string } & Partial<Record<string, string>>;
      const said = Object.fromEntries(NUMBER_NAMES.map((number) => [number, numberOf(numbers[number])]));
      const others = { security_contact: security_contact ?? null, done_for_you_sites: launchSitesIn(done_for_you_sites) };
      const act = await changeSettings(ctx, { name, tagline, purpose, time_zone, ...others, ...said } as SiteSettings);
      return { go_to: team.settings({ done: act === null ? 'same' : 'saved' }) };
    },
  }),
  teamAction({
    path: '/admin/metrics/:name',
    page: 'admin_metrics',
    input: Strict({
      name: OneOf([...METRIC_NAMES]),
      url_template: T.Optional(Text(2000)),
      json_path: T.Optional(Text(200)),
      unit: T.Optional(Text(40)),
      source: T.Optional(Text(200)),
      headers: T.Optional(Text(4000)),
    }),
    async run(ctx, { headers, ...typed }) {
      const act = await setMetricSource(ctx, { ...typed, headers: headersIn(headers) });
      return { go_to: team.metrics({ done: act === null ? 'same' : 'set' }) };
    },
  }),
  teamAction({
    path: '/admin/team/add',
    page: 'admin_team',
    input: Strict({ email: RequiredText(254) }),
    async run(ctx, input) {
      const act = await addSiteAdmin(ctx, input);
      return { go_to: team.people({ done: act === null ? 'same' : 'added' }) };
    },
  }),
  teamAction({
    path: '/admin/team/remove',
    page: 'admin_team',
    input: Strict({ account_id: ID }),
    async run(ctx, { account_id }) {
      const act = await removeSiteAdmin(ctx, { account_id: Number(account_id) });
      // Who has removed themselves has no way back here.
      if (act !== null && Number(account_id) === ctx.caller.account_id) return { go_to: to.account() };
      return { go_to: team.people({ done: act === null ? 'same' : 'removed' }) };
    },
  }),
  adminAction({
    path: '/admin/jobs/retry',
    page: 'admin_jobs',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await retryJob(ctx, { id });
      return { go_to: team.jobs({ done: 'retried' }) };
    },
  }),
  adminAction({
    path: '/admin/mail/:id/retry',
    page: 'admin_letter',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await retryMail(ctx, { id: Number(id) });
      return { go_to: team.letter(Number(id), { done: 'retried' }) };
    },
  }),
  adminAction({
    path: '/admin/sites',
    page: 'admin_sites',
    input: Strict({
      key: T.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
      name: RequiredText(80),
      root: RequiredText(300),
      time_zone: RequiredText(60),
      tagline: T.Optional(Text(160)),
      purpose: T.Optional(Text(500)),
    }),
    async run(ctx, { tagline = '', purpose = '', ...typed }) {
      await foundSite(ctx, { ...typed, tagline, purpose });
      return { go_to: team.sites({ done: 'made' }) };
    },
  }),
];
