import { publicRead } from '../../kernel/operation.ts';
import { getFounder, listFounders } from './founders.ts';
import { Founder, FounderPage, GetFounder, ListFounders } from './schema.ts';

export const list_founders = publicRead({
  id: 'list_founders',
  path: '/founders',
  tag: 'Founders',
  summary: 'Find founders by name or country',
  description: 'Founders in order of name, each with their live companies. get_founder gives the bio, socials and stories of one.',
  input: ListFounders,
  output: FounderPage,
  example: { q: 'mar', per_page: 5 },
  handler: listFounders,
});

export const get_founder = publicRead({
  id: 'get_founder',
  path: '/founders/{slug}',
  refusals: ['founder_not_found'],
  tag: 'Founders',
  summary: 'One founder with companies and stories',
  description: 'Bio, social links, live companies and the founder stories published on them.',
  input: GetFounder,
  output: Founder,
  example: { slug: 'mara-lindqvist' },
  handler: getFounder,
});
