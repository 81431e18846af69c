import { listProvidersForAdmin } from '../../../../modules/accounts/identities/providers.ts';
import { callbackUrl } from '../../../../modules/accounts/identities/sign-in.ts';
import { adminPaths } from '../../../paths.ts';
import { AdminForm, AdminRows, AdminSection } from '../components.tsx';
import { adminPage } from '../page.tsx';

export const signInProvidersPage = adminPage({
  name: 'admin_sign_in',
  path: adminPaths.signIn,
  for: 'admin',
  load: (ctx) => listProvidersForAdmin(ctx),
  title: 'Sign-in providers',
  description: 'Google, GitHub and other providers that people can sign in with.',
  lede: 'People can sign in here with Google, GitHub or any OpenID Connect provider. Sites share accounts, so only add a provider you trust: whoever runs it can sign in as anyone who uses it.',
  done: { saved: 'Provider saved.', removed: 'Provider removed.', same: 'No changes to save.' },
  view: ({ own, shared }, context) => (
    <>
      <AdminRows
        rows={[
          ...own.map(({ key, label, issuer, client_id }) => ({
            title: label,
            more: (
              <>
                <bdi>{issuer}</bdi> · client <code>{client_id}</code> · redirect address <code>{callbackUrl(context.site, key)}</code>
              </>
            ),
            status: (
              <AdminForm
                action={adminPaths.removeProvider()}
                context={context}
                hidden={{ key }}
                submit="Remove"
                about={label}
                destructive
              />
            ),
          })),
          ...shared.map(({ key, label, issuer }) => ({
            title: label,
            more: (
              <>
                <bdi>{issuer}</bdi> · redirect address <code>{callbackUrl(context.site, key)}</code>
              </>
            ),
            status: 'All sites (set by environment variables)',
          })),
        ]}
        empty="No providers. People sign in by email."
      />
      <AdminSection id="new" title="Add or change a provider">
        <p>
          Register an application with the provider first, with the redirect address <code>{callbackUrl(context.site, 'key')}</code> for the
          key you choose below.
        </p>
        <AdminForm
          action={adminPaths.signIn()}
          context={context}
          submit="Save provider"
          fields={[
            {
              name: 'key',
              label: 'Key',
              max_length: 20,
              required: true,
              type: 'code',
              hint: 'google, github, or a short name of your own. Lowercase letters and digits.',
            },
            { name: 'label', label: 'Name on the button', max_length: 40, hint: 'If empty: Google, GitHub or the key.' },
            {
              name: 'issuer',
              label: 'Issuer',
              max_length: 300,
              type: 'link',
              hint: 'Such as https://id.example. Not needed for Google and GitHub.',
            },
            { name: 'client_id', label: 'Client ID', max_length: 300, required: true, type: 'code' },
            {
              name: 'client_secret',
              label: 'Client secret',
              max_length: 1000,
              type: 'password',
              autocomplete: 'new-password',
              hint: 'Not shown again. Leave empty to keep the current secret.',
            },
          ]}
        />
      </AdminSection>
    </>
  ),
});
