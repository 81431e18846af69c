import type { AccountHeader } from '../../../modules/accounts/queries.ts';
import { accountPaths, adminPaths, dashboardPaths, draftPaths, orderPaths } from '../../paths.ts';
import { Logo } from '../elements.tsx';
import { pluralize } from '../format.tsx';

const LINKS = [
  { name: 'My listings', href: dashboardPaths.home() },
  { name: 'Drafts', href: draftPaths.drafts() },
  { name: 'Orders', href: orderPaths.orders() },
  { name: 'Account', href: accountPaths.home() },
];

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
        Account
      </a>
    );
  const { name, email, unread, is_team } = account;
  return (
    <details class="account-menu">
      <summary>
        <Logo name={name ?? email} src={null} size={36} round />
        <span class="unseen">Your account{unread > 0 && `, ${pluralize(unread, 'unread notification')}`}</span>
        {unread > 0 && <UnreadCount unread={unread} />}
      </summary>
      <div class="account-menu-list plain-links">
        <p class="account-menu-name" dir="auto">
          {name ?? email}
        </p>
        <ul>
          {is_team && (
            <li>
              <a href={adminPaths.home()}>Back office</a>
            </li>
          )}
          <li>
            <a href={dashboardPaths.notifications()}>Notifications {unread > 0 && <UnreadCount unread={unread} />}</a>
          </li>
          {LINKS.map((link) => (
            <li>
              <a href={link.href}>{link.name}</a>
            </li>
          ))}
        </ul>
        <form method="post" action={accountPaths.signOut()}>
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
};
