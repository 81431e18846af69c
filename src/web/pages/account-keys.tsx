import type { Ctx } from '../../kernel/context.ts';
import { listKeys } from '../../modules/accounts/keys.ts';
import { SCOPES } from '../../modules/accounts/schema.ts';
import { to } from '../addresses.ts';
import { type Head, type Here, signedIn } from '../page.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Field, Form } from '../parts/form.tsx';
import { KeyList } from '../parts/key-list.tsx';
import { faultAt, marksOf, sentTo } from '../parts/marks.ts';

export const load = async (ctx: Ctx) => ({ keys: await listKeys(signedIn(ctx)) });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'API keys',
  description: 'Keys with which programs act for you.',
  canonical: to.keys(),
  trail: [{ name: 'Your account', href: to.account() }],
  index: false,
  island: 'copy.js',
});

const ACTION = '/account/keys';

const SCOPE_SAYS: Record<(typeof SCOPES)[number], string> = {
  'account:read': 'read your account, drafts, listings, claims and orders',
  'listings:write': 'write drafts, listings and claims',
  'orders:write': 'quote and prepare orders; paying stays with you',
};

const idOf = (scope: string): string => `scope-${scope.replace(':', '-')}`;

const LIVES_SAYS = { '30': '30 days', '90': '90 days', '365': 'a year', never: 'until you revoke it' };

export const view = ({ keys }: Data, here: Here) => {
  const form = sentTo(ACTION, here);
  const made = form?.told.key;
  const scopes_error = faultAt(form?.errors, 'scopes');
  const was = form?.errors.length ? form.values : null;
  return (
    <div class="account">
      <header class="page-head">
        <h1>API keys</h1>
        <p class="lede">
          A key lets a program act for you, within what you allow. See <a href={to.docs()}>the reference</a>.
        </p>
      </header>
      {made && (
        <div class="shown-once" role="status">
          <p>
            <strong>This is your new key.</strong> It is shown now and never again: copy it.
          </p>
          <Copyable text={made} name="the key" />
          <p class="quiet">Send it as “Authorization: Bearer …”.</p>
        </div>
      )}
      <section class="block block-first" aria-labelledby="new-key">
        <h2 id="new-key">New key</h2>
        <Form action={ACTION} here={here}>
          <Field
            action={ACTION}
            here={here}
            name="name"
            label="Name"
            hint="By which you will know it again."
            autocomplete="off"
            required
            maxlength={100}
          />
          <fieldset class="choices" aria-describedby={scopes_error && 'scopes-error'}>
            <legend>It may</legend>
            {SCOPES.map((scope, at) => (
              <div class="choice">
                <input
                  id={idOf(scope)}
                  type="checkbox"
                  name={scope}
                  checked={was ? was[scope] === 'on' : scope === 'account:read'}
                  {...marksOf('scopes', { error: scopes_error, first: at === 0 && scopes_error !== undefined })}
                />
                <label for={idOf(scope)}>
                  {SCOPE_SAYS[scope]} <code>{scope}</code>
                </label>
              </div>
            ))}
            {scopes_error && (
              <p class="field-error" id="scopes-error">
                Choose at least one.
              </p>
            )}
          </fieldset>
          <div class="field">
            <label for="key-lives">Good for</label>
            <select id="key-lives" name="lives">
              {Object.entries(LIVES_SAYS).map(([lives, says]) => (
                <option value={lives} selected={lives === (was?.lives ?? '90')}>
                  {says}
                </option>
              ))}
            </select>
          </div>
          <button class="button button-main" type="submit">
            Make a key
          </button>
        </Form>
      </section>
      <KeyList keys={keys} here={here} />
    </div>
  );
};
