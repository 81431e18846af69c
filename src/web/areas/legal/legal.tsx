import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { getLegalPage } from '../../../modules/content/legal/legal.ts';
import { legalPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { DayText } from '../../ui/format.tsx';
import { markdownToHtml } from '../../ui/markdown.ts';

type LegalPageData = Awaited<ReturnType<typeof getLegalPage>>;

/** Where a version stands: in force, replaced or taken back. */
const VersionNote = ({ kind, version, current_number }: LegalPageData) => {
  if (version.number === current_number) return null;
  return (
    <p class="notice">
      {t('This is an earlier version.')} {version.withdrawn_at && `${t('It was withdrawn.')} `}
      {current_number !== null && <a href={legalPaths.page({ kind })}>{t('Read the current version')}</a>}
    </p>
  );
};

const Versions = ({ kind, version, versions }: LegalPageData) =>
  versions.length < 2 ? null : (
    <section class="block" aria-labelledby="versions">
      <h2 id="versions">{t('All versions')}</h2>
      <ul class="rows">
        {versions.map(({ number, published_at, withdrawn_at }) => (
          <li>
            {number === version.number ? (
              <strong>{t('Version {number}', { number })}</strong>
            ) : (
              <a href={legalPaths.version({ kind, version_id: number })}>{t('Version {number}', { number })}</a>
            )}
            , <DayText on={published_at.toISOString()} />
            {withdrawn_at && <>, {rich('withdrawn <day></day>', { day: () => <DayText on={withdrawn_at.toISOString()} /> })}</>}
          </li>
        ))}
      </ul>
    </section>
  );

const view = (data: LegalPageData) => (
  <article class="narrow">
    <header class="page-head">
      <h1 dir="auto">{data.version.title}</h1>
      <p class="quiet">
        {rich('Version {number}, published <day></day>', {
          number: data.version.number,
          day: () => <DayText on={data.version.published_at.toISOString()} />,
        })}
      </p>
    </header>
    <VersionNote {...data} />
    <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(data.version.body_markdown) }} />
    <Versions {...data} />
  </article>
);

const describe = ({ version }: LegalPageData, { site }: PageContext): Pick<PageHead, 'title' | 'description'> => ({
  title: version.title,
  description: t('{title} of {name}.', { title: version.title, name: site.name }),
});

/** The version in force. */
export const legalPage = {
  path: legalPaths.page,
  not_found: 'legal_page_not_found',
  load: (ctx: Ctx, { kind }: { kind: string }) => getLegalPage(ctx, { kind }),
  head: (data: LegalPageData, context: PageContext): PageHead => ({
    ...describe(data, context),
    canonical: legalPaths.page({ kind: data.kind }),
    trail: [],
    here: data.version.title,
  }),
  view,
} as const;

/** Any published version, by its number. */
export const legalVersionPage = {
  path: legalPaths.version,
  not_found: 'legal_page_not_found',
  load: (ctx: Ctx, { kind, version_id }: { kind: string; version_id: number }) => getLegalPage(ctx, { kind, number: version_id }),
  head: (data: LegalPageData, context: PageContext): PageHead => ({
    ...describe(data, context),
    canonical: legalPaths.version({ kind: data.kind, version_id: data.version.number }),
    trail: [{ name: data.version.title, href: legalPaths.page({ kind: data.kind }) }],
    here: t('Version {number}', { number: data.version.number }),
    index: false,
  }),
  view,
} as const;
