import type { DemoPost } from '../../types.ts';

/** About the site and launch weeks. */
export const LAUNCHING: DemoPost[] = [
  {
    slug: 'this-is-a-demo',
    title: 'This directory is a demo',
    excerpt: 'Every product, person and number you see here was invented. What is real is the software, and this is how to look at it.',
    author_name: 'The Launchweek team',
    days_ago: 2,
    faqs: [
      'Is any of the products real? No. Their addresses end in .example, which is reserved for examples and can never be registered.',
      'Are the votes real? Not those that came with the demo. They were loaded with the products, together with views and followers.',
      'How do I start with an empty site? Start against a database of your own; the demo is only put into an empty embedded one.',
    ],
    body_markdown: `**All content on this site is demo content.** The products were made up, and so were the people who made them, their stories, their prices and the number of votes beside their names. If a name sounds like something you know, that is a coincidence.

# Why so much of it

An empty directory shows nothing. Sixty products show what happens when

- a name is [far too long](/listings/patient-archivist),
- a tagline runs [from right to left](/listings/mawidi),
- a description is [in Japanese](/listings/kotobashi), [in German](/listings/kontorbuch) or [in Spanish](/listings/barrio-bici),
- a website [does not say very much](/listings/shortstand), and the profile says so instead of guessing,
- two products in one category [are compared](/compare?a=ledgerly&b=kontorbuch) and some cells stay empty.

# What is real

The software. Search forgives typing errors, weeks begin on Monday in the site’s own time zone, and everything you can read on a page can be read through the API:

\`\`\`sh
curl -s 'http://localhost:3000/api/v1/listings?q=flakwren'
\`\`\`

That query is misspelt on purpose.

# Where to begin

1. Look at [this week’s launches](/launches/weeks/this).
2. Open a [full profile](/listings/ledgerly) and a [sparse one](/listings/quittance-lite).
3. Browse the [categories](/categories), one of which is [empty](/categories/newsletters) so that you can see what empty looks like.
`,
  },
  {
    slug: 'how-a-launch-week-works',
    title: 'How a launch week works',
    excerpt: 'Monday to Sunday, one cohort, one result. What happens on which day, and what cannot happen on any.',
    author_name: 'Hanne Oldervik',
    days_ago: 9,
    faqs: [
      'Can I choose my week? With a paid launch, yes, as long as the week has room. The free queue takes the first week with room, some weeks ahead.',
      'What if two products have the same number of votes? The one that reached the number first is placed higher.',
    ],
    body_markdown: `A product launches together with the others of its week. The week runs from Monday to Sunday and is known by the date of its Monday, never by a number: ask three people for “week 1” and you may get three answers.

# The days

| Day | What happens |
|---|---|
| Monday, 00:00 | Scheduled products go live |
| Any day | People read, compare and vote |
| Sunday, 24:00 | The week ends and its result is frozen |
| Afterwards | Votes still count for all time, but no longer for the week |

# Two ways in

**The free queue.** Put our badge on your homepage and wait for your turn. If the badge is missing when your week begins, you are not thrown out: you move to the next week with room.

**A paid launch.** Choose a week, or go live at once. Paying buys a date and room on the page. It does not buy a place: *money never orders a list of votes*, and the one board that is ordered by money says so in its title.

# What you can prepare

- A tagline that says what it does, in fewer than ten words. [“Reads your migration and tells you what it will lock”](/listings/shiftlock) is a good one, and would be if the product existed.
- Answers to the three questions you are always asked. They become your FAQ.
- Someone who is awake on Monday.

> The product in the link is invented, like all products on this demo site.
`,
  },
  {
    slug: 'the-week-before-you-launch',
    title: 'The week before you launch: a short list',
    excerpt: 'Seven small jobs for seven days. None of them is “tell everyone”.',
    author_name: 'Hanne Oldervik',
    days_ago: 23,
    body_markdown: `Most launches fail quietly, at the second click. The list below is about the second click.

# The list

1. **Say your price.** If the website does not say it, the profile cannot either, and “not found on the website” is an honest but poor first impression.
2. **Say where you are.** A country is enough.
3. **Write to yourself.** Is there an address, and does anyone read it?
4. **Open your homepage without JavaScript.** If nothing is there, nothing can be read from it, by us or by anyone else.
5. **Pick your category as a visitor would.** Look at [what its products are compared on](/categories/testing-and-ci) and see whether you can answer those rows.
6. **Ask someone to be confused.** Sit beside them and say nothing.
7. **Sleep.**

# And on the day

Post an update when something has changed, not when you would like attention. People can follow a product, and an update that says nothing teaches them to stop.

## A template that works

\`\`\`text
What changed:   one sentence
Who it is for:  one group of people
What it costs:  a number, or “nothing”
What is next:   one thing, without a date
\`\`\`

The [founders on this site](/founders) are invented, but the questions people would ask them are not.
`,
  },
];
