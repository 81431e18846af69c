import type { Ctx, Scope } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { isOnTeam } from '../../../modules/accounts/account.ts';
import { KEY_SCOPES, listKeys } from '../../../modules/accounts/credentials/api-keys.ts';
import type { KeyRow } from '../../../modules/accounts/credentials/queries.ts';
import { ADMIN_SCOPE, API_SCOPES } from '../../../modules/accounts/schema.ts';
import { accountPaths, adminPaths, docsPaths } from '../../paths.ts';
import { currentPage, type PageContext, type PageHead, requireSignedIn } from '../../server/page.ts';
import { Copyable } from '../../ui/elements.tsx';
import { Field, Form } from '../../ui/form.tsx';
import { ariaProps, errorFor, submittedTo } from '../../ui/form-state.ts';
import { RelativeTime } from '../../ui/times.tsx';
import { accountHead } from './head.ts';

const keyState = ({ revoked_at, expires_at }: KeyRow, now: Date): 'revoked' | 'expired' | 'valid' =>
  revoked_at ? 'revoked' : expires_at && expires_at <= now ? 'expired' : 'valid';

const Key = ({ row }: { row: KeyRow }) => {
  const state = keyState(row, currentPage().now);
  return (
    <li>
      <div>
        <p class="strong-link" dir="auto">
          {row.name} <code>{row.prefix}…</code>
        </p>
        <p class="quiet">
          {rich('{join} · created {relativeTime} ·', {
            join: row.scopes.join(', '),
            relativeTime: <RelativeTime at={row.created_at} />,
          })}{' '}
          {row.last_used_at ? rich('last used {relativeTime}', { relativeTime: <RelativeTime at={row.last_used_at} /> }) : t('never used')}
          {state === 'revoked' && t(' · revoked')}
          {state === 'expired' && t(' · expired')}
          {state === 'valid' && row.expires_at && (
            <> {rich('· expires {relativeTime}', { relativeTime: <RelativeTime at={row.expires_at} /> })}</>
          )}
        </p>
      </div>
      {state === 'valid' && (
        <Form action={accountPaths.revokeKey()} hidden={{ id: String(row.id) }}>
          <button class="button" type="submit" aria-label={t('Revoke {name}', { name: row.name })}>
            {t('Revoke')}
          </button>
        </Form>
      )}
    </li>
  );
};

const KeyList = ({ keys }: { keys: KeyRow[] }) => (
  <section class="block" aria-labelledby="your-keys">
    <h2 id="your-keys">{t('Your keys')}</h2>
    {keys.length === 0 ? (
      <p>{t('No keys yet. Create one above.')}</p>
    ) : (
      <ul class="rows rows-split">
        {keys.map((row) => (
          <Key row={row} />
        ))}
      </ul>
    )}
  </section>
);

export const load = async (ctx: Ctx) => {
  const [keys, is_on_team] = await Promise.all([listKeys(requireSignedIn(ctx)), isOnTeam(ctx)]);
  const scopes: readonly Scope[] = is_on_team ? KEY_SCOPES : API_SCOPES;
  return { keys, scopes };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  ...accountHead(t('API keys'), t('Keys for programs that act for you.'), accountPaths.keys()),
  island: 'copy.js',
});

const SCOPE_LABELS: Record<Scope, string> = texts({
  'account:read': msg('Read your account, drafts, listings, claims and orders'),
  'listings:write': msg('Create and edit drafts, listings and claims'),
  'orders:write': msg('Get quotes and prepare orders; only you can pay'),
  'site:admin': msg('Run this site as its team'),
});

const AdminWarning = ({ site }: { site: string }) => (
  <>
    <br />
    <span class="quiet">
      {rich(
        '<strong>This is powerful.</strong> Whoever has the key can remove listings, decide on reports and change settings and prices of <site></site>, as you. Give it only to a program you trust, let it expire, and check <log>the log</log>.',
        {
          strong: (text) => <strong>{text}</strong>,
          site: () => <bdi>{site}</bdi>,
          log: (text) => <a href={adminPaths.log()}>{text}</a>,
        },
      )}
    </span>
  </>
);

/** The id of a scope's checkbox. */
export const scopeFieldId = (scope: string): string => `scope-${scope.replace(':', '-')}`;

const LIFETIME_LABELS = texts({ '30': msg('30 days'), '90': msg('90 days'), '365': msg('a year'), never: msg('Until you revoke it') });

export const view = ({ keys, scopes }: Data, context: PageContext) => {
  const new_form = { action: accountPaths.keys() };
  const form = submittedTo(new_form.action);
  const new_key = form?.result.key;
  const scopes_error = errorFor(form?.errors, 'scopes');
  const submitted = form?.errors.length ? form.values : null;
  return (
    <div class="account">
      <header class="page-head">
        <h1>{t('API keys')}</h1>
        <p class="lede">
          {rich('A key lets a program act for you, within the permissions you choose. See <link>the docs</link>.', {
            link: (text) => <a href={docsPaths.home()}>{text}</a>,
          })}
        </p>
      </header>
      {new_key && (
        <div class="shown-once" role="status">
          <p>
            {rich('<strong>Your new key</strong> Copy it now. You won’t be able to see it again.', {
              strong: (text) => <strong>{text}</strong>,
            })}
          </p>
          <Copyable text={new_key} name={t('the key')} />
          <p class="quiet">{t('Send it as “Authorization: Bearer …”.')}</p>
        </div>
      )}
      <section class="block block-first" aria-labelledby="new-key">
        <h2 id="new-key">{t('New key')}</h2>
        <Form {...new_form}>
          <Field {...new_form} name="name" label={t('Name')} hint={t('So you recognize it later.')} required maxlength={100} />
          <fieldset class="choices" aria-describedby={scopes_error && 'scopes-error'}>
            <legend>{t('Permissions')}</legend>
            {scopes.map((scope, index) => (
              <div class="choice">
                <input
                  id={scopeFieldId(scope)}
                  type="checkbox"
                  name={scope}
                  checked={submitted ? submitted[scope] === 'on' : scope === 'account:read'}
                  {...ariaProps('scopes', { error: scopes_error, first: index === 0 && scopes_error !== undefined })}
                />
                <label for={scopeFieldId(scope)}>
                  {SCOPE_LABELS[scope]} <code>{scope}</code>
                  {scope === ADMIN_SCOPE && <AdminWarning site={context.site.name} />}
                </label>
              </div>
            ))}
            {scopes_error && (
              <p class="field-error" id="scopes-error">
                {submitted && submitted[ADMIN_SCOPE] === 'on'
                  ? t('Only admins of this site can choose this.')
                  : t('Choose at least one permission.')}
              </p>
            )}
          </fieldset>
          <div class="field">
            <label for="key-lives">{t('Expires after')}</label>
            <select id="key-lives" name="lives">
              {Object.entries(LIFETIME_LABELS).map(([lives, label]) => (
                <option value={lives} selected={lives === (submitted?.lives ?? '90')}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <button class="button button-main" type="submit">
            {t('Create key')}
          </button>
        </Form>
      </section>
      <KeyList keys={keys} />
    </div>
  );
};
