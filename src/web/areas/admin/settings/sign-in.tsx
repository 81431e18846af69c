import type { Site } from '../../../../kernel/context.ts';
import { msg, rich, t } from '../../../../kernel/language/messages.ts';
import { listProvidersForAdmin } from '../../../../modules/accounts/identities/providers.ts';
import { callbackUrl } from '../../../../modules/accounts/identities/sign-in.ts';
import { adminPaths } from '../../../paths.ts';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

const RedirectAddress = ({ site, key_name }: { site: Site; key_name: string }) => (
  <>{rich('redirect address {address}', { address: <code>{callbackUrl(site, key_name)}</code> })}</>
);

export const signInProvidersPage = adminPage({
  name: 'admin_sign_in',
  path: adminPaths.signIn,
  for: 'admin',
  load: (ctx) => listProvidersForAdmin(ctx),
  title: msg('Sign-in providers'),
  description: msg('Google, GitHub and other providers that people can sign in with.'),
  lede: msg(
    'People can sign in here with Google, GitHub or any OpenID Connect provider. Sites share accounts, so only add a provider you trust: whoever runs it can sign in as anyone who uses it.',
  ),
  done: { saved: msg('Provider saved.'), removed: msg('Provider removed.'), same: msg('No changes to save.') },
  view: ({ own, shared }, context) => (
    <>
      <AdminRows
        rows={[
          ...own.map(({ key, label, issuer, client_id }) => ({
            title: label,
            more: (
              <>
                <bdi>{issuer}</bdi> · {rich('client {id}', { id: <code>{client_id}</code> })} ·{' '}
                <RedirectAddress site={context.site} key_name={key} />
              </>
            ),
            status: <AdminForm action={adminPaths.removeProvider()} hidden={{ key }} submit={t('Remove')} about={label} destructive />,
          })),
          ...shared.map(({ key, label, issuer }) => ({
            title: label,
            more: (
              <>
                <bdi>{issuer}</bdi> · <RedirectAddress site={context.site} key_name={key} />
              </>
            ),
            status: t('All sites (set by environment variables)'),
          })),
        ]}
        empty={t('No providers. People sign in by email.')}
      />
      <AdminSection id="new" title={t('Add or change a provider')}>
        <p>
          {rich('Register an application with the provider first, with the redirect address {address} for the key you choose below.', {
            address: <code>{callbackUrl(context.site, 'key')}</code>,
          })}
        </p>
        <AdminForm
          action={adminPaths.signIn()}
          submit={t('Save provider')}
          fields={[
            {
              name: 'key',
              label: t('Key'),
              max_length: 20,
              required: true,
              type: 'code',
              hint: t('google, github, or a short name of your own. Lowercase letters and digits.'),
            },
            { name: 'label', label: t('Name on the button'), max_length: 40, hint: t('If empty: Google, GitHub or the key.') },
            {
              name: 'issuer',
              label: t('Issuer'),
              max_length: 300,
              type: 'link',
              hint: t('Such as https://id.example. Not needed for Google and GitHub.'),
            },
            { name: 'client_id', label: t('Client ID'), max_length: 300, required: true, type: 'code' },
            {
              name: 'client_secret',
              label: t('Client secret'),
              max_length: 1000,
              type: 'password',
              autocomplete: 'new-password',
              hint: t('Not shown again. Leave empty to keep the current secret.'),
            },
          ]}
        />
      </AdminSection>
    </>
  ),
});
