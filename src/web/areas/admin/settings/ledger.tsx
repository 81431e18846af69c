import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { getLedgerSettings } from '../../../../modules/votes/checkpoints/witnesses.ts';
import { adminPaths, ledgerPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { formatCount } from '../../../ui/format.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, RefusalNotice, RowButton } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const ledgerSettingsPage = adminPage({
  name: 'admin_ledger',
  path: adminPaths.ledger,
  load: (ctx) => getLedgerSettings(ctx),
  title: () => t('Vote ledger'),
  description: msg('Keys and witnesses of the vote ledger.'),
  lede: () =>
    rich('The ledger is signed every hour and with each week’s result. <link>See the public page</link>', {
      link: (text) => <a href={ledgerPaths.home()}>{text}</a>,
    }),
  done: texts({
    rotated: msg('Key replaced.'),
    added: msg('Witness added.'),
    removed: msg('Witness removed.'),
    same: msg('No changes to save.'),
  }),
  view: ({ keys, witnesses }) => (
    <>
      <AdminSection id="keys" title={t('Keys')}>
        <AdminRows
          rows={keys.toReversed().map(({ number, key, from_size, compromised, created_at }) => ({
            title: t('Key {number}', { number }),
            more: (
              <>
                <code class="ledger-key">{key}</code>{' '}
                {rich('From row {row}, made {time}.', {
                  row: formatCount(from_size),
                  time: <RelativeTime at={created_at} />,
                })}
              </>
            ),
            status: compromised ? t('Compromised') : number === keys.length ? t('In use') : t('Replaced'),
          }))}
          empty={t('The first key is made with the first checkpoint.')}
        />
        <AdminForm
          action={adminPaths.rotateLedgerKey()}
          submit={t('Replace the key')}
          destructive
          lead={
            <p>
              {t(
                'The old key signs the new one and is deleted, so this can’t be undone. Replace the key once a year, after a move to another address, and whenever somebody else may have it.',
              )}
            </p>
          }
          fields={[
            {
              name: 'compromised',
              label: t('Why'),
              required: true,
              value: 'no',
              options: [
                { value: 'no', name: t('As a precaution') },
                { value: 'yes', name: t('Somebody else may have the key: its signatures no longer count') },
              ],
            },
          ]}
        />
      </AdminSection>
      <AdminSection id="witnesses" title={t('Witnesses')}>
        <p>{t('Witnesses are others who sign your checkpoints too. Then not even you can rewrite the ledger unnoticed.')}</p>
        <RefusalNotice action={adminPaths.removeWitness()} />
        <AdminRows
          rows={witnesses.map(({ name, key }) => ({
            title: name,
            more: <code class="ledger-key">{key}</code>,
            status: (
              <RowButton action={adminPaths.removeWitness()} hidden={{ witness: name }} destructive>
                {t('Remove')}
                <HiddenName name={name} />
              </RowButton>
            ),
          }))}
          empty={t('No witnesses yet.')}
        />
        <AdminForm
          action={adminPaths.addWitness()}
          submit={t('Add witness')}
          fields={[
            {
              name: 'key',
              label: t('Key of the witness'),
              type: 'code',
              max_length: 300,
              required: true,
              hint: t('Name, id and key with plus signs between them, as the witness publishes it.'),
            },
          ]}
        />
      </AdminSection>
    </>
  ),
});
