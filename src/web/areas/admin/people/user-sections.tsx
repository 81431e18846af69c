import type { ConnectedApplication } from '../../../../http/oauth/applications.ts';
import type { User } from '../../../../modules/accounts/users/queries.ts';
import type { UserDetails } from '../../../../modules/accounts/users/users.ts';
import type { UserActivity } from '../../../../modules/moderation/queries.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatDollars, humanize, pluralize } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/frames/owner-frame.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, FoldedForm } from '../components.tsx';

interface UserProps {
  user: User;
  context: PageContext;
}

const Banned = ({ user, context }: UserProps) => (
  <AdminSection id="banned" title="Banned">
    <p>
      <RelativeTime at={user.banned_at!} now={context.now} />: <q dir="auto">{user.ban_reason}</q>
    </p>
    <AdminForm action={adminPaths.liftBan({ id: user.account_id })} context={context} submit="Lift the ban" about={user.email} />
  </AdminSection>
);

const BanForm = ({ user, context }: UserProps) => (
  <FoldedForm
    id="ban"
    title="Ban"
    action={adminPaths.banUser({ id: user.account_id })}
    context={context}
    submit="Ban"
    about={user.email}
    destructive
    fields={[
      { name: 'reason', label: 'Reason (sent to the person)', max_length: 500, rows: 2, required: true, hint: 'You can undo this.' },
    ]}
  >
    <p>
      They are signed out and can no longer submit, vote, comment, review, claim or order on {context.site.name}. What they published stays
      until you remove it.
    </p>
  </FoldedForm>
);

/** Their role on the site, and whether they may use it. */
export const UserRole = ({ user, context }: UserProps) => (
  <>
    {user.banned_at && <Banned user={user} context={context} />}
    {!user.is_network_admin && !user.banned_at && (
      <FoldedForm
        id="role"
        title={user.is_site_admin ? 'Remove as admin' : 'Make admin'}
        action={adminPaths.setUserRole({ id: user.account_id })}
        context={context}
        hidden={{ role: user.is_site_admin ? 'member' : 'site_admin' }}
        submit={user.is_site_admin ? 'Remove as admin' : 'Make admin'}
        about={user.email}
        destructive={user.is_site_admin}
      >
        <p>Admins can do everything in this back office.</p>
      </FoldedForm>
    )}
    {!user.is_site_admin && !user.is_network_admin && !user.banned_at && <BanForm user={user} context={context} />}
  </>
);

const withRemoved = (count: number, noun: string, removed: number): string =>
  pluralize(count, noun) + (removed > 0 ? ` (${removed} removed)` : '');

/** What they own, ordered and wrote on the site. */
export const UserActivitySections = ({ activity, context }: { activity: UserActivity; context: PageContext }) => (
  <>
    <AdminSection id="owns" title="Listings">
      {activity.listings.length === 0 ? (
        <p>They own no listings.</p>
      ) : (
        <AdminRows
          rows={activity.listings.map(({ id, name, status }) => ({
            href: adminPaths.listing({ id }),
            title: name,
            status: <span class={`pill pill-${status}`}>{LISTING_STATUS_NAMES[status]}</span>,
          }))}
          empty=""
        />
      )}
    </AdminSection>
    {activity.orders.length > 0 && (
      <AdminSection id="ordered" title="Orders">
        <AdminRows
          rows={activity.orders.map(({ number, status, total_cents, created_at }) => ({
            href: adminPaths.order({ number }),
            title: number,
            more: (
              <>
                {formatDollars(total_cents)} · <RelativeTime at={created_at} now={context.now} />
              </>
            ),
            status: <span class={`pill pill-${status}`}>{humanize(status)}</span>,
          }))}
          empty=""
        />
      </AdminSection>
    )}
    <AdminSection id="wrote" title="Activity">
      <ul class="chips">
        <li class="chip">{pluralize(activity.drafts, 'unsubmitted draft')}</li>
        <li class="chip">{withRemoved(activity.comments, 'comment', activity.removed_comments)}</li>
        <li class="chip">{withRemoved(activity.reviews, 'review', activity.removed_reviews)}</li>
        <li class="chip">
          {pluralize(activity.votes, 'vote')}
          {activity.uncounted_votes > 0 && ` (${activity.uncounted_votes} not counted)`}
        </li>
      </ul>
    </AdminSection>
  </>
);

type AccessData = UserDetails & { applications: ConnectedApplication[] };

/** How they are signed in, and a button that ends it. */
export const UserAccess = ({ data, context }: { data: AccessData; context: PageContext }) => {
  const { user, sessions, session_used_at, keys, key_used_at, applications } = data;
  return (
    <AdminSection id="access" title="Access">
      <p>
        Signed in on {pluralize(sessions, 'device')}
        {session_used_at && (
          <>
            , last used <RelativeTime at={session_used_at} now={context.now} />
          </>
        )}
        . {pluralize(keys, 'API key')}
        {key_used_at && (
          <>
            , last used <RelativeTime at={key_used_at} now={context.now} />
          </>
        )}
        . {pluralize(applications.length, 'connected app')}
        {applications.length > 0 && (
          <>
            : <bdi>{applications.map(({ client_name }) => client_name).join(', ')}</bdi>
          </>
        )}
        .
      </p>
      {sessions + keys + applications.length > 0 && (
        <FoldedForm
          id="sign-out"
          title="Sign out everywhere"
          action={adminPaths.signOutUser({ id: user.account_id })}
          context={context}
          submit="Sign out everywhere"
          about={user.email}
          destructive
        >
          <p>Ends all sessions, API keys and connected apps, for example if somebody else uses the account. They can sign in again.</p>
        </FoldedForm>
      )}
    </AdminSection>
  );
};

/** What they have a right to ask for: their data, and to be deleted. */
export const UserRequests = ({ data: { user, is_whole }, context }: { data: UserDetails; context: PageContext }) => (
  <AdminSection id="requests" title="On their request">
    {is_whole ? (
      <>
        <AdminForm
          action={adminPaths.exportUser({ id: user.account_id })}
          context={context}
          submit="Download their data"
          about={user.email}
        />
        {!user.is_site_admin && !user.is_network_admin && (
          <FoldedForm
            id="delete"
            title="Delete account"
            action={adminPaths.deleteUser({ id: user.account_id })}
            context={context}
            submit="Delete account"
            about={user.email}
            destructive
            fields={[
              { name: 'email', label: 'Type their email address to confirm', type: 'email', max_length: 254, required: true },
              { name: 'reason', label: 'How they asked (for the log)', max_length: 500, required: true },
            ]}
          >
            <p>Deletes the account and all personal data. Listings lose their owner; invoices stay. You can’t undo this.</p>
          </FoldedForm>
        )}
      </>
    ) : (
      <p>This account is also used on other sites. A network admin can export or delete it, and so can the person on their account page.</p>
    )}
  </AdminSection>
);
