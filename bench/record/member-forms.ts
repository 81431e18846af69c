import sharp from 'sharp';
import type { FormFiller } from './forms.ts';
import type { Person, Recorder } from './recorder.ts';
import { ROOT, type Service } from './service.ts';

export interface Scene {
  forms: FormFiller;
  recorder: Recorder;
  service: Service;
}

const tokenIn = (mail: string): string => /\?token=([\w-]+)/.exec(mail)?.[1] ?? 'no-token';

/** From no account to a session, including rejected forms. */
export const signUp = async ({ forms, service }: Scene, stranger: Person, person: Person): Promise<void> => {
  const email = 'fay@people.example';
  for (const page of ['/sign-in', '/sign-up', '/submit', '/invites?token=nonsense']) await forms.sendWrong(stranger, page);
  await forms.sendRaw(
    'sign-in/foreign-origin',
    stranger,
    '/sign-in/mail',
    { email },
    {
      origin: 'https://elsewhere.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
  await forms.sendRaw('sign-in/no-origin', stranger, '/sign-in/mail', { email }, { 'content-type': 'application/x-www-form-urlencoded' });
  await forms.sendRaw('sign-in/json', stranger, '/sign-in/mail', { email }, { origin: ROOT, 'content-type': 'application/json' });
  await forms.sendRaw('sign-in/no-such-form', stranger, '/sign-in/nothing', {});
  await forms.sendRaw('sign-in/needed', stranger, '/account/name', { name: 'Nobody' });
  await forms.sendRaw('sign-in/needed-to-vote', stranger, '/listings/ledgerly/vote', {});
  await forms.sendRaw('sign-in/needed-for-admin', stranger, '/admin/settings', {});
  await forms.send('sign-in/unknown-address', stranger, '/sign-in', /^\/sign-in\/mail$/, { email: 'unknown@people.example' });
  await forms.send('sign-in/wrong-password', stranger, '/sign-in', /^\/sign-in\/password$/, { email, password: 'not the one' });
  await forms.send('sign-up/common-password', stranger, '/sign-up', /^\/sign-up$/, { email, name: 'Fay', password: 'password1' });
  await forms.send('sign-up/made', person, '/sign-up', /^\/sign-up$/, { email, name: 'Fay', password: 'four-green-herons' });
  await service.waitForJobs();
  const page = `/sign-in/link?token=${tokenIn(await service.findMail(email))}`;
  await forms.send('sign-in/link', person, page, /^\/sign-in\/link$/);
  await forms.sendRaw('sign-in/link-again', stranger, '/sign-in/link', { token: page.slice(page.indexOf('=') + 1) });
  const other = { ...stranger, name: 'other-browser', cookies: new Map<string, string>() };
  await forms.send('sign-in/password', other, '/sign-in', /^\/sign-in\/password$/, { email, password: 'four-green-herons' });
  await forms.send('sign-out', other, '/account', /^\/sign-out$/);
};

export interface Bought {
  listing_id: number;
  draft_id: string;
  order_number: string;
  payment: string;
}

/** From a product's URL to a saved listing, with forms only. */
export const submit = async (
  { forms, recorder, service }: Scene,
  person: Person,
  website: string,
): Promise<Pick<Bought, 'draft_id' | 'listing_id'>> => {
  await forms.send('submit/no-address', person, '/submit', /^\/submit$/, { url: 'not an address' });
  const draft = (await forms.send('submit/made', person, '/submit', /^\/submit$/, { url: website })).replace(/[?#].*/, '');
  await service.waitForJobs();
  await recorder.record('forms/draft/ready', person, { path: draft });
  await forms.sendWrong(person, draft);
  const edit = { 'fields.tagline': 'Notes, found again', 'fields.categories[0]': 'Accounting' };
  await forms.send('draft/save', person, draft, /^\/drafts\//, { act: 'save', ...edit });
  await forms.send('draft/unchanged', person, draft, /^\/drafts\//, { act: 'save' });
  await forms.send('draft/lock', person, draft, /^\/drafts\//, { act: 'lock tagline' });
  await forms.send('draft/unlock', person, draft, /^\/drafts\//, { act: 'unlock tagline' });
  await forms.send('draft/restore', person, draft, /^\/drafts\//, { act: 'restore description' });
  await forms.send('draft/preview', person, draft, /^\/drafts\//, { act: 'preview' });
  await forms.sendWrong(person, `${draft}/invites`);
  await forms.send('draft/invite', person, `${draft}/invites`, /\/invites$/, { email: 'co@maker.example' });
  await service.waitForJobs();
  const invite = `/invites?token=${tokenIn(await service.findMail('co@maker.example'))}`;
  await forms.sendWrong(person, invite);
  await forms.send('draft/invite-accepted', person, invite, /^\/invites$/, { name: 'Co Founder', title: 'Engineer', bio: 'Writes notes.' });
  await forms.send('draft/submit', person, draft, /^\/drafts\//, { act: 'submit', ...edit });
  const { text } = await recorder.send(person, { path: '/dashboard' });
  return { draft_id: draft.slice('/drafts/'.length), listing_id: Number(/\/dashboard\/listings\/(\d+)/.exec(text)?.[1]) };
};

const BILLING = {
  name: 'Fay Example',
  company: 'Analytique SARL',
  address: '1 Rue de la Paix',
  city: 'Paris',
  country: 'FR',
  vat_number: 'FR 40 303 265 045',
  email: 'fay@people.example',
};

interface Purchase {
  name: string;
  listing_id: number;
  product: string;
  cents: number;
}

/** Orders one product and pays for it. One line at a time: the lines of an order are delivered concurrently. */
const buy = async (
  { forms, service }: Scene,
  person: Person,
  { name, listing_id, product, cents }: Purchase,
): Promise<[order: string, payment: string]> => {
  const page = `/dashboard/listings/${listing_id}/order`;
  const checkout = await forms.send(`${name}/order`, person, page, /\/order$/, { act: 'checkout', [product]: 'on' });
  await forms.sendWrong(person, checkout);
  await forms.send(`${name}/billing-gaps`, person, checkout, /\/billing$/, { act: 'pay', name: '', country: 'FR' });
  await forms.send(`${name}/billing-look`, person, checkout, /\/billing$/, { ...BILLING, act: 'look', vat_number: '' });
  await forms.send(`${name}/billing-other-sum`, person, checkout, /\/billing$/, { ...BILLING, act: 'pay', shown_cents: '1' });
  const payment = await forms.send(`${name}/pay`, person, checkout, /\/billing$/, { ...BILLING, act: 'pay', shown_cents: String(cents) });
  await forms.send(`${name}/declined`, person, payment, /^\/payments\/test\//, { outcome: 'declined' });
  await forms.send(`${name}/paid`, person, payment, /^\/payments\/test\//, { outcome: 'paid' });
  await service.waitForJobs();
  return [checkout.slice('/checkout/'.length), payment.slice('/payments/test/'.length)];
};

/** Launches a listing and orders directory submissions; the team works on the second order. */
export const launch = async (scene: Scene, person: Person, listing_id: number): Promise<Pick<Bought, 'order_number' | 'payment'>> => {
  const { forms } = scene;
  const page = `/dashboard/listings/${listing_id}/order`;
  await forms.sendWrong(person, page);
  await forms.send('order/nothing', person, page, /\/order$/, { launch: '' });
  await forms.send('order/too-little', person, page, /\/order$/, { launch: 'on', billboard_min: 'on', 'billboard_min.amount': '5' });
  const cancelled = await forms.send('order/several', person, page, /\/order$/, { launch: 'on', featured: 'on' });
  await forms.send('order/cancel', person, cancelled, /\/cancel$/);
  await buy(scene, person, { name: 'launch', listing_id, product: 'launch', cents: 4900 });
  const [order_number, payment] = await buy(scene, person, { name: 'done-for-you', listing_id, product: 'done_for_you', cents: 14_900 });
  return { order_number, payment };
};

const drawPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

const upload = async ({ recorder }: Scene, person: Person, name: string, path: string, file: Buffer): Promise<void> => {
  const part = (disposition: string) => `--recording\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="alt"')}\r\nA picture\r\n${part('name="picture"; filename="picture.png"')}content-type: image/png\r\n\r\n`),
    file,
    Buffer.from('\r\n--recording--\r\n'),
  ]);
  const headers = { origin: ROOT, 'content-type': 'multipart/form-data; boundary=recording' };
  await recorder.record(`forms/own/${name}`, person, { method: 'POST', path, headers, body });
};

/** Actions of an owner on a live listing. */
export const own = async (scene: Scene, owner: Person, listing_id: number): Promise<void> => {
  const { forms } = scene;
  const at = `/dashboard/listings/${listing_id}`;
  for (const part of ['', '/edit', '/story', '/media', '/compare']) await forms.sendWrong(owner, at + part);
  await forms.sendWrong(owner, '/dashboard/interview');
  await forms.send('own/edit', owner, `${at}/edit`, /\/edit$/, { 'fields.tagline': 'Another tagline', 'fields.city': 'Lisbon' });
  await forms.send('own/edit-unchanged', owner, `${at}/edit`, /\/edit$/);
  await forms.send('own/history-restore', owner, `${at}/history`, /\/history\/restore$/);
  await forms.send('own/update', owner, at, /\/updates$/, { title: 'News', body: 'There are some.' });
  await forms.send('own/milestone', owner, at, /\/milestones$/, { date: '2026-01-01', title: 'A first' });
  await forms.send('own/milestone-delete', owner, at, /\/milestones\/delete$/);
  await forms.send('own/story', owner, `${at}/story`, /\/story$/, { title: 'How it began', problem: 'Notes got lost.' });
  await upload(scene, owner, 'media', `${at}/media`, await drawPicture('#336699'));
  await upload(scene, owner, 'media-second', `${at}/media`, await drawPicture('#993366'));
  await upload(scene, owner, 'media-no-picture', `${at}/media`, Buffer.from('no picture'));
  await forms.send('own/media-first', owner, `${at}/media`, /\/media\/first$/);
  await forms.send('own/media-delete', owner, `${at}/media`, /\/media\/delete$/);
  await forms.send('own/alternative', owner, `${at}/compare?q=ledgerly`, /\/alternatives\/approve$/);
  await forms.send('own/alternative-drop', owner, `${at}/compare`, /\/alternatives\/drop$/);
  await forms.send('own/attributes', owner, `${at}/compare`, /\/attributes$/);
  await forms.send('own/interview', owner, '/dashboard/interview', /\/interview$/, { 'answer.1': 'It keeps notes.' });
};

/** Actions of members on other listings. */
export const takePart = async ({ forms, service }: Scene, owner: Person, reader: Person, slug: string): Promise<void> => {
  const at = `/listings/${slug}`;
  await forms.send('people/vote', reader, at, /\/vote$/);
  await forms.sendRaw('people/vote-again', reader, `${at}/vote`, {});
  await forms.send('people/vote-take-back', reader, at, /\/vote\/take-back$/);
  await forms.sendRaw('people/vote-own', owner, `${at}/vote`, {});
  await forms.sendRaw('people/vote-nothing', reader, '/listings/no-such-listing/vote', {});
  await forms.send('people/follow', reader, at, /\/follow$/);
  await forms.send('people/follow-mail', reader, '/account/follows', /\/follow\/mail$/);
  await forms.send('people/unfollow', reader, at, /\/unfollow$/);
  await forms.sendRaw('people/follow-again', reader, `${at}/follow`, {});
  await forms.sendWrong(reader, `${at}/reviews`);
  const review = { rating: '4', title: 'Good', body: 'It does what it says, and does it well.' };
  await forms.send('people/review', reader, `${at}/reviews`, /\/reviews$/, review);
  await forms.sendRaw('people/review-again', reader, `${at}/reviews`, review);
  await forms.send('people/review-change', reader, `${at}/reviews`, /\/reviews\/change$/, { ...review, rating: '5' });
  await forms.send('people/review-answer', owner, `${at}/reviews`, /\/answer$/, { answer: 'Thank you.' });
  await forms.send('people/review-report', owner, `${at}/reviews`, /\/report$/, { reason: 'Not about this product.' });
  await forms.sendWrong(reader, `${at}/comments`);
  await forms.send('people/comment', reader, `${at}/comments`, /\/comments$/, { body: 'Does it import?' });
  await forms.send('people/comment-reply', owner, `${at}/comments`, /\/reply$/, { body: 'It does.' });
  await forms.send('people/comment-vote', owner, `${at}/comments`, /\/vote$/);
  await forms.send('people/comment-report', owner, `${at}/comments`, /\/report$/, { reason: 'Not about this product.' });
  await forms.send('people/comment-edit', reader, `${at}/comments`, /\/edit$/, { body: 'Does it import CSV?' });
  await forms.send('people/comment-delete', reader, `${at}/comments`, /\/delete$/);
  await forms.send('people/review-elsewhere', reader, '/listings/tide-atlas/reviews', /\/reviews$/, review);
  await forms.send('people/review-withdraw', reader, '/listings/tide-atlas/reviews', /\/reviews\/withdraw$/);
  await forms.sendWrong(reader, '/listings/tide-atlas/claim');
  await forms.send('people/claim', reader, '/listings/tide-atlas/claim', /\/claim$/, { method: 'file' });
  await forms.send('people/claim-check', reader, '/claims', /\/check$/);
  await forms.send('people/objection', reader, `${at}/claim`, /\/objection$/, { message: 'It is ours.' });
  await forms.send('people/badge-check', owner, `${at}/badges`, /\/badges\/check$/);
  await service.waitForJobs();
  await forms.send('people/notifications', owner, '/notifications', /\/notifications\/read$/);
};

/** Account settings; finally the account is deleted. */
export const keepAccount = async ({ forms, recorder, service }: Scene, person: Person): Promise<void> => {
  for (const page of ['/account', '/account/keys', '/account/delete']) await forms.sendWrong(person, page);
  await forms.send('account/name', person, '/account', /\/account\/name$/, { name: 'Milo Example' });
  await forms.send('account/password', person, '/account', /\/account\/password$/, { password: 'seven-blue-otters' });
  await forms.send('account/move', person, '/account', /\/account\/move$/, { email: 'milo@elsewhere.example' });
  await service.waitForJobs();
  const page = `/account/address?token=${tokenIn(await service.findMail('milo@elsewhere.example'))}`;
  await forms.send('account/move-half', person, page, /\/account\/address$/);
  await forms.send('account/mail', person, '/account/mail', /\/account\/mail$/);
  await forms.send('account/key', person, '/account/keys', /\/account\/keys$/, { name: 'Laptop', 'account:read': 'on' });
  await forms.send('account/key-revoke', person, '/account/keys', /\/keys\/revoke$/);
  await forms.send('account/export', person, '/account', /\/account\/export$/);
  await recorder.record('forms/account/before-the-end', person, { path: '/account' });
  await forms.send('account/delete-other-address', person, '/account/delete', /\/account\/delete$/, { email: 'somebody@people.example' });
  await forms.send('account/delete', person, '/account/delete', /\/account\/delete$/, { email: 'milo@people.example' });
};
