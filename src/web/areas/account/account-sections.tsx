import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { PASSWORD_LENGTH } from '../../../modules/accounts/credentials/password.ts';
import type { EmailChangeRow, SessionRow } from '../../../modules/accounts/credentials/queries.ts';
import type { SignInProvider } from '../../../modules/accounts/identities/providers.ts';
import type { IdentityRow } from '../../../modules/accounts/identities/queries.ts';
import type { AccountRow } from '../../../modules/accounts/queries.ts';
import type { Ban } from '../../../modules/accounts/users/queries.ts';
import { accountPaths } from '../../paths.ts';
import { Field, Form } from '../../ui/form.tsx';
import { RelativeTime } from '../../ui/times.tsx';

export interface AccountData {
  account: AccountRow;
  sessions: (SessionRow & { current: boolean })[];
  /** The pending change of email address. */
  email_change: EmailChangeRow | null;
  identities: IdentityRow[];
  /** Whether and why the site's team banned the account. */
  ban: Ban | null;
  providers: SignInProvider[];
  /** Whether this session was recently started from an emailed link. */
  has_email_proof: boolean;
  /** Key of the last action, for the confirmation. */
  done: string | undefined;
}

interface Props {
  data: AccountData;
}

export const AccountName = ({ data: { account } }: Props) => {
  const form = { action: accountPaths.rename() };
  return (
    <section class="block block-first" aria-labelledby="name">
      <h2 id="name">{t('Profile')}</h2>
      <Form {...form}>
        <Field
          {...form}
          name="name"
          label={t('Display name (optional)')}
          value={account.name}
          hint={t('Shown with your reviews and comments.')}
          autocomplete="name"
          maxlength={100}
        />
        <button class="button" type="submit">
          {t('Save')}
        </button>
      </Form>
    </section>
  );
};

export const AccountAddress = ({ data: { account, email_change } }: Props) => {
  const form = { action: accountPaths.changeEmail() };
  return (
    <section class="block" aria-labelledby="address">
      <h2 id="address">{t('Email address')}</h2>
      <p>
        <strong dir="auto">{account.email}</strong>{' '}
        {account.email_verified_at ? t('is verified.') : t('is not verified yet. Sign in once with a sign-in link.')}
      </p>
      {email_change && (
        <p class="notice">
          {rich('You asked to change it to {new_email}. Old address:', { new_email: <strong dir="auto">{email_change.new_email}</strong> })}{' '}
          {email_change.old_confirmed_at ? t('confirmed') : t('not confirmed yet')}
          {t('. New address:')} {email_change.new_confirmed_at ? t('confirmed') : t('not confirmed yet')}.
        </p>
      )}
      <Form {...form}>
        <Field
          {...form}
          name="email"
          label={t('New email address')}
          type="email"
          hint={t('We send a link to both addresses. Open both to confirm.')}
          autocomplete="email"
          required
          maxlength={254}
        />
        <button class="button" type="submit">
          {t('Change address')}
        </button>
      </Form>
    </section>
  );
};

export const AccountPassword = ({ data: { account, has_email_proof } }: Props) => {
  const form = { action: accountPaths.changePassword() };
  return (
    <section class="block" aria-labelledby="password">
      <h2 id="password">{t('Password')}</h2>
      <p>
        {account.password_hash ? t('You have a password.') : t('You don’t have a password. You sign in with sign-in links.')}{' '}
        {t('Setting a new one signs out all your other devices.')}
      </p>
      {!account.password_hash && !has_email_proof ? (
        <p class="quiet">{t('To set one, sign out, sign in again with a sign-in link, and come back here within 15 minutes.')}</p>
      ) : (
        <Form {...form}>
          {!has_email_proof && (
            <Field
              {...form}
              name="current_password"
              label={t('Current password')}
              type="password"
              autocomplete="current-password"
              required
              maxlength={1000}
            />
          )}
          <Field
            {...form}
            name="password"
            label={t('New password')}
            type="password"
            hint={t('At least {least} characters, and not a common one.', { least: PASSWORD_LENGTH.least })}
            autocomplete="new-password"
            required
            maxlength={1000}
          />
          <button class="button" type="submit">
            {t('Set password')}
          </button>
        </Form>
      )}
    </section>
  );
};

