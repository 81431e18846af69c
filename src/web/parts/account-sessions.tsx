import type { Here } from '../page.ts';
import type { AccountData } from './account-data.ts';
import { Form } from './form.tsx';
import { Moment } from './moment.tsx';

/** Where the account is signed in, with a way to end each. */
export const AccountSessions = ({ data: { sessions }, here }: { data: AccountData; here: Here }) => (
  <section class="block" aria-labelledby="devices">
    <h2 id="devices">Devices</h2>
    <ul class="devices">
      {sessions.map(({ id, device, address, last_used_at, created_at, current }) => (
        <li>
          <div>
            <p class="strong-link" dir="auto">
              {device ?? 'Unknown device'} {current && <span class="chip">this one</span>}
            </p>
            <p class="quiet">
              Last used <Moment at={last_used_at} now={here.now} />, signed in <Moment at={created_at} now={here.now} />
              {address && ` from ${address}`}
            </p>
          </div>
          {!current && (
            <Form action="/account/sessions/end" here={here} hidden={{ id: String(id) }} class="form-inline">
              <button class="button" type="submit" aria-label={`Sign out ${device ?? 'unknown device'}`}>
                Sign out
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
    <Form action="/account/sign-out-everywhere" here={here}>
      <button class="button" type="submit">
        Sign out everywhere
      </button>
    </Form>
  </section>
);
