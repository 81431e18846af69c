import { Refusal } from '../../../../kernel/errors.ts';
import { OneOf, RequiredText, Strict, T, Text } from '../../../../kernel/schema.ts';
import { addSiteAdmin, removeSiteAdmin } from '../../../../modules/accounts/team.ts';
import { setWeekCapacity } from '../../../../modules/launches/team/week-capacity.ts';
import { METRIC_NAMES } from '../../../../modules/listings/metrics/rules.ts';
import { setMetricSource } from '../../../../modules/listings/metrics/sources.ts';
import { changeSettings, createNetworkSite, retryJob, retryMail } from '../../../../modules/moderation/administration.ts';
import { LIMIT_NUMBERS, type SiteSettings, WEEK_NUMBERS } from '../../../../modules/moderation/settings-rules.ts';
import type { LaunchSite } from '../../../../modules/orders/fulfilment/done-for-you-steps.ts';
import { to } from '../../../server/addresses.ts';
import { team } from '../../../server/admin-addresses.ts';
import { adminAction, teamAction } from '../../../server/form-action.ts';
import { IdField } from '../../account/actions.ts';

const OptionalNumber = T.Optional(T.String({ pattern: '^\\d{1,9}$' }));
const parseNumber = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const NUMBER_NAMES = [...Object.keys(WEEK_NUMBERS), ...Object.keys(LIMIT_NUMBERS)];

/** Reads one launch site per line: its name, then optionally its address. */
const parseLaunchSiteLines = (lines: string | undefined): LaunchSite[] =>
  (lines ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line)
    .map((line) => {
      const [, name, url] = /^(.*\S)\s+(\w+:\S*)$/.exec(line) ?? [];
      return name ? { name, url: url! } : { name: line, url: null };
    });

/** Reads one header per line, such as `X-Key: abc`. Without input the stored headers stay. */
const parseHeaders = (lines: string | undefined): Record<string, string> | undefined =>
  lines === undefined
    ? undefined
    : Object.fromEntries(
        lines
          .split('\n')
          .filter((line) => line.trim())
          .map((line) => {
            const [, name, value] = /^([A-Za-z0-9-]{1,60})\s*:\s*(\S.*)$/.exec(line.trim()) ?? [];
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
    input: Strict({ week: T.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), room: OptionalNumber }),
    async run(ctx, { week, room }) {
      const act = await setWeekCapacity(ctx, { week, room: parseNumber(room) });
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
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, OptionalNumber])),
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
      const number_values = Object.fromEntries(NUMBER_NAMES.map((number) => [number, parseNumber(numbers[number])]));
      const others = { security_contact: security_contact ?? null, done_for_you_sites: parseLaunchSiteLines(done_for_you_sites) };
      const act = await changeSettings(ctx, { name, tagline, purpose, time_zone, ...others, ...number_values } as SiteSettings);
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
    async run(ctx, { headers, ...fields }) {
      const act = await setMetricSource(ctx, { ...fields, headers: parseHeaders(headers) });
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
    input: Strict({ account_id: IdField }),
    async run(ctx, { account_id }) {
      const act = await removeSiteAdmin(ctx, { account_id: Number(account_id) });
      // Callers who remove themselves may no longer see this page.
      if (act !== null && Number(account_id) === ctx.caller.account_id) return { go_to: to.account() };
      return { go_to: team.people({ done: act === null ? 'same' : 'removed' }) };
    },
  }),
  adminAction({
    path: '/admin/jobs/retry',
    page: 'admin_jobs',
    input: Strict({ id: IdField }),
    async run(ctx, { id }) {
      await retryJob(ctx, { id });
      return { go_to: team.jobs({ done: 'retried' }) };
    },
  }),
  adminAction({
    path: '/admin/mail/:id/retry',
    page: 'admin_letter',
    input: Strict({ id: IdField }),
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
    async run(ctx, { tagline = '', purpose = '', ...fields }) {
      await createNetworkSite(ctx, { ...fields, tagline, purpose });
      return { go_to: team.sites({ done: 'made' }) };
    },
  }),
];