/** Providers this account can sign in with, and those it could. */
export const AccountIdentities = ({ data: { identities, providers } }: Props) => {
  const unused = providers.filter(({ issuer }) => !identities.some((identity) => identity.issuer === issuer));
  if (identities.length + unused.length === 0) return null;
  return (
    <section class="block" aria-labelledby="identities">
      <h2 id="identities">{t('Sign-in providers')}</h2>
      <p>{t('Sign in with an account you already have. We store only the provider, your ID there and your email address.')}</p>
      <ul class="rows rows-split">
        {identities.map(({ id, provider, email, last_used_at }) => (
          <li>
            <div>
              <p class="strong-link">{provider}</p>
              <p class="quiet">
                {email && (
                  <>
                    <bdi>{email}</bdi>,{' '}
                  </>
                )}
                {rich('last used {relativeTime}', { relativeTime: <RelativeTime at={last_used_at} /> })}
              </p>
            </div>
            <Form action={accountPaths.disconnectIdentity()} hidden={{ id: String(id) }} class="form-inline">
              <button class="button" type="submit" aria-label={t('Disconnect {provider}', { provider })}>
                {t('Disconnect')}
              </button>
            </Form>
          </li>
        ))}
        {unused.map(({ key, label }) => (
          <li>
            <p class="strong-link">{label}</p>
            <Form action={accountPaths.connectIdentity({ provider: key })} class="form-inline">
              <button class="button" type="submit" aria-label={t('Connect {label}', { label })}>
                {t('Connect')}
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Credentials that stay valid after signing out everywhere, unless their box is ticked. */
const OTHER_CREDENTIALS = texts([
  { name: 'revoke_keys', label: msg('Revoke all my API keys') },
  { name: 'disconnect_applications', label: msg('Disconnect all applications') },
]);

/** The account's sessions, each with a sign-out button. */
export const AccountSessions = ({ data: { sessions } }: Props) => (
  <section class="block" aria-labelledby="devices">
    <h2 id="devices">{t('Devices')}</h2>
    <ul class="rows rows-split">
      {sessions.map(({ id, device, address, last_used_at, created_at, current }) => (
        <li>
          <div>
            <p class="strong-link" dir="auto">
              {device ?? t('Unknown device')} {current && <span class="chip">{t('This device')}</span>}
            </p>
            <p class="quiet">
              {rich('Last used {relativeTime}, signed in {relativeTime2}', {
                relativeTime: <RelativeTime at={last_used_at} />,
                relativeTime2: <RelativeTime at={created_at} />,
              })}
              {address && t(' from {address}', { address })}
            </p>
          </div>
          {!current && (
            <Form action={accountPaths.endSession()} hidden={{ id: String(id) }} class="form-inline">
              <button class="button" type="submit" aria-label={t('Sign out {device}', { device: device ?? t('unknown device') })}>
                {t('Sign out')}
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
    <Form action={accountPaths.signOutEverywhere()}>
      <fieldset class="choices">
        <legend>{t('Sign out everywhere')}</legend>
        <p class="quiet">
          {t(
            'API keys and connected applications keep working unless you tick them too. If you think someone else has used your account, tick both.',
          )}
        </p>
        {OTHER_CREDENTIALS.map(({ name, label }) => (
          <div class="choice">
            <input id={`also-${name}`} type="checkbox" name={name} />
            <label for={`also-${name}`}>{label}</label>
          </div>
        ))}
      </fieldset>
      <button class="button" type="submit">
        {t('Sign out everywhere')}
      </button>
    </Form>
  </section>
);
