/** What attackers buy, in dollars. Prices of shops change every week; what matters is how they compare with the price of a real person. */
export const PRICES = {
  domain: { dollars: 1, note: 'one year; .xyz domains of six to nine digits cost 0.99, the first year of .site or .shop 1 to 3' },
  free_mailbox: { dollars: 0, note: 'one mailbox made by hand, or a throw-away one' },
  new_disposable_domain: { dollars: 0.05, note: 'a share of a throw-away provider’s newest domain; assumption' },
  sold_mailbox: { dollars: 0.03, note: 'Outlook or Hotmail by the hundred; assumption, shops ask 0.01 to 0.10' },
  gmail: {
    dollars: 0.3,
    note: 'phone-verified; the code alone costs 0.08 to 0.25 in Russia, the UK and the US (Cambridge Online Trust and Safety Index, 2025)',
  },
  aged_gmail: { dollars: 1.5, note: 'a year old or more; assumption, shops ask 1 to 3' },
  github_account: { dollars: 0.2, note: 'registered by a script, with its mailbox; assumption, shops ask 0.10 to 0.50' },
  stolen_account: {
    dollars: 2,
    note: 'the password of a member of one small site; assumption: logs of stolen passwords cost from 10 for 50 sites of one victim (Kaspersky, 2024), and searches for one site cost more each',
  },
  server: { dollars: 4, note: 'a month of the smallest one, with a /64 and often a /48 of IPv6' },
  server_address: { dollars: 0.2, note: 'another IPv4 address for some days; assumption, a month costs 1 to 3' },
  ipv4_range: { dollars: 12, note: 'a /24 costs 100 to 130 a month, and its tenant serves ten customers with it; assumption' },
  ipv6_block: { dollars: 6, note: 'a /32 through a sponsor, for some days or shared with other customers; assumption' },
  residential_visit: { dollars: 0.02, note: '5 MB through a household’s connection at 0.89 to 5 a GB (price lists of sellers, 2026)' },
  mobile_visit: { dollars: 0.05, note: '5 MB through a telephone at about 10 a GB; assumption' },
  vpn_month: { dollars: 5, note: 'a subscription to a large VPN service' },
  account_month: { dollars: 0.02, note: 'keeping an account until it is older: storage, scripts, losses; assumption' },
  warm_up_act: { dollars: 0.02, note: 'a vote for somebody else, a comment or a follow by a script; assumption' },
  script: { dollars: 0.01, note: 'one sign-up and vote by a script; assumption' },
  favour: { dollars: 0.5, note: 'three minutes of a maker to ask another one and to vote in return, at 10 an hour; assumption' },
  real_act: { dollars: 0.1, note: 'a follow or a comment by somebody who is paid and there already; assumption, tasks cost 0.05 to 0.20' },
  real_person: {
    dollars: 0.3,
    note: 'somebody with a mailbox, a telephone and a connection of their own signs up, confirms the mail and votes; assumption, sites for small tasks ask 0.15 to 0.50. The reference: whoever would pay more is better off with real people',
  },
} as const satisfies Record<string, { dollars: number; note: string }>;

export type Item = keyof typeof PRICES;

/** How many of each item an attack buys. */
export type Bill = Partial<Record<Item, number>>;

export const priceOf = (bill: Bill): number =>
  Object.entries(bill).reduce((sum, [item, number]) => sum + PRICES[item as Item].dollars * number, 0);

export const addBills = (...bills: Bill[]): Bill => {
  const total: Bill = {};
  for (const bill of bills) for (const [item, number] of Object.entries(bill)) total[item as Item] = (total[item as Item] ?? 0) + number;
  return total;
};
