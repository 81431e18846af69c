import { bringFollowers } from './channels.ts';
import { bringCrowds } from './crowds.ts';
import { between, drawWait, isLikely } from './draws.ts';
import { drawSiteReferrer } from './people.ts';
import { drawNumber, type Member, pickLaunches } from './population.ts';
import { DAY, drawResponse, drawUsualTime, HOUR, MINUTE, WEEK } from './times.ts';
import { addVisit, drawArrival, type HonestWeek } from './visits.ts';

/** The site's own digest goes out on Monday morning. */
const DIGEST_AT = 9 * HOUR;

const visitAsMember = (week: HonestWeek, { person, group, votes }: Member): void => {
  const { chance, start, launches } = week;
  const at =
    person.is_subscriber && isLikely(chance, 0.4)
      ? drawResponse(chance, start + DIGEST_AT, 4 * HOUR, start + WEEK)
      : drawUsualTime(chance, start);
  if (at < person.created_at + MINUTE) return;
  const address = person.network(chance);
  week.activities.push({ kind: 'visit', person, launch: null, at, address });
  const liked = pickLaunches(chance, launches, drawNumber(chance, votes));
  const first = liked.slice(0, Math.ceil(liked.length / 2));
  const again_at = Math.min(at + drawWait(chance, 2 * DAY), start + WEEK - 30 * MINUTE);
  const referrer = drawSiteReferrer(chance);
  for (const [n, launch] of liked.entries()) {
    const seen_at = (first.includes(launch) ? at : Math.max(again_at, at)) + n * (30_000 + chance.below(2 * MINUTE));
    addVisit(week, { group, person, launch, at: seen_at, referrer, curiosity: 0 });
  }
};

/** Visitors who sign up because they like a launch they came across. */
const addNewVisitors = (week: HonestWeek): void => {
  const { chance, start, launches } = week;
  for (let left = between(chance, 25, 70); left > 0; left--) {
    const at = drawUsualTime(chance, start);
    const person = drawArrival(week, at, { fresh: 1 });
    const [launch] = pickLaunches(chance, launches, 1);
    addVisit(week, { group: 'sign up to vote', person, launch: launch!, at, referrer: drawSiteReferrer(chance), curiosity: 0.35 });
  }
};

/** Makers look at the launches beside theirs. */
const addMakers = (week: HonestWeek): void => {
  const { chance, start, launches } = week;
  for (const { maker } of launches) {
    if (!isLikely(chance, 0.6)) continue;
    const at = drawUsualTime(chance, start);
    const others = launches.filter((launch) => launch.maker !== maker);
    for (const [n, launch] of pickLaunches(chance, others, drawNumber(chance, 3)).entries())
      addVisit(week, { group: 'makers', person: maker, launch, at: at + n * MINUTE, referrer: null, curiosity: 0 });
  }
};

/** All honest votes of a week. One account votes once for a launch. */
export const addHonestVotes = (week: HonestWeek): void => {
  for (const member of week.population) if (isLikely(week.chance, member.activity)) visitAsMember(week, member);
  addNewVisitors(week);
  addMakers(week);
  bringFollowers(week);
  bringCrowds(week);
  const voted = new Set<string>();
  week.ballots = week.ballots
    .toSorted((a, b) => a.at - b.at)
    .filter(({ person, launch }) => {
      const key = `${person.email} ${launch.slug}`;
      return voted.has(key) ? false : voted.add(key);
    });
  const brought = week.ballots.filter(({ group }) => group === 'social media' || group === 'newsletter' || group === 'customers');
  week.alumni.push(...brought.filter((_, at) => at % 5 === 0).map(({ person }) => person));
};
