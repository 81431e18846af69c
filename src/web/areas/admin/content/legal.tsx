import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { LEGAL_KINDS, placeholdersIn } from '../../../../modules/content/legal/kinds.ts';
import { getLegalEditor, listLegalPages } from '../../../../modules/content/legal/legal.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, legalPaths } from '../../../paths.ts';
import { Form, submittedTo } from '../../../ui/form.tsx';
import { DayText } from '../../../ui/format.tsx';
import { markdownToHtml } from '../../../ui/markdown.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminFields, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const NotAdvice = () => (
  <p class="notice">
    {t(
      'The texts we suggest are templates, not legal advice. They describe what this software does with data. What else the law of your country requires, you have to know or ask a lawyer.',
    )}
  </p>
);

export const legalPagesPage = adminPage({
  name: 'admin_legal',
  path: adminPaths.legal,
  load: async (ctx) => ({ pages: await listLegalPages(ctx) }),
  title: msg('Legal pages'),
  description: msg('Terms, privacy policy, refund policy and imprint.'),
  lede: msg('Published pages are linked from the footer, the sign-in page and the checkout.'),
  view: ({ pages }) => (
    <>
      <NotAdvice />
      <AdminRows
        rows={pages.map(({ kind, current, has_draft }) => ({
          href: adminPaths.legalPage({ kind }),
          title: LEGAL_KINDS[kind].title,
          more: (
            <>
              {LEGAL_KINDS[kind].what}
              {current && (
                <>
                  {' '}
                  {rich('Version {number}, published {when}.', {
                    number: current.number,
                    when: <RelativeTime at={current.published_at} />,
                  })}
                </>
              )}
              {has_draft && ` ${t('Has unpublished changes.')}`}
            </>
          ),
          status: <span class={`pill pill-${current ? 'live' : 'draft'}`}>{current ? t('Published') : t('Not published')}</span>,
        }))}
        empty={t('No legal pages.')}
      />
    </>
  ),
});

export const legalEditorPage = adminPage({
  name: 'admin_legal_page',
  path: adminPaths.legalPage,
  not_found: 'legal_page_not_found',
  menu: adminPaths.legal,
  async load(ctx, { kind }) {
    const [page, acts] = await Promise.all([getLegalEditor(ctx, { kind }), listActsAbout(ctx, 'legal_page', kind)]);
    return { ...page, acts };
  },
  title: ({ kind }) => LEGAL_KINDS[kind].title,
  description: msg('Edit a legal page.'),
  canonical: ({ kind }) => adminPaths.legalPage({ kind }),
  lede: ({ kind }) => LEGAL_KINDS[kind].what,
  done: {
    saved: msg('Draft saved. Publish it when it’s ready.'),
    published: msg('Page published.'),
    same: msg('This version is already published.'),
  },
  view({ kind, text, has_draft, is_new, template, versions, current, acts }) {
    const form = { action: adminPaths.legalPage({ kind }) };
    const submitted = submittedTo(form.action);
    const body = submitted?.values.body_markdown ?? text.body_markdown;
    const missing = placeholdersIn(body);
    return (
      <>
        <NotAdvice />
        {is_new && (
          <p>{t('This is our template for your site. Fill in what is in double square brackets, and change what doesn’t fit.')}</p>
        )}
        {has_draft && current && (
          <p class="notice">{t('You’re editing a draft. Version {number} is public.', { number: current.number })}</p>
        )}
        {submitted?.result.preview && (
          <section class="office-preview" aria-label={t('Preview')}>
            <p class="quiet">{t('This is a preview. It isn’t saved yet.')}</p>
            <p class="office-preview-title" dir="auto">
              {submitted.values.title}
            </p>
            <div class="prose prose-long" dangerouslySetInnerHTML={{ __html: markdownToHtml(body) }} />
          </section>
        )}
        <Form {...form} class="form narrow">
          <AdminFields
            {...form}
            fields={[
              { name: 'title', label: t('Title'), value: text.title, max_length: 120, required: true },
              {
                name: 'body_markdown',
                label: t('Text (Markdown)'),
                value: text.body_markdown,
                rows: 24,
                max_length: 60_000,
                required: true,
              },
            ]}
          />
          {missing.length > 0 && (
            <p class="quiet">
              {rich('To fill in before you can publish: {missing}', { missing: <span dir="auto">{missing.join(', ')}</span> })}
            </p>
          )}
          <div class="actions">
            <button class="button button-main" type="submit" name="act" value="save">
              {t('Save draft')}
            </button>
            <button class="button" type="submit" name="act" value="preview">
              {t('Preview')}
            </button>
            <button class="button" type="submit" name="act" value="publish">
              {t('Publish')}
            </button>
          </div>
        </Form>
        {!is_new && (
          <details class="office-act">
            <summary>
              <h2 id="template">{t('Template')}</h2>
            </summary>
            <p>{t('Our template with what your site does today, to copy from.')}</p>
            <pre class="legal-template" tabindex={0}>
              {template.body_markdown}
            </pre>
          </details>
        )}
        {versions.length > 0 && (
          <AdminSection id="versions" title={t('Published versions')}>
            <ul class="rows">
              {versions.map(({ number, published_at, withdrawn_at }) => (
                <li>
                  <a href={legalPaths.version({ kind, version_id: number })}>{t('Version {number}', { number })}</a>,{' '}
                  <DayText on={published_at.toISOString()} />
                  {withdrawn_at ? `, ${t('withdrawn')}` : number === current?.number ? `, ${t('in force')}` : ''}
                </li>
              ))}
            </ul>
          </AdminSection>
        )}
        <RecordActs acts={acts} />
      </>
    );
  },
});
