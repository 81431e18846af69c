import type { ConnectedApplication } from '../../../../http/oauth/applications.ts';
import { rich, t } from '../../../../kernel/language/messages.ts';
import type { User } from '../../../../modules/accounts/users/queries.ts';
import type { UserDetails } from '../../../../modules/accounts/users/users.ts';
import type { UserActivity } from '../../../../modules/moderation/queries.ts';
import { adminPaths } from '../../../paths.ts';
import { currentPage } from '../../../server/page.ts';
import { formatDollars } from '../../../ui/format.tsx';
import { LISTING_STATUS_NAMES } from '../../../ui/frames/owner-frame.tsx';
import { ORDER_STATE_LABELS } from '../../../ui/order/details.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminForm, AdminRows, AdminSection, FoldedForm } from '../components.tsx';

interface UserProps {
  user: User;
}

const Banned = ({ user }: UserProps) => (
  <AdminSection id="banned" title={t('Banned')}>
    <p>
      <RelativeTime at={user.banned_at!} />: <q dir="auto">{user.ban_reason}</q>
    </p>
    <AdminForm action={adminPaths.liftBan({ id: user.account_id })} submit={t('Lift the ban')} about={user.email} />
  </AdminSection>
);

const BanForm = ({ user }: UserProps) => (
  <FoldedForm
    id="ban"
    title={t('Ban')}
    action={adminPaths.banUser({ id: user.account_id })}
    submit={t('Ban')}
    about={user.email}
    destructive
    fields={[
      { name: 'reason', label: t('Reason (sent to the person)'), max_length: 500, rows: 2, required: true, hint: t('You can undo this.') },
    ]}
  >
    <p>
      {t(
        'They are signed out and can no longer submit, vote, comment, review, claim or order on {site}. What they published stays until you remove it.',
        { site: currentPage().site.name },
      )}
    </p>
  </FoldedForm>
);

/** Their role on the site, and whether they may use it. */
export const UserRole = ({ user }: UserProps) => (
  <>
    {user.banned_at && <Banned user={user} />}
    {!user.is_network_admin && !user.banned_at && (
      <FoldedForm
        id="role"
        title={user.is_site_admin ? t('Remove as admin') : t('Make admin')}
        action={adminPaths.setUserRole({ id: user.account_id })}
        hidden={{ role: user.is_site_admin ? 'member' : 'site_admin' }}
        submit={user.is_site_admin ? t('Remove as admin') : t('Make admin')}
        about={user.email}
        destructive={user.is_site_admin}
      >
        <p>{t('Admins can do everything in this back office.')}</p>
      </FoldedForm>
    )}
    {!user.is_site_admin && !user.is_network_admin && !user.banned_at && <BanForm user={user} />}
  </>
);

/** What they own, ordered and wrote on the site. */
export const UserActivitySections = ({ activity }: { activity: UserActivity }) => (
  <>
    <AdminSection id="owns" title={t('Listings')}>
      {activity.listings.length === 0 ? (
        <p>{t('They own no listings.')}</p>
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
      <AdminSection id="ordered" title={t('Orders')}>
        <AdminRows
          rows={activity.orders.map(({ number, status, total_cents, created_at }) => ({
            href: adminPaths.order({ number }),
            title: number,
            more: (
              <>
                {formatDollars(total_cents)} · <RelativeTime at={created_at} />
              </>
            ),
            status: <span class={`pill pill-${status}`}>{ORDER_STATE_LABELS[status]}</span>,
          }))}
          empty=""
        />
      </AdminSection>
    )}
    <AdminSection id="wrote" title={t('Activity')}>
      <ul class="chips">
        <li class="chip">{t('{n, plural, one {# unsubmitted draft} other {# unsubmitted drafts}}', { n: activity.drafts })}</li>
        <li class="chip">
          {t('{n, plural, one {# comment} other {# comments}}', { n: activity.comments })}
          {activity.removed_comments > 0 && ` ${t('({n} removed)', { n: activity.removed_comments })}`}
        </li>
        <li class="chip">
          {t('{n, plural, one {# review} other {# reviews}}', { n: activity.reviews })}
          {activity.removed_reviews > 0 && ` ${t('({n} removed)', { n: activity.removed_reviews })}`}
        </li>
        <li class="chip">
          {t('{n, plural, one {# vote} other {# votes}}', { n: activity.votes })}
          {activity.uncounted_votes > 0 && ` ${t('({n} not counted)', { n: activity.uncounted_votes })}`}
        </li>
      </ul>
    </AdminSection>
  </>
);

type AccessData = UserDetails & { applications: ConnectedApplication[] };

const LastUse = ({ at }: { at: Date | null }) =>
  at && <>, {rich('last used {relativeTime}', { relativeTime: <RelativeTime at={at} /> })}</>;

/** How they are signed in, and a button that ends it. */
export const UserAccess = ({ data }: { data: AccessData }) => {
  const { user, sessions, session_used_at, keys, key_used_at, applications } = data;
  return (
    <AdminSection id="access" title={t('Access')}>
      <p>
        {t('Signed in on {n, plural, one {# device} other {# devices}}', { n: sessions })}
        <LastUse at={session_used_at} />. {t('{n, plural, one {# API key} other {# API keys}}', { n: keys })}
        <LastUse at={key_used_at} />. {t('{n, plural, one {# connected app} other {# connected apps}}', { n: applications.length })}
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
          title={t('Sign out everywhere')}
          action={adminPaths.signOutUser({ id: user.account_id })}
          submit={t('Sign out everywhere')}
          about={user.email}
          destructive
        >
          <p>
            {t('Ends all sessions, API keys and connected apps, for example if somebody else uses the account. They can sign in again.')}
          </p>
        </FoldedForm>
      )}
    </AdminSection>
  );
};

/** What they have a right to ask for: their data, and to be deleted. */
export const UserRequests = ({ data: { user, is_whole } }: { data: UserDetails }) => (
  <AdminSection id="requests" title={t('On their request')}>
    {is_whole ? (
      <>
        <AdminForm action={adminPaths.exportUser({ id: user.account_id })} submit={t('Download their data')} about={user.email} />
        {!user.is_site_admin && !user.is_network_admin && (
          <FoldedForm
            id="delete"
            title={t('Delete account')}
            action={adminPaths.deleteUser({ id: user.account_id })}
            submit={t('Delete account')}
            about={user.email}
            destructive
            fields={[
              { name: 'email', label: t('Type their email address to confirm'), type: 'email', max_length: 254, required: true },
              { name: 'reason', label: t('How they asked (for the log)'), max_length: 500, required: true },
            ]}
          >
            <p>{t('Deletes the account and all personal data. Listings lose their owner; invoices stay. You can’t undo this.')}</p>
          </FoldedForm>
        )}
      </>
    ) : (
      <p>
        {t(
          'This account is also used on other sites. A network admin can export or delete it, and so can the person on their account page.',
        )}
      </p>
    )}
  </AdminSection>
);
