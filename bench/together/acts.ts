import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import { findTokenFor } from '../../test/support/accounts/person.ts';
import { askAs, askAsStranger, type Member, type Owner, type Removable, type World } from './world.ts';

type Act = (world: World) => Promise<void>;

/** Somebody acts as one member at a time, so that what is read next is what this one wrote. */
const withOne =
  <K extends 'idle' | 'idle_owners'>(list: K, act: (world: World, one: World[K][number]) => Promise<void>): Act =>
  async (world) => {
    const free = world[list] as World[K][number][];
    const at = world.chance.below(free.length);
    const [one] = free.splice(at, 1);
    if (!one) return;
    await act(world, one).finally(() => free.push(one));
  };
const asMember = (act: (world: World, member: Member) => Promise<void>): Act => withOne('idle', act);
const asOwner = (act: (world: World, owner: Owner) => Promise<void>): Act => withOne('idle_owners', act);

/** Public answers about an owner's listing must not be older than what is documented. */
const checkAge = (
  { record, oldest_ms }: World,
  { slug, edits, acknowledged }: Owner,
  path: string,
  text: string,
  asked_at: number,
): void => {
  const version = Number(new RegExp(`Edit (\\d+) of ${slug}`).exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(version)) record.fault(`${path} has no edit of ${slug}`);
  for (let newer = version + 1; newer <= edits; newer++) {
    const at = acknowledged.get(newer);
    if (at === undefined) continue;
    record.oldest_ms = Math.max(record.oldest_ms, asked_at - at);
    if (asked_at - at > oldest_ms)
      record.fault(`${path} shows edit ${version}, ${Math.round(asked_at - at)} ms after edit ${newer} was acknowledged`);
    return;
  }
};

const publicPaths = ({ chance, slugs, launches }: World): string => {
  const slug = chance.of(slugs);
  return chance.of([
    ...['/', '/', '/launches/weeks/this', '/listings', '/categories', '/listings?q=ledger', '/leaderboards/community-weekly', '/de/'],
    ...[`/listings/${slug}`, `/listings/${slug}`, `/listings/${chance.of(launches).slug}`, `/de/listings/${slug}`],
    ...[`/api/v1/listings/${slug}`, '/api/v1/listings', '/api/v1/site', '/feeds/launches.atom', `/listings/${slug}/alternatives`],
  ]);
};

const readInPublic: Act = async (world) => {
  await askAsStranger(world, publicPaths(world));
};

const readEditedInPublic: Act = async (world) => {
  const owner = world.chance.of(world.owners);
  const path = world.chance.of([`/listings/${owner.slug}`, `/api/v1/listings/${owner.slug}`]);
  const asked_at = performance.now();
  const answer = await askAsStranger(world, path);
  if (answer) checkAge(world, owner, path, answer.text(), asked_at);
};

const readPicture: Act = async (world) => {
  const hash = world.chance.of(world.owners.flatMap(({ pictures }) => pictures));
  if (!hash) return readInPublic(world);
  const answer = await askAsStranger(world, `/media/${hash}.webp`);
  if (answer && createHash('sha256').update(answer.body).digest('hex') !== hash) world.record.fault(`/media/${hash}.webp has other bytes`);
};

/** Twice as a visitor: with the language they chose, and as everybody else. */
const chooseLanguage: Act = async (world) => {
  const chosen = await askAsStranger(world, '/', { headers: { cookie: 'lw_language=de' }, expected: [302] });
  if (chosen && chosen.headers.location !== '/de') world.record.fault(`The German home page is ${chosen.headers.location}`);
  await askAsStranger(world, '/');
};

const readRemovable: Act = async (world) => {
  const removable = world.chance.of(world.removables);
  const { is_public, since } = removable;
  const asked_at = performance.now();
  const path = `/listings/${removable.slug}`;
  const answer = await askAsStranger(world, path, { expected: [200, 404, 410] });
  if (!answer || removable.since !== since || is_public === undefined || asked_at - since < world.oldest_ms) return;
  if ((answer.status === 200) !== is_public) world.record.fault(`${path} is ${answer.status} although it should be public: ${is_public}`);
};

const removeOrRestore: Act = async (world) => {
  const free = world.removables.filter((one) => one.is_public !== undefined);
  const removable: Removable | undefined = world.chance.of(free);
  if (!removable) return;
  const was_public = removable.is_public!;
  removable.is_public = undefined;
  const path = `/admin/v1/listings/${was_public ? 'removals' : 'restorations'}`;
  const json = { listing_ids: [removable.listing_id], ...(was_public && { cause: 'spam' }) };
  // Sent again until it is known to be done: a second time it has no effect.
  for (;;) {
    const answer = await askAs(world, world.team, path, { key: true, json });
    removable.since = performance.now();
    if (answer) break;
    const [row] = await world.sql<{ is_live: boolean }[]>`
      select status = 'live' as is_live from listings where id = ${removable.listing_id}`.catch(() => []);
    if (row && row.is_live !== was_public) break;
    if (world.record.faults.length > 40) return;
    await sleep(200);
  }
  removable.is_public = !was_public;
};

const readAsMember = asMember(async (world, member) => {
  const { chance } = world;
  const path = chance.of([
    '/',
    '/account',
    '/account',
    '/account/votes',
    '/notifications',
    '/listings',
    `/listings/${chance.of(world.slugs)}`,
  ]);
  const answer = await askAs(world, member, path);
  if (answer && answer.status === 200 && !answer.text().includes(member.marker))
    world.record.fault(`${path} is not that of ${member.marker}`);
});

