import { adminPaths } from '../../../paths.ts';
import { adminPage } from '../page.tsx';

export const exportPage = adminPage({
  name: 'admin_export',
  path: adminPaths.export,
  load: async () => ({}),
  title: 'Export',
  description: 'Download what the site owns.',
  lede: 'Download your directory, to keep it or to move it to another site.',
  view: () => (
    <>
      <p>
        The file has your categories, attributes, founders, interview questions, blog posts, and the listings that are live or scheduled,
        with their texts, quotes, figures, updates and pictures. <a href={adminPaths.imports()}>Import</a> it on another site to get the
        same listings there.
      </p>
      <p>
        It’s a compressed tar archive of JSON lines and pictures. Accounts, votes, reviews, comments and orders belong to people and aren’t
        in it.
      </p>
      <p class="actions">
        <a class="button button-main" href={adminPaths.exportFile()} download>
          Download export
        </a>
      </p>
    </>
  ),
});
