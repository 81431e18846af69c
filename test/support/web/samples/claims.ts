import type { ClaimOverview } from '../../../../src/modules/claims/claims.ts';
import type { Claim } from '../../../../src/modules/claims/schema.ts';
import { context } from './listings.ts';

const hoursFromNow = (hours: number) => new Date(context.now.getTime() + hours * 3_600_000).toISOString();
const TOKEN = 'launchweek-3q2-7wEAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRob';

export const aClaim = (more: Partial<Claim> = {}): Claim => ({
  id: 1,
  listing_id: 7,
  listing_slug: 'tidewater',
  listing_name: 'Tidewater',
  method: 'dns',
  email: null,
  status: 'pending',
  instructions: {
    what: 'Add a DNS TXT record to your domain with this name and value.',
    where: '_launchweek.tidewater.example',
    value: TOKEN,
    token: TOKEN,
  },
  last_check: { checked_at: hoursFromNow(-1), found: false, detail: 'There is no TXT record at _launchweek.tidewater.example yet.' },
  next_check_at: hoursFromNow(1),
  expires_at: hoursFromNow(300),
  verified_at: null,
  created_at: hoursFromNow(-30),
  next_steps: ['Publish instructions.value at instructions.where.'],
  ...more,
});

export const aMailedClaim = (): Claim =>
  aClaim({
    id: 2,
    method: 'email',
    email: 'Ines@tidewater.example',
    instructions: { what: 'Open the link we have mailed.', where: 'Ines@tidewater.example', value: null, token: null },
    last_check: null,
    next_check_at: null,
  });

export const aClaimOverview = (more: Partial<ClaimOverview> = {}): ClaimOverview => ({
  listing: { id: 7, slug: 'tidewater', name: 'Tidewater', domain: 'tidewater.example', website: 'https://tidewater.example/' },
  owner: 'nobody',
  proved: false,
  claims: [],
  obstacles: { dns: null, meta: null, file: null, email: null },
  ...more,
});
