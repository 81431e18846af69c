import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import type { ReportedRecord } from '../../../modules/moderation/reports/queries.ts';
import { getReported } from '../../../modules/moderation/reports/reports.ts';
import { REPORT_CAUSES, type Reported } from '../../../modules/moderation/reports/rules.ts';
import { listingPaths, peoplePaths, reportPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, textParam } from '../../server/page.ts';
import { ActionChoiceField, Field, Form } from '../../ui/form.tsx';

interface Data {
  of: Reported;
  reported: ReportedRecord;
  done: string | undefined;
}

const PUBLIC_PAGES = { listing: listingPaths.listing, founder: peoplePaths.founder };

/** The page with the form to report a listing or a founder. */
export const reportPage = (of: Reported) => ({
  load: async (ctx: Ctx, { slug }: { slug: string }, query: Query): Promise<Data> => ({
    of,
    reported: await getReported(ctx, { of, slug }),
    done: textParam(query.done),
  }),
  head: ({ reported: { slug, name } }: Data): PageHead => ({
    title: t('Report {name}', { name }),
    description: t('Tell the team what is wrong.'),
    canonical: reportPaths[of]({ slug }),
    trail: [{ name, href: PUBLIC_PAGES[of]({ slug }) }],
    index: false,
  }),
  view({ reported: { slug, name }, done }: Data, context: PageContext) {
    const form = { action: reportPaths[of]({ slug }) };
    return (
      <div class="narrow">
        <header class="page-head">
          <h1 dir="auto">{t('Report {name}', { name })}</h1>
          <p class="lede">{t('Only the {name} team sees your report. We’ll tell you what they decide.', { name: context.site.name })}</p>
        </header>
        {done ? (
          <>
            <p class="done" role="status">
              {t('Thank you. The team will look at it.')}
            </p>
            <p>
              <a href={PUBLIC_PAGES[of]({ slug })}>{rich('Back to <name></name>', { name: () => <bdi>{name}</bdi> })}</a>
            </p>
          </>
        ) : (
          <Form {...form} class="form">
            <ActionChoiceField
              {...form}
              name="cause"
              label={t('What is wrong?')}
              value={null}
              options={Object.entries(REPORT_CAUSES).map(([value, name]) => ({ value, name }))}
            />
            <Field {...form} name="note" label={t('Details (optional)')} rows={4} maxlength={500} />
            <button class="button button-main" type="submit">
              {t('Send report')}
            </button>
          </Form>
        )}
      </div>
    );
  },
});
