import type { DemoPost } from '../../types.ts';

/** About votes. */
export const VOTES: DemoPost[] = [
  {
    slug: 'recount-the-votes-yourself',
    title: 'Recount the votes yourself',
    excerpt: 'A vote is a row, a result is a sum, and both can be checked by anyone who can count. Here is how it is meant to work.',
    author_name: 'Solveig Marchetti',
    days_ago: 5,
    faqs: [
      'Can I vote through the API? No. Votes come only from people on the site.',
      'Does a paid listing’s vote weigh more? No vote weighs more than one, and no payment changes any.',
      'Can the demo’s weeks be recounted? Yes. No person stands behind the demo’s votes, but they are rows of the ledger like any other.',
    ],
    body_markdown: `Rankings are easy to publish and hard to believe. Ours are built so that you need not believe them.

# A vote is a fact

When someone votes, one row is written and never changed: who, for what, when. Taking a vote back is another row. Each vote counts *one or nothing*:

- one, if it comes from a signed-in person with a verified address;
- nothing, if it is for one’s own product, if the address is not verified or if it was held back by the integrity rules. The voter is told so.

# A result is a sum

For a week’s result, take the rows of that week, leave out what was taken back or does not count, and add up. In pseudocode:

\`\`\`js
const result = new Map();
for (const { listing, counts, in_week } of votesThatStand(ledger)) {
  if (!counts || !in_week) continue;
  result.set(listing, (result.get(listing) ?? 0) + 1);
}
\`\`\`

If two products have the same sum, the one that got there first is placed higher. Nothing else is involved: no weights, no editors, no payments.

# Check it

When a week ends, its result is frozen. From a checkout, a finished week can be counted again:

\`\`\`sh
npm run -s launchweek -- recount 2026-01-05
\`\`\`

If the two differ, one of them is wrong, and everybody can see which. [How ranking works](/how-ranking-works) has the rules, each week’s totals and the ledgers to download.

# And on this demo?

The demo’s voters were invented with its products. Their votes are ordinary rows of the ledger, so that [last week](/launches/weeks/last) has a ranking to look at and to count again. So are the votes you cast yourself.
`,
  },
  {
    slug: 'five-boards-five-questions',
    title: 'Five boards, five questions',
    excerpt: 'Why votes, money, links and revenue are never mixed into one score.',
    author_name: 'Solveig Marchetti',
    days_ago: 30,
    body_markdown: `A single score would be tidy. It would also be an answer without a question. So there are five boards, and each answers one.

| Board | Question | Ordered by |
|---|---|---|
| [Community, weekly](/leaderboards/community-weekly) | What did people like this week? | votes of the week |
| [Community, all time](/leaderboards/community-all-time) | What have people liked so far? | all votes |
| [Billboard](/leaderboards/billboard) | Who paid to stand here? | money, and it says so |
| [Domain Rating](/leaderboards/domain-rating) | How well is the website linked? | a metric from outside |
| [Revenue](/leaderboards/revenue) | What does it earn? | a figure with its source |

# A number needs a source

The last two come from outside. A figure is shown with **where it came from and the day it was true**; without a source a product has no place on the board. On this demo the source reads “demo import”, which means: somebody typed it in to fill the page.

# Awards

*Launch of the Week* goes to the first three of a finished week, by votes alone. See the [awards so far](/awards).

# What we left out

- A combined score.
- Stars from people who have not used the product.
- Anything called “AI rating”.
`,
  },
  {
    slug: 'notes-for-a-second-year',
    title: 'Notes for a second year (draft)',
    excerpt: 'Not published: it is here so that an unpublished post exists, and is not shown.',
    author_name: 'The Launchweek team',
    days_ago: null,
    body_markdown: `If you can read this on a page, something is wrong: a post without a publication date is not for readers.
`,
  },
];
