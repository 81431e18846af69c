import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { PAGING } from '../../../../kernel/schema.ts';
import type { SavedReply } from '../../../../modules/moderation/replies/queries.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import type { OpenReports } from '../../../../modules/moderation/reports/queries.ts';
import { listReports } from '../../../../modules/moderation/reports/reports.ts';
import { REPORT_CAUSES } from '../../../../modules/moderation/reports/rules.ts';
import { adminPaths } from '../../../paths.ts';
import { Form, InputField, submittedTo } from '../../../ui/form.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { PreviousNext, RefusalNotice } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { hasReasonError } from './reason-fields.ts';

const adminPageOf = ({ of, id }: OpenReports): string => (of === 'listing' ? adminPaths.listing({ id }) : adminPaths.founder({ id }));

const ReportedItem = ({ item, replies }: { item: OpenReports; replies: SavedReply[] }) => {
  const key = `${item.of}-${item.id}`;
  const submitted = submittedTo(adminPaths.decideReports());
  const form = submitted && `${submitted.values.of}-${submitted.values.reported_id}` === key ? submitted : undefined;
  return (
    <li>
      <p class="office-title" dir="auto">
        <a href={adminPageOf(item)}>{item.name}</a>
      </p>
      <p class="quiet">
        {item.of === 'listing' ? t('Listing') : t('Founder')} ·{' '}
        {t('{n, plural, one {# report} other {# reports}}', { n: item.reports.length })} ·{' '}
        {rich('first {when}', { when: <RelativeTime at={item.since} /> })}
      </p>
      <ul>
        {item.reports.map(({ cause, note, by }) => (
          <li>
            <bdi>{by ?? t('A member')}</bdi>: {REPORT_CAUSES[cause] ?? cause} {note && <q dir="auto">{note}</q>}
          </li>
        ))}
      </ul>
      <Form action={adminPaths.decideReports()} hides_message hidden={{ of: item.of, reported_id: String(item.id) }} class="form decide">
        <InputField id={`reason-${key}`} name="reason" label={t('Answer to those who reported it')} form={form} maxlength={1000} />
        {replies.length > 0 && (
          <div class="field">
            <label for={`reply-${key}`}>{t('Or a saved reply')}</label>
            <select id={`reply-${key}`} name="reply_id">
              <option value="">{t('None')}</option>
              {replies.map(({ id, title }) => (
                <option value={id}>{title}</option>
              ))}
            </select>
          </div>
        )}
        <div class="actions">
          <button class="button" type="submit" name="decision" value="accepted">
            {t('Accept reports')}
          </button>
          <button class="button" type="submit" name="decision" value="dismissed">
            {t('Dismiss reports')}
          </button>
        </div>
      </Form>
    </li>
  );
};

export const reportsPage = adminPage({
  name: 'admin_reports',
  path: adminPaths.reports,
  query: PAGING,
  async load(ctx, input) {
    const [reports, replies] = await Promise.all([listReports(ctx, input), listReplies(ctx)]);
    return { input, ...reports, replies };
  },
  title: msg('Reports'),
  description: msg('Listings and founders that people reported.'),
  lede: msg(
    'Listings and founders that people reported, the most reported first. Act on the listing or founder itself, then answer the reports here.',
  ),
  done: {
    accepted: msg('Reports accepted. Those who reported it were told.'),
    dismissed: msg('Reports dismissed. Those who reported it were told.'),
  },
  view: ({ reported, replies, has_more, input }) => (
    <>
      {!hasReasonError(adminPaths.decideReports()) && <RefusalNotice action={adminPaths.decideReports()} />}
      {reported.length === 0 ? (
        <Empty title={t('All done. No reports.')} />
      ) : (
        <ul class="rows rows-ruled">
          {reported.map((item) => (
            <ReportedItem item={item} replies={replies} />
          ))}
        </ul>
      )}
      <PreviousNext path={adminPaths.reports} input={input} has_more={has_more} labels={[t('Previous'), t('Next')]} />
    </>
  ),
});
