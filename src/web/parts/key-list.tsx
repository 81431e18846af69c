import type { KeyRow } from '../../modules/accounts/key-queries.ts';
import type { Here } from '../page.ts';
import { Form } from './form.tsx';
import { Moment } from './moment.tsx';

const stateOf = ({ revoked_at, expires_at }: KeyRow, now: Date): 'revoked' | 'expired' | 'good' =>
  revoked_at ? 'revoked' : expires_at && expires_at <= now ? 'expired' : 'good';

const Key = ({ row, here }: { row: KeyRow; here: Here }) => {
  const state = stateOf(row, here.now);
  return (
    <li>
      <div>
        <p class="strong-link" dir="auto">
          {row.name} <code>{row.prefix}…</code>
        </p>
        <p class="quiet">
          {row.scopes.join(', ')} · made <Moment at={row.created_at} now={here.now} /> ·{' '}
          {row.last_used_at ? (
            <>
              last used <Moment at={row.last_used_at} now={here.now} />
            </>
          ) : (
            'never used'
          )}
          {state === 'revoked' && ' · revoked'}
          {state === 'expired' && ' · expired'}
          {state === 'good' && row.expires_at && (
            <>
              {' '}
              · ends <Moment at={row.expires_at} now={here.now} />
            </>
          )}
        </p>
      </div>
      {state === 'good' && (
        <Form action="/account/keys/revoke" here={here} hidden={{ id: String(row.id) }}>
          <button class="button" type="submit" aria-label={`Revoke ${row.name}`}>
            Revoke
          </button>
        </Form>
      )}
    </li>
  );
};

export const KeyList = ({ keys, here }: { keys: KeyRow[]; here: Here }) => (
  <section class="block" aria-labelledby="your-keys">
    <h2 id="your-keys">Your keys</h2>
    {keys.length === 0 ? (
      <p>You have none yet: make one above.</p>
    ) : (
      <ul class="devices">
        {keys.map((row) => (
          <Key row={row} here={here} />
        ))}
      </ul>
    )}
  </section>
);
