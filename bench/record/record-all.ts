import { setTimeout as sleep } from 'node:timers/promises';
import { runSite } from './admin-forms.ts';
import { recordHttpRefusals, recordMcp, recordReads, recordRefusals } from './api.ts';
import { mcpCaller, restCaller } from './calls.ts';
import { recordAssets, recordFiles } from './files.ts';
import { FormFiller } from './forms.ts';
import { travel } from './journeys.ts';
import { keepAccount, launch, own, signUp, submit, takePart } from './member-forms.ts';
import { recordPages, type Things } from './pages.ts';
import { newPerson, type Person, Recorder } from './recorder.ts';
import { type Account, ROOT, type Service, startService } from './service.ts';
import { serveNames, serveWebsites } from './websites.ts';

const signIn = async (recorder: Recorder, person: Person, link: string): Promise<void> => {
  const body = new URLSearchParams({ token: new URL(link).searchParams.get('token')! }).toString();
  const headers = { origin: ROOT, 'content-type': 'application/x-www-form-urlencoded' };
  await recorder.send(person, { method: 'POST', path: '/sign-in/link', headers, body });
  if (person.cookies.size === 0) throw new Error(`${person.name} could not sign in.`);
};

/** Narrow has a key with few scopes. */
const ACCOUNTS: Account[] = [
  { name: 'admin', is_admin: true },
  { name: 'rita' },
  { name: 'milo' },
  { name: 'narrow', scopes: 'account:read' },
];

/** Ids for pages before any record exists. */
const NOTHING: Things = {
  draft_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  listing_id: 3,
  order_number: 'LW-7K3M9Q2X',
  payment: 'nothing',
};

/** View counts are written every few seconds. */
const VIEWS_WRITTEN_MS = 4000;

/** Views by browsers are counted, views by programs are not. */
const recordView = async (recorder: Recorder, stranger: Person): Promise<void> => {
  await recorder.send(stranger, { path: '/listings/saltlane', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } });
  await sleep(VIEWS_WRITTEN_MS);
  await restCaller(recorder, stranger)('viewed', 'get_listing', { slug: 'saltlane' });
};

interface People {
  stranger: Person;
  admin: Person;
  rita: Person;
  milo: Person;
  narrow: Person;
}

/** All users with their key, signed in; the anonymous visitor has neither. */
const openPeople = async (recorder: Recorder, { accounts }: Service): Promise<People> => {
  const people: Record<string, Person> = { stranger: newPerson('stranger') };
  for (const [at, { name }] of ACCOUNTS.entries()) {
    const { link, key } = accounts[at]!;
    people[name] = { ...newPerson(name), key };
    await signIn(recorder, people[name], link);
  }
  return people as unknown as People;
};

/** Before anything has changed. */
const recordUnchanged = async (recorder: Recorder, { stranger, admin, milo, narrow }: People): Promise<void> => {
  await recordReads(recorder, 'at-first', [stranger, milo, admin]);
  await recordFiles(recorder, stranger);
  await recordPages(recorder, 'at-first', stranger, NOTHING);
  await recordRefusals(recorder, stranger, narrow, milo);
  await recordHttpRefusals(recorder, stranger, milo);
  await recordMcp(recorder, stranger, milo);
};

/** Products are submitted, launched and reviewed; then every page is recorded again. */
const recordChanges = async (recorder: Recorder, service: Service, people: People, websites: string[]): Promise<void> => {
  const { stranger, admin, rita, milo } = people;
  const { waitForJobs } = service;
  const [acme, bolt, cedar] = websites as [string, string, string];
  const waiting_id = await travel({ call: restCaller(recorder, rita), website: acme, claimed_slug: 'kontorbuch', waitForJobs });
  await travel({ call: mcpCaller(recorder, milo), website: bolt, claimed_slug: 'flakewren', waitForJobs });

  const scene = { forms: new FormFiller(recorder), recorder, service };
  const fay = newPerson('fay');
  await signUp(scene, stranger, fay);
  const submitted = await submit(scene, fay, cedar);
  const bought = { ...submitted, ...(await launch(scene, fay, submitted.listing_id)) };
  await own(scene, fay, bought.listing_id);
  await takePart(scene, fay, rita, 'cedar-notes');

  await recorder.forgetCached();
  for (const person of [stranger, fay, admin]) await recordPages(recorder, 'at-the-end', person, bought);
  await recordReads(recorder, 'at-the-end', [stranger]);
  await recordAssets(recorder, fay, ['/', '/listings', `/drafts/${bought.draft_id}`, `/dashboard/listings/${bought.listing_id}/order`]);

  await runSite(scene, admin, fay, bought, waiting_id);
  await keepAccount(scene, milo);
  await recordView(recorder, stranger);
};

/** Starts the service, sends all requests and returns how many there were. */
export const recordAll = async (folder: string): Promise<number> => {
  const names = await serveNames();
  const websites = await serveWebsites(['Acme Notes', 'Bolt Notes', 'Cedar Notes']);
  const service = await startService(names.port, ACCOUNTS);
  const recorder = new Recorder(folder, service.port);
  try {
    const people = await openPeople(recorder, service);
    await recordUnchanged(recorder, people);
    await recordChanges(recorder, service, people, websites.urls);
    return recorder.count;
  } finally {
    recorder.close();
    await service.stop();
    websites.close();
    names.close();
  }
};
