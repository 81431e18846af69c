import { type CheerioAPI, load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../../src/web/actions/action.ts';
import { ACTIONS } from '../../src/web/actions/table.ts';
import type { Person } from '../support/person.ts';
import { useServer } from '../support/server.ts';
import { formsWorld, type Visit } from './forms-world.ts';

const server = useServer();

/** What is sent along unseen, or is a button's name: nobody types it. */
const UNSEEN = [
  'token',
  'go_to',
  'back',
  'client_id',
  'seen',
  'shown',
  'act',
  'code',
  'session',
  'shown_cents',
  'slug',
  'method',
  'on_offer',
  'week',
];

/** Whether somebody can type into an action's form: it takes text that is neither its address nor one of a few words. */
const takesText = ({ path, input }: Action): boolean =>
  Object.entries(input.properties as Record<string, { type?: string; enum?: unknown; pattern?: string }>).some(
    ([name, schema]) => schema.type === 'string' && !schema.enum && !schema.pattern && !UNSEEN.includes(name) && !path.includes(`:${name}`),
  );

const actionAt = (path: string): Action | undefined =>
  ACTIONS.find((action) => new RegExp(`^${action.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));

interface TypedForm {
  person: Person;
  page: string;
  path: string;
  action: Action;
  /** What a browser would send of it as it is drawn. */
  fields: Record<string, string>;
  typed: { name: string; type: string; maxlength: number | null; required: boolean }[];
}

/** What has to be chosen before a field counts. */
const CHOSEN: Record<string, Record<string, string>> = {
  '/listings/:slug/claim': { method: 'email' },
  '/listings/:slug/reviews': { rating: '5' },
  '/account/keys': { 'account:read': 'on' },
};

const TYPED = 'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[type=submit]), textarea';

/** The forms of a page that are sent to an action and can be typed into. */
const formsOn = async ({ person, page }: Visit): Promise<TypedForm[]> => {
  const reply = await person.get(page);
  expect(reply.status, page).toBe(200);
  const $ = load(await reply.text());
  return $('main form')
    .toArray()
    .flatMap((form) => {
      const posts = $(form).attr('method') === 'post' || $(form).find('[formmethod=post]').length > 0;
      const path = $(form).attr('action')!;
      const action = posts && actionAt(path);
      const typed = $(form)
        .find(TYPED)
        .toArray()
        .map((field) => ({
          name: $(field).attr('name')!,
          type: $(field).attr('type') ?? 'textarea',
          maxlength: $(field).attr('maxlength') ? Number($(field).attr('maxlength')) : null,
          required: $(field).attr('required') !== undefined,
        }));
      if (!action || typed.length === 0) return [];
      const button = $(form).find('button[name].button-main, button[name].button-grave').last();
      const fields = Object.fromEntries(
        $(form)
          .serializeArray()
          .map(({ name, value }) => [name, value]),
      );
      if (button.length) fields[button.attr('name')!] = button.attr('value')!;
      return [{ person, page, path, action, fields: { ...fields, ...CHOSEN[action.path] }, typed }];
    });
};

/** Something no field takes. */
const wrongFor = ({ maxlength }: TypedForm['typed'][number]): string => (maxlength ? 'x'.repeat(maxlength + 1) : 'no such thing');

/** The field as it came back in the form it was sent with, marked; there may be others like it on the page. */
const marked = ($: CheerioAPI, { path }: TypedForm, name: string) => $(`form[action="${path}"] [name="${name}"][aria-invalid="true"]`);

type Wrong = { name: string; type: string; sent: string };

/** What a browser sends of a form in which some fields are wrong. */
const sentWith = ({ action, fields }: TypedForm, wrong: Wrong[]): Record<string, string> => {
  // What a product is asked for counts once it is ticked.
  const ticked =
    action.page === 'order_form' ? wrong.filter(({ name }) => name.includes('.')).map(({ name }) => [name.split('.')[0]!, 'on']) : [];
  return { ...fields, ...Object.fromEntries([...ticked, ...wrong.map(({ name, sent }) => [name, sent])]) };
};

/** Sends a form with some fields wrong, and says what is not as it should be in what comes back. */
const troublesWith = async (form: TypedForm, wrong: Wrong[]): Promise<string[]> => {
  const reply = await form.person.send(form.path, sentWith(form, wrong));
  const $ = load(await reply.text());
  const focused = $('[autofocus]');
  const first = $(`form[action="${form.path}"] [aria-invalid="true"]`).first();
  const troubles = wrong.flatMap(({ name, type, sent }) => {
    const field = marked($, form, name);
    const described = (field.attr('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
    const says = described.map((id) => $(`[id="${id}"]`).text().trim()).join(' ');
    const held = field.is('textarea') ? field.text() : (field.attr('value') ?? '');
    return [
      ...(field.length === 1 ? [] : [`is marked ${field.length} times`]),
      ...(held === (type === 'password' ? '' : sent) ? [] : [`holds ${held.slice(0, 20)}`]),
      ...(says && !/\^|\\|undefined|null|\bstring\b/.test(says) ? [] : [`says “${says}”`]),
    ].map((trouble) => `${name} ${trouble}`);
  });
  return [
    ...troubles,
    ...(reply.status === 400 ? [] : [`is answered ${reply.status}`]),
    ...(focused.length === 1 && (focused.is(first) || focused.is('[role=alert]')) ? [] : [`focuses ${focused.length} places`]),
  ].map((trouble) => `${form.page} ${form.path} ${wrong[0]!.name}: ${trouble}`);
};

/** All fields of a form are wrong at once, or of a long one as many as one answer tells. An amount nobody can read is told by itself. */
const triesOf = ({ action }: TypedForm, wrong: Wrong[]): Wrong[][] => {
  const size = action.page === 'order_form' ? 1 : 30;
  return Array.from({ length: Math.ceil(wrong.length / size) }, (_, i) => wrong.slice(i * size, (i + 1) * size));
};

const troublesIn = async (wrongIn: (form: TypedForm) => Wrong[]): Promise<string[]> => {
  const troubles: string[] = [];
  for (const form of forms) for (const wrong of triesOf(form, wrongIn(form))) troubles.push(...(await troublesWith(form, wrong)));
  return troubles;
};

/** Of forms that are alike, so many are looked at: one must not be taken for another. */
const ALIKE = 2;

const forms: TypedForm[] = [];
beforeAll(async () => {
  for (const visit of await formsWorld(server))
    for (const form of await formsOn(visit)) if (forms.filter(({ action }) => action === form.action).length < ALIKE) forms.push(form);
});

describe('a form that is refused', () => {
  test('is looked at wherever something can be typed', () => {
    const seen = new Set(forms.map(({ action }) => action.path));
    expect(ACTIONS.filter((action) => takesText(action) && !seen.has(action.path)).map(({ path }) => path)).toEqual([]);
  });

  test('keeps what was typed, marks each field, says what to do and puts the focus on the first', async () => {
    expect(await troublesIn(({ typed }) => typed.map((field) => ({ ...field, sent: wrongFor(field) })))).toEqual([]);
  });

  test('says so of what must not be empty', async () => {
    expect(await troublesIn(({ typed }) => typed.filter(({ required }) => required).map((field) => ({ ...field, sent: '' })))).toEqual([]);
  });
});

describe('a form that is pressed twice', () => {
  const drawn = async (of: RegExp, typed: Record<string, string>): Promise<TypedForm> => {
    const seen = forms.find(({ path }) => of.test(path))!;
    const form = (await formsOn(seen)).find(({ path }) => path === seen.path)!;
    return { ...form, fields: { ...form.fields, ...typed } };
  };
  const rowsOf = async (table: string): Promise<number> => Number((await server.sql`select count(*) from ${server.sql(table)}`)[0]!.count);

  test.each<[string, RegExp, Record<string, string>]>([
    ['drafts', /^\/submit$/, { url: 'twice-pressed.example' }],
    ['draft_invites', /^\/drafts\/.*\/invites$/, { email: 'twice@forms.example' }],
    ['listing_updates', /\/updates$/, { title: 'News', body: 'There are some.' }],
    ['listing_milestones', /\/milestones$/, { date: '2026-11-01', title: 'A first' }],
    ['orders', /\/order$/, { act: 'checkout', billboard_min: 'on', 'billboard_min.amount': '60' }],
  ])('makes one of %s; the page drawn anew would make another', async (table, of, typed) => {
    const before = await rowsOf(table);
    const { person, path, fields } = await drawn(of, typed);
    const [one, two] = await Promise.all([person.send(path, fields), person.send(path, fields)]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(two.headers.get('location')).toBe(one.headers.get('location'));
    expect(await rowsOf(table)).toBe(before + 1);
    expect((await drawn(of, typed)).fields.once).not.toBe(fields.once);
  });

  test('gives money back once', async () => {
    const { person, path, fields } = await drawn(/\/refund$/, { amount: '1.00', reason: 'A kindness' });
    const [one, two] = await Promise.all([person.send(path, fields), person.send(path, fields)]);
    expect([one.status, two.status].toSorted()).toEqual([303, 400]);
    expect(await (one.status === 400 ? one : two).text()).toContain('Money went back since this page was drawn.');
    expect(await rowsOf('refunds')).toBe(1);
  });
});
