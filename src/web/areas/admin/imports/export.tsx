import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { adminPaths } from '../../../paths.ts';
import { adminPage } from '../page.tsx';

export const exportPage = adminPage({
  name: 'admin_export',
  path: adminPaths.export,
  load: async () => ({}),
  title: msg('Export'),
  description: msg('Download what the site owns.'),
  lede: msg('Download your directory, to keep it or to move it to another site.'),
  view: () => (
    <div class="stack">
      <p>
        {rich(
          'The file has your brand, legal pages, categories, attributes, founders, interview questions and blog posts, and your listings with their texts, quotes, figures, updates and pictures, also those that aren’t public yet. <link>Import</link> it on another site to get the same there.',
          { link: (text) => <a href={adminPaths.imports()}>{text}</a> },
        )}
      </p>
      <p>
        {t(
          'It’s a compressed tar archive of JSON lines and pictures. Accounts, votes, reviews, comments and orders belong to people and aren’t in it.',
        )}
      </p>
      <p class="actions">
        <a class="button button-main" href={adminPaths.exportFile()} download>
          {t('Download export')}
        </a>
      </p>
    </div>
  ),
});
