import type { FastifyInstance } from 'fastify';
import { type AppDeps, requestContext } from '../../../../http/deps.ts';
import { Refusal } from '../../../../kernel/errors.ts';
import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import { formatLongDay } from '../../../../kernel/time/weeks.ts';
import { getTeamDigest, previewDigest, type TeamDigest } from '../../../../modules/digest/digest.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, digestPaths } from '../../../paths.ts';
import { type Query, requireSignedIn, textParam } from '../../../server/page.ts';
import { readSession } from '../../../server/sessions.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { formatHour, WEEKDAYS } from '../../../ui/weeks/weekly.ts';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const CategoryChoice = ({ categories, category }: Pick<TeamDigest, 'categories'> & { category: number | undefined }) => (
  <form action={adminPaths.digest()} class="row-form digest-choice">
    <div class="field">
      <label for="digest-category">{t('Category')}</label>
      <select id="digest-category" name="category">
        <option value="">{t('All categories')}</option>
        {categories.map(({ id, name }) => (
          <option value={String(id)} selected={id === category}>
            {name}
          </option>
        ))}
      </select>
    </div>
    <button class="button" type="submit">
      {t('Show')}
    </button>
  </form>
);

export const digestPage = adminPage({
  name: 'admin_digest',
  path: adminPaths.digest,
  query: { category: T.Optional(T.Integer({ minimum: 1, maximum: 999_999_999 })) },
  async load(ctx, { category }) {
    const [digest, acts] = await Promise.all([getTeamDigest(ctx, { category_id: category }), listActsAbout(ctx, 'digest', ctx.site.id)]);
    return { ...digest, acts, category };
  },
  title: msg('Digest'),
  description: msg('The weekly email to subscribers: preview, test and schedule.'),
  lede: ({ subscribers, settings: { on, day, hour } }, { site }) => (
    <>
      {t('{n, plural, one {# subscriber} other {# subscribers}}.', { n: subscribers })}{' '}
      {on
        ? t('It is sent every week: {day}, {hour} ({time_zone}).', {
            day: WEEKDAYS[day - 1],
            hour: formatHour(hour),
            time_zone: site.time_zone,
          })
        : t('It’s off.')}{' '}
      <a href={digestPaths.home()}>{t('View the subscription page')}</a>
    </>
  ),
  done: { set: msg('Schedule saved.'), same: msg('No changes to save.'), tested: msg('Test email sent.') },
  view({ settings, mailings, categories, preview, acts, category }, context) {
    const hidden = category ? { category: String(category) } : undefined;
    return (
      <>
        <AdminSection id="preview" title={t('Preview')}>
          <CategoryChoice categories={categories} category={category} />
          <p>{rich('Subject: {subject}', { subject: <strong dir="auto">{preview.subject}</strong> })}</p>
          <iframe
            class="mail-preview"
            title={t('This week’s digest')}
            src={adminPaths.digestPreview({ category: category ?? '' })}
            loading="lazy"
          />
          <AdminForm action={adminPaths.testDigest()} submit={t('Send a test to me')} hidden={hidden} />
        </AdminSection>
        <AdminSection id="schedule" title={t('Schedule')}>
          <AdminForm
            action={adminPaths.setDigest()}
            submit={t('Save')}
            fields={[
              {
                name: 'on',
                label: t('Send the digest'),
                value: settings.on ? 'yes' : 'no',
                options: [
                  { value: 'yes', name: t('Yes, every week') },
                  { value: 'no', name: t('No') },
                ],
                hint: t('If it’s off, nobody can subscribe. Existing subscribers stay on the list.'),
              },
              {
                name: 'day',
                label: t('Day'),
                value: settings.day,
                options: WEEKDAYS.map((name, at) => ({ value: String(at + 1), name })),
              },
              {
                name: 'hour',
                label: t('Hour'),
                value: settings.hour,
                options: Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), name: formatHour(hour) })),
                hint: t('In the site’s time zone, {time_zone}. If this week’s digest was already sent, it won’t be sent again.', {
                  time_zone: context.site.time_zone,
                }),
              },
            ]}
          />
        </AdminSection>
        <AdminSection id="sent" title={t('Sent')}>
          <AdminRows
            rows={mailings.map(({ week_on, mails, started_at, finished_at }) => ({
              title: t('Week of {day}', { day: formatLongDay(week_on) }),
              more: (
                <>
                  {t('{n, plural, one {# email} other {# emails}}', { n: mails })} ·{' '}
                  {finished_at
                    ? rich('finished {time}', { time: <RelativeTime at={finished_at} /> })
                    : rich('sending, started {time}', { time: <RelativeTime at={started_at} /> })}
                </>
              ),
            }))}
            empty={t('No digests sent yet.')}
          />
        </AdminSection>
        <RecordActs acts={acts} />
      </>
    );
  },
});

/** The mail brings its own styles and shows the site’s logo, nothing else; only the team's page may show it in a frame. */
const PREVIEW_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups",
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

export const serveDigestPreview = (app: FastifyInstance, deps: AppDeps): void => {
  app.get(adminPaths.digestPreview.pattern, async (request, reply) => {
    const caller = await readSession(deps, request);
    if (!caller) throw new Refusal('sign_in_needed');
    const ctx = requireSignedIn(await requestContext(deps, request, caller));
    const category = Number(textParam((request.query as Query).category));
    const { html } = await previewDigest(ctx, Number.isSafeInteger(category) && category > 0 ? { category_id: category } : {});
    // Links open outside the frame.
    return reply.headers(PREVIEW_HEADERS).send(html.replace('<head>', '<head><base target="_blank">'));
  });
};
