import { msg, t, texts } from '../../../kernel/language/messages.ts';
import type { AccountHeader } from '../../../modules/accounts/queries.ts';
import { accountPaths, adminPaths, dashboardPaths, draftPaths, orderPaths } from '../../paths.ts';
import { Logo } from '../elements.tsx';

const LINKS = texts([
  { name: msg('My listings'), href: dashboardPaths.home },
  { name: msg('Drafts'), href: draftPaths.drafts },
  { name: msg('Orders'), href: orderPaths.orders },
  { name: msg('Account'), href: accountPaths.home },
]);

const MAX_SHOWN = 99;

const UnreadCount = ({ unread }: { unread: number }) => (
  <span class="unread-count" aria-hidden="true">
    {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
  </span>
);

/** The menu behind the avatar in the header. Without the account's details it is a link to them. */
export const AccountMenu = ({ account }: { account: AccountHeader | null }) => {
  if (!account)
    return (
      <a class="button-quiet" href={accountPaths.home()}>
        {t('Account')}
      </a>
    );
  const { name, email, unread, is_team } = account;
  return (
    <details class="account-menu">
      <summary>
        <Logo name={name ?? email} src={null} size={36} round />
        <span class="unseen">
          {t('Your account')}
          {unread > 0 && `, ${t('{n, plural, one {# unread notification} other {# unread notifications}}', { n: unread })}`}
        </span>
        {unread > 0 && <UnreadCount unread={unread} />}
      </summary>
      <div class="account-menu-list plain-links">
        <p class="account-menu-name" dir="auto">
          {name ?? email}
        </p>
        <ul>
          {is_team && (
            <li>
              <a href={adminPaths.home()}>{t('Back office')}</a>
            </li>
          )}
          <li>
            <a href={dashboardPaths.notifications()}>
              {t('Notifications')} {unread > 0 && <UnreadCount unread={unread} />}
            </a>
          </li>
          {LINKS.map((link) => (
            <li>
              <a href={link.href()}>{link.name}</a>
            </li>
          ))}
        </ul>
        <form method="post" action={accountPaths.signOut()}>
          <button type="submit">{t('Sign out')}</button>
        </form>
      </div>
    </details>
  );
};
