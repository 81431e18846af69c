import { PASSWORD_LENGTH } from '../../../modules/accounts/credentials/password.ts';
import type { EmailChangeRow, SessionRow } from '../../../modules/accounts/credentials/queries.ts';
import type { SignInProvider } from '../../../modules/accounts/identities/providers.ts';
import type { IdentityRow } from '../../../modules/accounts/identities/queries.ts';
import type { AccountRow } from '../../../modules/accounts/queries.ts';
import type { Ban } from '../../../modules/accounts/users/queries.ts';
import { accountPaths } from '../../paths.ts';
import type { PageContext } from '../../server/page.ts';
import { Field, Form } from '../../ui/form.tsx';
import { RelativeTime } from '../../ui/format.tsx';

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
  context: PageContext;
}

export const AccountName = ({ data: { account }, context }: Props) => {
  const form = { action: accountPaths.rename(), context };
  return (
    <section class="block block-first" aria-labelledby="name">
      <h2 id="name">Profile</h2>
      <Form {...form}>
        <Field
          {...form}
          name="name"
          label="Display name (optional)"
          value={account.name}
          hint="Shown with your reviews and comments."
          autocomplete="name"
          maxlength={100}
        />
        <button class="button" type="submit">
          Save
        </button>
      </Form>
    </section>
  );
};

export const AccountAddress = ({ data: { account, email_change }, context }: Props) => {
  const form = { action: accountPaths.changeEmail(), context };
  return (
    <section class="block" aria-labelledby="address">
      <h2 id="address">Email address</h2>
      <p>
        <strong dir="auto">{account.email}</strong>{' '}
        {account.email_verified_at ? 'is verified.' : 'is not verified yet. Sign in once with a sign-in link.'}
      </p>
      {email_change && (
        <p class="notice">
          You asked to change it to <strong dir="auto">{email_change.new_email}</strong>. Old address:{' '}
          {email_change.old_confirmed_at ? 'confirmed' : 'not confirmed yet'}. New address:{' '}
          {email_change.new_confirmed_at ? 'confirmed' : 'not confirmed yet'}.
        </p>
      )}
      <Form {...form}>
        <Field
          {...form}
          name="email"
          label="New email address"
          type="email"
          hint="We send a link to both addresses. Open both to confirm."
          autocomplete="email"
          required
          maxlength={254}
        />
        <button class="button" type="submit">
          Change address
        </button>
      </Form>
    </section>
  );
};

export const AccountPassword = ({ data: { account, has_email_proof }, context }: Props) => {
  const form = { action: accountPaths.changePassword(), context };
  return (
    <section class="block" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>
        {account.password_hash ? 'You have a password.' : 'You don’t have a password. You sign in with sign-in links.'} Setting a new one
        signs out all your other devices.
      </p>
      {!account.password_hash && !has_email_proof ? (
        <p class="quiet">To set one, sign out, sign in again with a sign-in link, and come back here within 15 minutes.</p>
      ) : (
        <Form {...form}>
          {!has_email_proof && (
            <Field
              {...form}
              name="current_password"
              label="Current password"
              type="password"
              autocomplete="current-password"
              required
              maxlength={1000}
            />
          )}
          <Field
            {...form}
            name="password"
            label="New password"
            type="password"
            hint={`At least ${PASSWORD_LENGTH.least} characters, and not a common one.`}
            autocomplete="new-password"
            required
            maxlength={1000}
          />
          <button class="button" type="submit">
            Set password
          </button>
        </Form>
      )}
    </section>
  );
};

/** Providers this account can sign in with, and those it could. */
export const AccountIdentities = ({ data: { identities, providers }, context }: Props) => {
  const unused = providers.filter(({ issuer }) => !identities.some((identity) => identity.issuer === issuer));
  if (identities.length + unused.length === 0) return null;
  return (
    <section class="block" aria-labelledby="identities">
      <h2 id="identities">Sign-in providers</h2>
      <p>Sign in with an account you already have. We store only the provider, your ID there and your email address.</p>
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
                last used <RelativeTime at={last_used_at} now={context.now} />
              </p>
            </div>
            <Form action={accountPaths.disconnectIdentity()} context={context} hidden={{ id: String(id) }} class="form-inline">
              <button class="button" type="submit" aria-label={`Disconnect ${provider}`}>
                Disconnect
              </button>
            </Form>
          </li>
        ))}
        {unused.map(({ key, label }) => (
          <li>
            <p class="strong-link">{label}</p>
            <Form action={accountPaths.connectIdentity({ provider: key })} context={context} class="form-inline">
              <button class="button" type="submit" aria-label={`Connect ${label}`}>
                Connect
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Credentials that stay valid after signing out everywhere, unless their box is ticked. */
const OTHER_CREDENTIALS = [
  { name: 'revoke_keys', label: 'Revoke all my API keys' },
  { name: 'disconnect_applications', label: 'Disconnect all applications' },
];

/** The account's sessions, each with a sign-out button. */
export const AccountSessions = ({ data: { sessions }, context }: Props) => (
  <section class="block" aria-labelledby="devices">
    <h2 id="devices">Devices</h2>
    <ul class="rows rows-split">
      {sessions.map(({ id, device, address, last_used_at, created_at, current }) => (
        <li>
          <div>
            <p class="strong-link" dir="auto">
              {device ?? 'Unknown device'} {current && <span class="chip">This device</span>}
            </p>
            <p class="quiet">
              Last used <RelativeTime at={last_used_at} now={context.now} />, signed in <RelativeTime at={created_at} now={context.now} />
              {address && ` from ${address}`}
            </p>
          </div>
          {!current && (
            <Form action={accountPaths.endSession()} context={context} hidden={{ id: String(id) }} class="form-inline">
              <button class="button" type="submit" aria-label={`Sign out ${device ?? 'unknown device'}`}>
                Sign out
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
    <Form action={accountPaths.signOutEverywhere()} context={context}>
      <fieldset class="choices">
        <legend>Sign out everywhere</legend>
        <p class="quiet">
          API keys and connected applications keep working unless you tick them too. If you think someone else has used your account, tick
          both.
        </p>
        {OTHER_CREDENTIALS.map(({ name, label }) => (
          <div class="choice">
            <input id={`also-${name}`} type="checkbox" name={name} />
            <label for={`also-${name}`}>{label}</label>
          </div>
        ))}
      </fieldset>
      <button class="button" type="submit">
        Sign out everywhere
      </button>
    </Form>
  </section>
);