const readWithKey = asMember(async (world, member) => {
  const { chance } = world;
  const path = chance.of(['/api/v1/me', '/api/v1/me', `/api/v1/listings/${chance.of(world.slugs)}`]);
  const answer = await askAs(world, member, path, { key: true });
  if (answer && path.endsWith('/me') && !answer.text().includes(member.marker))
    world.record.fault(`${path} is not that of ${member.marker}`);
});

/** Sends a form that turns something on or off, and reads the page: it must show what was acknowledged. */
const toggle = async (world: World, member: Member, slug: string, kind: 'vote' | 'follow'): Promise<void> => {
  const states = kind === 'vote' ? member.votes : member.follows;
  const [on, off] = kind === 'vote' ? ['vote', 'vote/take-back'] : ['follow', 'unfollow'];
  const page = `/listings/${slug}`;
  const wanted = !states.get(slug);
  states.set(slug, undefined);
  const sent = await askAs(world, member, `${page}/${wanted ? on : off}`, { form: { slug } });
  if (!sent) return;
  states.set(slug, wanted);
  const answer = await askAs(world, member, page);
  if (answer && answer.text().includes(`action="${page}/${off}"`) !== wanted)
    world.record.fault(`${page} does not show what ${member.marker} did: ${kind} ${wanted}`);
};
const vote = asMember((world, member) => toggle(world, member, world.chance.of(world.launches).slug, 'vote'));
const follow = asMember((world, member) => toggle(world, member, world.chance.of(world.slugs), 'follow'));

const rename = asMember(async (world, member) => {
  const name = `Person ${member.marker} ${world.chance.below(1_000_000)}`;
  member.name = undefined;
  if (!(await askAs(world, member, '/account/name', { form: { name } }))) return;
  member.name = name;
  const answer = await askAs(world, member, '/account');
  if (answer && !answer.text().includes(name)) world.record.fault(`/account does not show the new name of ${member.marker}`);
});

/** Once each: mails with links are limited. */
const signOutAndIn = asMember(async (world, member) => {
  if (member.has_signed_in || world.allowed !== 'nothing') return;
  member.has_signed_in = true;
  const { cookies } = member;
  const { record } = world;
  const old = new Map(cookies);
  if (!(await askAs(world, member, '/sign-out', { form: {} }))) return;
  // Another process may know the session for half a second more.
  await sleep(1000);
  const after = await askAs(world, { ...member, cookies: old }, '/account');
  if (after && after.status !== 303 && after.status !== 302) record.fault(`${member.marker} signed out and still gets /account`);
  while (!cookies.has('lw_session')) {
    if (record.faults.length > 40) return;
    if (!(await askAs(world, member, '/sign-in/mail', { form: { email: member.email } }))) {
      await sleep(200);
      continue;
    }
    const token = await findTokenFor(world, member.email).catch(() => null);
    if (token) await askAs(world, member, '/sign-in/link', { form: { token } });
  }
});

const edit = asOwner(async (world, owner) => {
  const version = owner.edits + 1;
  owner.edits = version;
  const fields = { tagline: `Edit ${version} of ${owner.slug}` };
  const path = `/api/v1/me/listings/${owner.listing_id}`;
  const answer = await askAs(world, owner.member, path, { key: true, json: { fields }, method: 'PATCH' });
  if (!answer) return;
  owner.acknowledged.set(version, performance.now());
  const read = await askAs(world, owner.member, path, { key: true });
  if (read && !read.text().includes(fields.tagline)) world.record.fault(`${path} does not have edit ${version}`);
});

const PICTURES_EACH = 3;

const upload = asOwner(async (world, owner) => {
  const { listing_id, slug, member, pictures } = owner;
  if (pictures.length >= PICTURES_EACH || world.allowed !== 'nothing') return edit(world);
  const form = new FormData();
  form.set('picture', new Blob([new Uint8Array(await world.drawPicture())], { type: 'image/png' }), 'picture.png');
  if (!(await askAs(world, member, `/dashboard/listings/${listing_id}/media`, { form }))) return;
  const read = await askAs(world, member, `/api/v1/listings/${slug}`, { key: true });
  const hashes = [...(read?.text() ?? '').matchAll(/\/media\/([0-9a-f]{64})\.webp/g)].map(([, hash]) => hash!);
  if (read && hashes.length <= pictures.length) world.record.fault(`A picture of ${slug} was uploaded and is not there`);
  owner.pictures.splice(0, pictures.length, ...new Set(hashes));
});

/** How many of a hundred requests begin each act; most of the traffic of a directory is strangers who read. */
const ACTS: [Act, number][] = [
  [readInPublic, 62],
  [readEditedInPublic, 10],
  [readPicture, 5],
  [chooseLanguage, 1],
  [readRemovable, 2],
  [readAsMember, 8],
  [readWithKey, 3],
  [vote, 3],
  [follow, 2],
  [rename, 1],
  [edit, 2],
  [upload, 0.5],
  [signOutAndIn, 0.3],
  [removeOrRestore, 0.2],
];
const TOTAL = ACTS.reduce((sum, [, weight]) => sum + weight, 0);

export const actOnce = async (world: World): Promise<void> => {
  const at = world.chance.next() * TOTAL;
  let sum = 0;
  for (const [act, weight] of ACTS) {
    sum += weight;
    if (at < sum) return act(world);
  }
};
