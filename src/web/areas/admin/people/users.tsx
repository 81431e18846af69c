import { listApplications } from '../../../../http/oauth/applications.ts';
import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { OneOf, PAGING, T, Text } from '../../../../kernel/schema.ts';
import { USER_FILTERS, type User, type UserFilter } from '../../../../modules/accounts/users/queries.ts';
import { findUsersForTeam, getUserForTeam } from '../../../../modules/accounts/users/users.ts';
import { listActsAbout } from '../../../../modules/moderation/audit-log.ts';
import { getUserActivity } from '../../../../modules/moderation/users.ts';
import { adminPaths } from '../../../paths.ts';
import { FilterSelect } from '../../../ui/filters.tsx';
import { DayText } from '../../../ui/format.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { RecordActs } from '../audit-log.tsx';
import { AdminRows, FindForm, PreviousNext } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { UserAccess, UserActivitySections, UserRequests, UserRole } from './user-sections.tsx';

const FILTER_NAMES: Record<UserFilter, string> = texts({ admins: msg('Admins'), banned: msg('Banned') });

const describeRole = ({ is_network_admin, is_site_admin }: User): string | null =>
  is_network_admin ? t('Network admin') : is_site_admin ? t('Admin') : null;

const UserPills = ({ user }: { user: User }) => (
  <>
    {describeRole(user) && <span class="pill pill-live">{describeRole(user)}</span>}{' '}
    {user.banned_at && <span class="pill pill-removed">{t('Banned')}</span>}
  </>
);

export const usersPage = adminPage({
  name: 'admin_users',
  path: adminPaths.users,
  query: { q: T.Optional(Text(200)), show: T.Optional(OneOf([...USER_FILTERS])), ...PAGING },
  load: async (ctx, { show, ...input }) => ({
    input: { ...input, show },
    ...(await findUsersForTeam(ctx, { ...input, show: show as UserFilter | undefined })),
  }),
  title: msg('Users'),
  description: msg('The people who use the site.'),
  lede: (_data, { site }) => t('Everyone who has signed in, submitted or ordered on {site}.', { site: site.name }),
  done: { deleted: msg('Account deleted. The person was notified.') },
  view: ({ input, users, has_more }) => (
    <>
      <FindForm action={adminPaths.users()} id="users-q" label={t('Email, name, listing or id')} max_length={200} value={input.q}>
        <FilterSelect
          name="show"
          title={t('Show')}
          any={t('Everyone')}
          options={USER_FILTERS.map((value) => ({ value, name: FILTER_NAMES[value] }))}
          value={input.show}
        />
      </FindForm>
      <AdminRows
        rows={users.map((user) => ({
          href: adminPaths.user({ id: user.account_id }),
          title: user.name ?? user.email,
          more: (
            <>
              {user.name && (
                <>
                  <bdi>{user.email}</bdi> ·{' '}
                </>
              )}
              {rich('joined {time}', { time: <RelativeTime at={user.joined_at} /> })}
            </>
          ),
          status: <UserPills user={user} />,
        }))}
        empty={t('Nobody matches.')}
      />
      <PreviousNext path={adminPaths.users} input={input} has_more={has_more} />
    </>
  ),
});

export const userPage = adminPage({
  name: 'admin_user',
  path: adminPaths.user,
  menu: adminPaths.users,
  not_found: 'user_not_found',
  async load(ctx, { id }) {
    const [details, activity, applications, acts] = await Promise.all([
      getUserForTeam(ctx, { account_id: id }),
      getUserActivity(ctx, { account_id: id }),
      listApplications({ ...ctx, caller: { ...ctx.caller, account_id: id } }),
      listActsAbout(ctx, 'account', id),
    ]);
    return { ...details, activity, applications, acts };
  },
  title: ({ user }) => user.name ?? user.email,
  description: msg('Manage a user.'),
  canonical: ({ user }) => adminPaths.user({ id: user.account_id }),
  done: {
    site_admin: msg('They are now an admin and were notified.'),
    member: msg('They are no longer an admin.'),
    banned: msg('Account banned. The person was notified.'),
    lifted: msg('Ban lifted. The person was notified.'),
    signed_out: msg('Signed out on all devices. API keys and connected apps no longer work.'),
    same: msg('No changes to save.'),
  },
  view: (data) => {
    const { user, activity, acts } = data;
    return (
      <>
        <p class="quiet">
          <UserPills user={user} /> <bdi>{user.email}</bdi> · {user.email_verified_at ? t('email verified') : t('email not verified')} ·{' '}
          {rich('joined on {day}', { day: <DayText on={user.joined_at.toISOString()} /> })} · {t('ID {id}', { id: user.account_id })}
        </p>
        <UserRole user={user} />
        <UserActivitySections activity={activity} />
        <UserAccess data={data} />
        <UserRequests data={data} />
        <RecordActs acts={acts} />
      </>
    );
  },
});
