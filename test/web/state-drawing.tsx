import type { InputError } from '../../src/kernel/errors.ts';
import type { Vote } from '../../src/modules/ballot/vote.ts';
import { to } from '../../src/web/addresses.ts';
import type { Here } from '../../src/web/page.ts';
import * as accountKeys from '../../src/web/pages/account-keys.tsx';
import * as adminOrder from '../../src/web/pages/admin-order.tsx';
import * as adminProducts from '../../src/web/pages/admin-products.tsx';
import * as checkout from '../../src/web/pages/checkout.tsx';
import * as claims from '../../src/web/pages/claims.tsx';
import * as freePlan from '../../src/web/pages/free-plan.tsx';
import * as leaderboard from '../../src/web/pages/leaderboard.tsx';
import * as listing from '../../src/web/pages/listing.tsx';
import * as order from '../../src/web/pages/order.tsx';
import * as signInSent from '../../src/web/pages/sign-in-sent.tsx';
import * as testPayment from '../../src/web/pages/test-payment.tsx';
import { framed } from '../../src/web/parts/admin-frame.tsx';
import { VotingContext } from '../../src/web/parts/voting.tsx';
import { aClaim } from './claim-samples.ts';
import { inOffice } from './office-drawing.ts';
import { aPaidOrder, aPendingOrder, aQuote, aSeller, aTeamOrder, somePrices } from './order-samples.ts';
import { type Drawable, type Drawing, drawing, ownDrawing } from './page-drawing.ts';
import { aKey } from './people-samples.ts';
import { aListing, listOf } from './samples.ts';
import { aBoard } from './vote-samples.ts';
import { aFreePlan } from './week-samples.ts';

interface Sent {
  values?: Record<string, string>;
  errors?: InputError[];
  message?: string | null;
  told?: Record<string, string>;
}

const wrong = (path: string, message: string): InputError => ({ path, code: 'wrong_form', message });

/** A page as the form of an action brought it back. */
const returned = <D,>({ head, view }: Drawable<D>, action: string) => ({
  head: ({ data }: { data: D; sent: Sent }, here: Here) => head(data, here),
  view: ({ data, sent: { values = {}, errors = [], message = null, told: tells = {} } }: { data: D; sent: Sent }, here: Here) =>
    view(data, { ...here, form: { action, values, errors, message, told: tells, status: Object.keys(tells).length > 0 ? 200 : 400 } }),
});

/** A page with vote buttons, as somebody sees it who has voted. */
const votedOn = <D,>({ head, view }: Drawable<D>) => ({
  head: ({ data }: { data: D; votes: [string, Vote][] }, here: Here) => head(data, here),
  view: ({ data, votes }: { data: D; votes: [string, Vote][] }, here: Here) => (
    <VotingContext.Provider value={{ signed_in: true, votes: new Map(votes), back: '/' }}>{view(data, here)}</VotingContext.Provider>
  ),
});

const COUNTED: Vote = { state: 'counted', reason: null, says: null, in_week: true };
const HELD: Vote = { state: 'uncounted', reason: 'ring_network', says: 'Many Votes came from one network at once.', in_week: true };

const PENDING = { order: aPendingOrder(), billing: {}, sum: aQuote(), country: null, pays_by: 'test' as const, done: undefined };

/** What forms bring back, what is told once, and what only who is signed in sees. */
export const STATE_DRAWINGS: Record<string, Drawing> = {
  sign_in_sent: drawing(signInSent, {}),
  'account keys, with a new one': ownDrawing(returned(accountKeys, '/account/keys'), {
    data: { keys: [aKey()] },
    sent: { told: { key: `lw_${'Ab3_'.repeat(11)}` } },
  }),
  'listing, voted for and followed': ownDrawing(votedOn(listing), {
    data: { listing: aListing(), alternatives: [], follow: { wants_mail: true, mail_is_off: false } },
    votes: [['tidewater', COUNTED]],
  }),
  'listing, with a held vote': ownDrawing(votedOn(listing), {
    data: { listing: aListing(), alternatives: [], follow: { wants_mail: false, mail_is_off: false } },
    votes: [['tidewater', HELD]],
  }),
  'leaderboard, voted on': ownDrawing(votedOn(leaderboard), {
    data: { board: 'community-weekly', answer: aBoard('votes', false, '2026-11-09'), misread: [] },
    votes: [
      ['tidewater', COUNTED],
      ['quayside', HELD],
    ],
  }),
  'claims, refused': ownDrawing(returned(claims, to.checkClaim(1)), {
    data: listOf([aClaim({ status: 'superseded' })]),
    sent: { message: 'This listing has an owner by now.' },
  }),
  'free plan, looked for in vain': ownDrawing(returned(freePlan, to.lookForBadge(3)), {
    data: { plan: aFreePlan(), done: undefined },
    sent: { told: { seen: 'It was read, and the badge is not in its HTML.' } },
  }),
  'checkout, paid': ownDrawing(checkout, { ...PENDING, order: aPaidOrder({ status: 'paid' }) }),
  'test payment, declined': ownDrawing(returned(testPayment, to.testPayment('test_session_1')), {
    data: { payment: { number: 'LW-7K3M9Q2X', asked_cents: 4900, open: true }, session: 'test_session_1' },
    sent: { message: 'The test payment was declined. Try again.' },
  }),
  'order, cancelled': ownDrawing(order, { order: aPendingOrder({ status: 'cancelled' }), confirming: false, done: 'cancelled' }),
  'admin order, refused': ownDrawing(returned(framed(adminOrder, to.adminOrders()), to.adminOrderAct(aTeamOrder().number, 'refund')), {
    data: inOffice({ order: aTeamOrder(), done: undefined }),
    sent: {
      values: { amount: '1300', reason: 'Asked for' },
      errors: [wrong('amount', 'must be from $0.01 to $12.50, what is left of it')],
    },
  }),
  'admin products, refused': ownDrawing(returned(framed(adminProducts, to.adminProducts()), to.adminProducts()), {
    data: inOffice({ products: somePrices(), seller: aSeller(), done: undefined }),
    sent: { values: { code: 'relaunch', price: '39,90 €' }, errors: [wrong('price', 'must be an amount such as 49.00')] },
  }),
};
