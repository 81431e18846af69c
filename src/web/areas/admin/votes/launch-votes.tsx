import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { T } from '../../../../kernel/schema.ts';
import type { BondKind } from '../../../../modules/votes/review/evidence.ts';
import { getLaunchVotes, type LaunchVotes, type VoteCluster } from '../../../../modules/votes/team/launch-votes.ts';
import { adminPaths, boardPaths, listingPaths } from '../../../paths.ts';
import { Form, InputField } from '../../../ui/form.tsx';
import { formatCount, WeekText } from '../../../ui/format.tsx';
import { Empty } from '../../../ui/list.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { AdminSection, Confirmation, submittedAbout } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { VotePicture } from './picture.tsx';

const BONDS: Record<BondKind, string> = texts({
  network: msg('One network: the same address, or the same IPv6 /64'),
  subnet: msg('Neighbouring networks: the same /24, or the same IPv6 /48'),
  block: msg('One part of a provider’s network: the same /20, or the same IPv6 /32'),
  mail_domain: msg('One email domain'),
  co_votes: msg('Voted for the same launch in an earlier week'),
  co_votes_now: msg('Voted for the same other launch this week'),
  makers: msg('Makers who vote for each other’s launches'),
  crowd: msg('Accounts of one kind, in far greater numbers than usual'),
});

const MAX_CLUSTERS = 20;

const Cluster = ({ cluster, launch }: { cluster: VoteCluster; launch: LaunchVotes }) => {
  const action = adminPaths.decideCluster({ id: launch.listing_id });
  const submitted = submittedAbout(action, 'cluster', cluster.key);
  const id = `note-${cluster.key.replaceAll(' ', '-')}`;
  return (
    <li>
      <h3>{BONDS[cluster.kind]}</h3>
      <p class="quiet">
        {t(
          '{votes, plural, one {# vote} other {# votes}}: {counted} counted, {suspected} suspected by the rules, {decided} decided by the team.',
          cluster,
        )}{' '}
        {rich('First vote {first}, last vote {last}.', {
          first: <RelativeTime at={cluster.first_at} />,
          last: <RelativeTime at={cluster.last_at} />,
        })}
      </p>
      <Form action={action} hidden={{ cluster: cluster.key }} class="form decide">
        <InputField id={id} name="note" label={t('Reason (only for the team)')} form={submitted} required maxlength={500} />
        <div class="actions">
          <button class="button" type="submit" name="counts" value="yes">
            {t('Count all')}
          </button>
          <button class="button button-grave" type="submit" name="counts" value="no">
            {t('Don’t count any')}
          </button>
        </div>
      </Form>
    </li>
  );
};

const DECISIONS: Record<string, (n: number) => string> = {
  counted: (n) => t('{n, plural, one {# vote counts} other {# votes count}} now.', { n }),
  uncounted: (n) => t('{n, plural, one {# vote doesn’t} other {# votes don’t}} count.', { n }),
};

/** Confirms a decision about so many votes. */
export const describeDecision = (done: string, votes: number): string | undefined => DECISIONS[done]?.(votes);

const Networks = ({ votes }: Pick<LaunchVotes, 'votes'>) => {
  const groups = [...Map.groupBy(votes, ({ network }) => network ?? '')]
    .filter(([network, group]) => network !== '' && group.length > 1)
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, 10);
  if (groups.length === 0) return <p class="quiet">{t('No two votes came from one network.')}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Network')}</th>
          <th scope="col">{t('Votes')}</th>
          <th scope="col">{t('Not counted')}</th>
          <th scope="col">
            <span class="unseen">{t('Share')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(([network, group]) => (
          <tr>
            <th scope="row">
              <code>{network.slice(0, 6)}</code>
            </th>
            <td>{formatCount(group.length)}</td>
            <td>{formatCount(group.filter(({ state }) => state === 'uncounted').length)}</td>
            <td>
              <svg class="vote-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <path class="chart-bar-1" d={`M0 0h${Math.round((100 * group.length) / groups[0]![1].length)}v8H0z`} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

export const launchVotesPage = adminPage({
  name: 'admin_launch_votes',
  path: adminPaths.launchVotes,
  menu: adminPaths.votes,
  query: { changed: T.Optional(T.String()) },
  async load(ctx, { id, changed }) {
    return { launch: await getLaunchVotes(ctx, { listing_id: id }), changed: Number(changed ?? 0) || 0 };
  },
  title: ({ launch }) => t('Votes for {name}', { name: launch.name }),
  description: msg('The votes for a launch as a picture.'),
  canonical: ({ launch }) => adminPaths.launchVotes({ id: launch.listing_id }),
  has_own_heading: true,
  view: ({ launch, done, changed }) => (
    <div class="account stats">
      <header class="page-head">
        <h1 dir="auto">{t('Votes for {name}', { name: launch.name })}</h1>
        <p class="lede">
          <WeekText monday={launch.launch_week_on} />.{' '}
          {t('{n, plural, one {# vote} other {# votes}}, {uncounted} not counted.', {
            n: launch.votes.length,
            uncounted: launch.votes.filter(({ state }) => state === 'uncounted').length,
          })}
        </p>
        <p>
          <a href={listingPaths.listing({ slug: launch.slug })}>{t('View listing')}</a>
          {' · '}
          <a href={boardPaths.howRankingWorks()}>{t('Public description of the rules')}</a>
        </p>
      </header>
      <Confirmation text={done && describeDecision(done, changed)} />
      {launch.votes.length === 0 ? (
        <Empty title={t('No votes yet, or their origins were deleted after 90 days.')} />
      ) : (
        <>
          <VotePicture launch={launch} />
          <AdminSection id="networks" title={t('Networks')}>
            <Networks votes={launch.votes} />
          </AdminSection>
          <AdminSection id="clusters" title={t('Clusters')}>
            <p>
              {t(
                'Votes with something in common, the most suspicious first. Your decision stays, whatever the rules find later. You can undo it in the log.',
              )}
            </p>
            {launch.clusters.length === 0 && <p class="quiet">{t('These votes have nothing in common.')}</p>}
            <ul class="rows">
              {launch.clusters.slice(0, MAX_CLUSTERS).map((cluster) => (
                <Cluster cluster={cluster} launch={launch} />
              ))}
            </ul>
          </AdminSection>
        </>
      )}
    </div>
  ),
});
