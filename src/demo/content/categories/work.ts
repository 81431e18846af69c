import type { DemoCategory } from '../../types.ts';

/** Software development, finance and teams. */
export const WORK: DemoCategory[] = [
  {
    slug: 'developer-tools',
    name: 'Developer tools',
    description: 'Software for people who write software: testing, data, logs and the plumbing between services.',
    faqs: [
      'What belongs in developer tools? Anything whose main user writes, runs or repairs software. A product that merely has an API belongs where its users are.',
      'Can an open-source project be listed? Yes. Give the address of its website or documentation; the licence is one of the facts listings here are compared on.',
    ],
    below: [
      {
        slug: 'testing-and-ci',
        name: 'Testing & CI',
        description: 'Test runners, flaky-test hunters, preview environments and everything that stands between a commit and a release.',
        faqs: [
          'What is a flaky test? One that passes and fails on the same code. The cause is usually time, order, shared state or the network.',
          'Do these tools replace a CI service? Mostly not. They plug into one; the row “CI systems” in a comparison says which.',
          'Why are some cells empty? Because the product’s own website does not say. Nothing is guessed here.',
        ],
        attributes: [
          ['languages', 'Languages'],
          ['ci_systems', 'CI systems'],
          ['runs_on', 'Runs on'],
          ['free_tier', 'Free tier'],
          ['licence', 'Licence'],
        ],
      },
      {
        slug: 'databases',
        name: 'Databases',
        description: 'Browsers, migration tools and careful companions for the place where the data lives.',
        faqs: [
          'Is it safe to connect a tool from this list to production? Read its own documentation first, and give it a role that can only read until you trust it.',
          'Which engines are covered? Each listing names its own under “Engines”.',
        ],
        attributes: [
          ['engines', 'Engines'],
          ['self_hosted', 'Self-hosted'],
          ['platforms', 'Platforms'],
          ['free_seats', 'Free seats', 'people'],
          ['licence', 'Licence'],
        ],
      },
      {
        slug: 'observability',
        name: 'Observability',
        description: 'Alerts, traces and logs: knowing what a system is doing without asking it to stop.',
        faqs: [
          'What is the difference between monitoring and observability? Monitoring answers questions you thought of beforehand; observability lets you ask new ones.',
        ],
        attributes: [
          ['alert_channels', 'Alert channels'],
          ['retention', 'Retention', 'days'],
          ['data_region', 'Data region'],
          ['price_from', 'Price from'],
        ],
        below: [
          {
            slug: 'log-search',
            name: 'Log search',
            description: 'Keeping log lines, and finding the one that matters.',
            faqs: [
              'How much should be kept? Long enough to cover the slowest bug report you are likely to get; thirty days is a common start.',
              'Do logs hold personal data? Often, without anyone meaning it. Look for redaction before storage, not after.',
            ],
            // Retention, region and price are inherited from the parent category.
            attributes: [
              ['ingest_formats', 'Ingest formats'],
              ['query_language', 'Query language'],
              ['self_hosted', 'Self-hosted'],
              ['price_per_gb', 'Price per GB'],
            ],
          },
        ],
      },
      {
        slug: 'apis',
        name: 'APIs & webhooks',
        description: 'Mock servers, relays and contracts for services that talk to each other.',
        faqs: [
          'What is a mock server for? It answers like the real service, so that a client can be built and tested before the service exists or while it is down.',
          'Why relay webhooks at all? A relay keeps each delivery until it has been accepted, so an hour of downtime is an hour late and not an hour lost.',
        ],
        attributes: [
          ['protocols', 'Protocols'],
          ['self_hosted', 'Self-hosted'],
          ['free_calls', 'Free calls', 'per month'],
          ['retries', 'Retries'],
          ['licence', 'Licence'],
        ],
      },
    ],
  },
  {
    slug: 'finance',
    name: 'Finance & accounting',
    description: 'Books, bills and budgets, for companies, clubs and kitchens.',
    faqs: [
      'Is anything here financial advice? No. Listings describe products in their makers’ words, with quotes where a fact was read from their website.',
      'Does a listing mean a product is licensed in my country? No. Look at “Countries” where a listing gives it, and ask the maker.',
    ],
    below: [
      {
        slug: 'accounting',
        name: 'Accounting',
        description: 'Double-entry and plain cash books for freelancers, small companies and associations.',
        faqs: [
          'Cash or accrual? Cash books count money when it moves, accrual books when it is owed. Many small businesses may choose; your tax office says which.',
          'Can I take my books with me? Look for the export formats. A format that another program reads is worth more than a PDF.',
          'What does bank sync mean? That movements are fetched from the bank instead of being typed or uploaded as a file.',
        ],
        attributes: [
          ['method', 'Method'],
          ['countries', 'Countries'],
          ['bank_sync', 'Bank sync'],
          ['export_formats', 'Export formats'],
          ['price_from', 'Price from'],
        ],
        below: [
          {
            slug: 'invoicing',
            name: 'Invoicing',
            description: 'Writing invoices, sending them and getting them paid, e-invoices included.',
            faqs: [
              'What is an e-invoice? A structured file a program can read, such as UBL or Factur-X. A PDF by mail is not one.',
              'Do reminders work? A polite one before the due date is the usual advice. The products here differ in who decides the tone.',
            ],
            attributes: [
              ['e_invoice_formats', 'E-invoice formats'],
              ['languages', 'Invoice languages'],
              ['reminders', 'Reminders'],
              ['payment_links', 'Payment links'],
            ],
          },
        ],
      },
      {
        slug: 'personal-finance',
        name: 'Personal finance',
        description: 'Budgets, shared pots and the question of where it all went.',
        faqs: [
          'Must I connect my bank? Not with all of them. “Bank sync” and “Works offline” say what a product needs.',
          'Which is best for a shared flat? Compare the row “Shared budgets”; some count people, some count pots.',
        ],
        attributes: [
          ['platforms', 'Platforms'],
          ['bank_sync', 'Bank sync'],
          ['shared_budgets', 'Shared budgets'],
          ['offline', 'Works offline'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
  {
    slug: 'work-and-teams',
    name: 'Work & teams',
    description: 'Rotas, meetings and hiring: the parts of work that are about other people.',
    below: [
      {
        slug: 'scheduling',
        name: 'Scheduling',
        description: 'Shifts, appointments and finding an hour that suits everyone.',
        faqs: [
          'What is a shift swap? Two people trade shifts by themselves; the rota checks that rest times and skills still hold.',
          'Do guests need an account to book? Each listing says so if its website does.',
        ],
        attributes: [
          ['platforms', 'Platforms'],
          ['calendars', 'Calendars'],
          ['swaps', 'Shift swaps'],
          ['time_zones', 'Time zones'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'meetings',
        name: 'Meetings',
        description: 'Shorter ones, better notes, and a few tools that help you not to meet at all.',
        faqs: ['Is my meeting recorded? Only if the product records; the row “Recording” says whether and where it is kept.'],
        attributes: [
          ['platforms', 'Platforms'],
          ['recording', 'Recording'],
          ['languages', 'Languages'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'hiring',
        name: 'Hiring',
        description: 'Job posts, work samples and fairer shortlists.',
        faqs: [
          'Why is there nothing live here yet? The first products of this category are scheduled. An empty shelf is shown as an empty shelf.',
        ],
        attributes: [
          ['method', 'Method'],
          ['anonymous', 'Anonymous review'],
          ['languages', 'Languages'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
];
