import { msg, t } from '../../../../kernel/language/messages.ts';
import { listReplies } from '../../../../modules/moderation/replies/replies.ts';
import { adminPaths } from '../../../paths.ts';
import { HiddenName, Prose } from '../../../ui/elements.tsx';
import { Empty } from '../../../ui/list.tsx';
import { AdminForm, AdminSection, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const repliesPage = adminPage({
  name: 'admin_replies',
  path: adminPaths.replies,
  load: async (ctx) => ({ replies: await listReplies(ctx) }),
  title: msg('Saved replies'),
  description: msg('Texts that the team uses again.'),
  lede: msg('Choose one when you return or reject a listing, or answer a report.'),
  done: { saved: msg('Reply saved.'), deleted: msg('Reply deleted.') },
  view: ({ replies }) => (
    <>
      {replies.length === 0 ? (
        <Empty title={t('No saved replies yet.')} />
      ) : (
        <ul class="rows rows-ruled rows-split">
          {replies.map(({ id, title, body }) => (
            <li>
              <div>
                <p class="office-title" dir="auto">
                  {title}
                </p>
                <Prose text={body} />
              </div>
              <div class="office-status">
                <RowButton action={adminPaths.deleteReply({ id })} hidden={{}} destructive>
                  {t('Delete')}
                  <HiddenName name={title} />
                </RowButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <AdminSection id="new" title={t('New reply')}>
        <AdminForm
          action={adminPaths.replies()}
          submit={t('Save reply')}
          fields={[
            { name: 'title', label: t('Title (only for the team)'), max_length: 80, required: true },
            { name: 'body', label: t('Text'), rows: 4, max_length: 1000, required: true },
          ]}
        />
      </AdminSection>
    </>
  ),
});
