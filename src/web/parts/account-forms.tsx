import { PASSWORD_LENGTH } from '../../modules/accounts/password.ts';
import type { Here } from '../page.ts';
import type { AccountData } from './account-data.ts';
import { Field, Form } from './form.tsx';

interface Props {
  data: AccountData;
  here: Here;
}

const NAME = '/account/name';
const MOVE = '/account/move';
const PASSWORD = '/account/password';

export const AccountName = ({ data: { account }, here }: Props) => (
  <section class="block block-first" aria-labelledby="name">
    <h2 id="name">Name</h2>
    <Form action={NAME} here={here}>
      <Field
        action={NAME}
        here={here}
        name="name"
        label="Name"
        value={account.name}
        hint="How you are shown. You may leave it empty."
        autocomplete="name"
        maxlength={100}
      />
      <button class="button" type="submit">
        Save
      </button>
    </Form>
  </section>
);

export const AccountAddress = ({ data: { account, move }, here }: Props) => (
  <section class="block" aria-labelledby="address">
    <h2 id="address">Email address</h2>
    <p>
      <strong dir="auto">{account.email}</strong>{' '}
      {account.email_verified_at ? 'is verified.' : 'is not verified yet: sign in by link once.'}
    </p>
    {move && (
      <p class="notice">
        A move to <strong dir="auto">{move.new_email}</strong> is under way. Old address:{' '}
        {move.old_confirmed_at ? 'confirmed' : 'not confirmed yet'}. New address:{' '}
        {move.new_confirmed_at ? 'confirmed' : 'not confirmed yet'}.
      </p>
    )}
    <Form action={MOVE} here={here}>
      <Field
        action={MOVE}
        here={here}
        name="email"
        label="New email address"
        type="email"
        hint="A link goes to both addresses, and both must be opened."
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

export const AccountPassword = ({ data: { account, proved }, here }: Props) => (
  <section class="block" aria-labelledby="password">
    <h2 id="password">Password</h2>
    <p>{account.password_hash ? 'You have one.' : 'You have none: you sign in by link.'} Setting one signs out every other device.</p>
    {!account.password_hash && !proved ? (
      <p class="quiet">To set one, sign out, sign in again by link, and come here within 15 minutes.</p>
    ) : (
      <Form action={PASSWORD} here={here}>
        {!proved && (
          <Field
            action={PASSWORD}
            here={here}
            name="current_password"
            label="Current password"
            type="password"
            autocomplete="current-password"
            required
            maxlength={1000}
          />
        )}
        <Field
          action={PASSWORD}
          here={here}
          name="password"
          label="New password"
          type="password"
          hint={`At least ${PASSWORD_LENGTH.least} characters, and none that is on the lists of stolen ones.`}
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
