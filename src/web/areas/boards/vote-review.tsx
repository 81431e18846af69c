import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { Block } from '../../ui/elements.tsx';
import { formatCount, formatPercent } from '../../ui/format.tsx';
import elections from './elections.json' with { type: 'json' };

/** How votes are looked at together. */
export const VoteReview = () => (
  <Block id="review" heading={t('How votes are reviewed')}>
    <p>
      {t(
        'Some rules look at a single vote. A review looks at all votes for a launch together: every hour, and once more before the week’s results are final. It compares them with each other and with the votes of the past weeks. A vote is counted or held, never counted in part, and each decision is a row in the ledger. A review looks for:',
      )}
    </p>
    <ul>
      <li>{t('Groups of accounts that share a network, an email domain or the launches they vote for.')}</li>
      <li>{t('Crowds: far more accounts of one kind than usual, by email provider, age, time of the vote and how they came here.')}</li>
      <li>{t('Makers who vote for each other’s launches.')}</li>
    </ul>
    <p>
      {t(
        'A group or a crowd is held only if its accounts do far less here than people usually do: sign in with Google or GitHub, get the digest, comment, follow or launch. A class, an office or the readers of a newsletter arrive together, too, but some of them always do one of these. Where about as many colleagues or classmates do as usual, they are left out of a crowd, and a crowd that signs in with Google and with GitHub as often as usual is never held. Networks that many people use are known from past weeks and don’t count against anyone.',
      )}
    </p>
    <p>
      {t(
        'We don’t store your IP address with a vote, only keyed hashes of the network, the email domain and the mailbox, and whether you came from a search, another website or this one. We delete them after 90 days. We don’t ask other services about you, and we don’t fingerprint your browser.',
      )}
    </p>
  </Block>
);

const KINDS: Record<string, string> = texts({
  networks: msg('From one address, range or set of servers'),
  domains: msg('Email domains bought for it'),
  throw_away: msg('Throw-away mailboxes'),
  spellings: msg('Many spellings of one mailbox, forwarding addresses'),
  bought: msg('Bought mailboxes on home connections'),
  warmed_up: msg('Accounts that voted or commented for weeks before'),
  mixtures: msg('Mixtures of these'),
  hidden: msg('Hidden among the readers of a newsletter'),
  rivals: msg('For a rival, to get it punished'),
  makers: msg('Makers who trade votes'),
});

/** What a simulation of attacks measured (bench/elections.ts). */
export const VoteSimulation = () => (
  <Block id="simulation" heading={t('How well this works')}>
    <p>
      {t(
        'We measure the rules with simulated weeks: honest voters of many kinds, and attackers with a budget. The attacks were written by someone who didn’t know the rules. In the last {weeks, plural, one {# week} other {# weeks}}, the rules held {lost} of {votes} honest votes by mistake, and {most} in the group that lost most.',
        {
          weeks: elections.weeks,
          votes: formatCount(elections.honest_votes),
          lost: formatPercent(elections.lost_percent / 100),
          most: formatPercent(elections.most_lost_percent / 100),
        },
      )}
    </p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Attack')}</th>
            <th scope="col" class="number">
              {t('Bought votes')}
            </th>
            <th scope="col" class="number">
              {t('Not counted')}
            </th>
            <th scope="col" class="number">
              {t('Reached the top three')}
            </th>
          </tr>
        </thead>
        <tbody>
          {elections.attacks.map(({ kind, votes, held_percent, took_place, runs }) => (
            <tr>
              <th scope="row">{KINDS[kind]}</th>
              <td class="number">{formatCount(votes)}</td>
              <td class="number">{formatPercent(held_percent / 100)}</td>
              <td class="number">{t('{took_place} of {runs}', { took_place, runs })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <p class="quiet">
      {t('Real attackers will try other things. The team sees the votes of each launch and can decide about every vote.')}
    </p>
  </Block>
);
