import { msg, t } from '../../../../kernel/language/messages.ts';
import { getTeamDatasets } from '../../../../modules/datasets/datasets.ts';
import { LICENCE_IDS, LICENCES, MAX_LICENCE_TEXT } from '../../../../modules/datasets/rules.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { adminPaths, dataPaths } from '../../../paths.ts';
import { formatBytes } from '../../../ui/sizes.ts';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const licenceOptions = () => LICENCE_IDS.map((id) => ({ value: id, name: id === 'own' ? t('Own licence') : LICENCES[id].name }));

export const datasetPage = adminPage({
  name: 'admin_dataset',
  path: adminPaths.dataset,
  async load(ctx) {
    const [datasets, acts] = await Promise.all([getTeamDatasets(ctx), listActsAbout(ctx, 'dataset', ctx.site.id)]);
    return { ...datasets, acts };
  },
  title: msg('Dataset'),
  description: msg('Weekly dumps of the public data: whether they are published, and under which licence.'),
  lede: ({ settings }) => (
    <>
      {settings.publish ? t('Everything public can be downloaded; a dump is written every week.') : t('It’s off.')}{' '}
      <a href={dataPaths.home()}>{t('View the page')}</a>
    </>
  ),
  done: {
    set: msg('Settings saved.'),
    same: msg('No changes to save.'),
    started: msg('A dump is being written.'),
    deleted: msg('Dump deleted.'),
  },
  view({ settings, dumps, is_writing, acts }) {
    return (
      <>
        <AdminSection id="settings" title={t('Settings')}>
          <AdminForm
            action={adminPaths.setDataset()}
            submit={t('Save')}
            fields={[
              {
                name: 'publish',
                label: t('Publish the data'),
                value: settings.publish ? 'yes' : 'no',
                options: [
                  { value: 'yes', name: t('Yes, every week') },
                  { value: 'no', name: t('No') },
                ],
                hint: t(
                  'Only what everybody can read on the site: products, founders, categories, weeks, awards, prices and counts of votes.',
                ),
              },
              {
                name: 'licence',
                label: t('Licence'),
                value: settings.licence,
                options: licenceOptions(),
                hint: t('A published copy can’t be taken back. Ask a lawyer if you are not sure.'),
              },
              {
                name: 'licence_text',
                label: t('Text of your own licence'),
                value: settings.licence_text,
                rows: 6,
                max_length: MAX_LICENCE_TEXT,
                hint: t('Only for a licence of your own.'),
              },
              {
                name: 'attribution',
                label: t('Source to name'),
                value: settings.attribution,
                max_length: 200,
                hint: t('The name of the site if it is empty.'),
              },
            ]}
          />
        </AdminSection>
        <AdminSection id="dumps" title={t('Dumps')}>
          {is_writing && <p class="notice">{t('A dump is being written.')}</p>}
          <AdminRows
            rows={dumps.map(({ name, written_at, files }) => ({
              title: name,
              href: dataPaths.file({ dataset: name, file: 'manifest.json' }),
              more: (
                <>
                  {formatBytes(files.reduce((sum, { size }) => sum + size, 0))} · <RelativeTime at={new Date(written_at)} />
                </>
              ),
              status: <AdminForm action={adminPaths.deleteDataset()} submit={t('Delete')} about={name} hidden={{ name }} destructive />,
            }))}
            empty={t('No dumps yet.')}
          />
          {settings.publish && <AdminForm action={adminPaths.writeDataset()} submit={t('Write a dump now')} />}
        </AdminSection>
        <RecordActs acts={acts} />
      </>
    );
  },
});
