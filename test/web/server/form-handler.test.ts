import { type CheerioAPI, load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import { withoutApiNames } from '../../../src/refusals.ts';
import { orderPaths } from '../../../src/web/paths.ts';
import type { Action } from '../../../src/web/server/form-action.ts';
import { FORM_ACTIONS } from '../../../src/web/server/form-table.ts';
import type { Person } from '../../support/accounts/person.ts';
import { useServer } from '../../support/server.ts';
import { createEveryForm, type FormPage } from '../../support/web/every-form.ts';

const server = useServer();

/** Hidden fields and button names, which nobody types. */
const NOT_TYPED = [
  'token',
  'go_to',
  'pending',
  'key',
  'back',
  'cluster',
  'referrer',
  'client_id',
  'seen',
  'shown',
  'act',
  'code',
  'session',
  'shown_cents',
  'shown_terms',
  'homepage',
  'slug',
  'method',
  'on_offer',
  'week',
];

/** Takes the address that was typed on the step before. */
const SECOND_STEP = '/sign-in/mail';

/** True if an action has a free text field. */
const takesText = ({ path, input }: Action): boolean =>
  path !== SECOND_STEP &&
  Object.entries(input.properties as Record<string, { type?: string; enum?: unknown; pattern?: string }>).some(
    ([name, schema]) =>
      schema.type === 'string' && !schema.enum && !schema.pattern && !NOT_TYPED.includes(name) && !path.includes(`:${name}`),
  );

const actionAt = (path: string): Action | undefined =>
  FORM_ACTIONS.find((action) => new RegExp(`^${action.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));

interface TypedForm {
  person: Person;
  page: string;
  path: string;
  action: Action;
  /** The values a browser would send with the form as rendered. */
  fields: Record<string, string>;
  typed: { name: string; type: string; maxlength: number | null; required: boolean }[];
}

/** Choices that must be made before other fields are validated. */
const REQUIRED_CHOICES: Record<string, Record<string, string>> = {
  '/listings/:slug/claim': { method: 'email' },
  '/listings/:slug/reviews': { rating: '5' },
  '/account/keys': { 'account:read': 'on' },
};

const TEXT_INPUTS = 'input:not([readonly],[type=hidden],[type=checkbox],[type=radio],[type=file],[type=submit]), textarea';

/** The forms of a page that belong to an action and have text inputs; one with a second button for another action counts twice. */
const formsOn = async ({ person, page, sent }: FormPage): Promise<TypedForm[]> => {
  const reply = await (sent ? person.send(page, sent) : person.get(page));
  expect(reply.status, page).toBe(200);
  const $ = load(await reply.text());
  return $('main form')
    .toArray()
    .flatMap((form) => {
      const posts = $(form).attr('method') === 'post' || $(form).find('[formmethod=post]').length > 0;
      const others = $(form).find('[formaction]').toArray();
      const paths = [$(form).attr('action')!, ...others.map((button) => $(button).attr('formaction')!)];
      const typed = $(form)
        .find(TEXT_INPUTS)
        // A trap for programs, which people don't see.
        .not('[name=homepage]')
        .toArray()
        .map((field) => ({
          name: $(field).attr('name')!,
          type: $(field).attr('type') ?? 'textarea',
          maxlength: $(field).attr('maxlength') ? Number($(field).attr('maxlength')) : null,
          required: $(field).attr('required') !== undefined,
        }));
      if (!posts || typed.length === 0) return [];
      const button = $(form).find('button[name].button-main, button[name].button-grave').last();
      const fields = Object.fromEntries(
        $(form)
          .serializeArray()
          .map(({ name, value }) => [name, value]),
      );
      if (button.length) fields[button.attr('name')!] = button.attr('value')!;
      return paths.flatMap((path) => {
        const action = actionAt(path);
        return action ? { person, page, path, action, fields: { ...fields, ...REQUIRED_CHOICES[action.path] }, typed } : [];
      });
    });
};

/** A value that is invalid for any field. */
const invalidValueFor = ({ maxlength }: TypedForm['typed'][number]): string => (maxlength ? 'x'.repeat(maxlength + 1) : 'no such thing');

/** The returned forms of an action, of which it may be the second. */
const formsFor = ($: CheerioAPI, { path }: TypedForm) => $(`form[action="${path}"], form:has([formaction="${path}"])`);

/** The field in the returned form, if it is marked as invalid. Other forms on the page may have a field of this name. */
const invalidField = ($: CheerioAPI, form: TypedForm, name: string) => formsFor($, form).find(`[name="${name}"][aria-invalid="true"]`);

type InvalidField = { name: string; type: string; sent: string };

/** The values of a form with some invalid fields. */
const formValues = ({ action, fields }: TypedForm, invalid: InvalidField[]): Record<string, string> => {
  // A product's fields count only if the product is ticked.
  const ticked =
    action.page === orderPaths.orderForm.pattern
      ? invalid.filter(({ name }) => name.includes('.')).map(({ name }) => [name.split('.')[0]!, 'on'])
      : [];
  return { ...fields, ...Object.fromEntries([...ticked, ...invalid.map(({ name, sent }) => [name, sent])]) };
};

/** Submits a form with some invalid fields, and returns what is wrong with the response. */
const findProblems = async (form: TypedForm, invalid: InvalidField[]): Promise<string[]> => {
  const reply = await form.person.send(form.path, formValues(form, invalid));
  const $ = load(await reply.text());
  const focused = $('[autofocus]');
  const first = formsFor($, form).find('[aria-invalid="true"]').first();
  const problems = invalid.flatMap(({ name, type, sent }) => {
    const field = invalidField($, form, name);
    const described = (field.attr('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
    const says = described.map((id) => $(`[id="${id}"]`).text().trim()).join(' ');
    const value = field.is('textarea') ? field.text() : (field.attr('value') ?? '');
    return [
      ...(field.length === 1 ? [] : [`is marked ${field.length} times`]),
      ...(value === (type === 'password' ? '' : sent) ? [] : [`holds ${value.slice(0, 20)}`]),
      ...(says && !/\^|\\|undefined|null|\bstring\b/.test(says) ? [] : [`says “${says}”`]),
    ].map((problem) => `${name} ${problem}`);
  });
  return [
    ...problems,
    ...(reply.status === 400 ? [] : [`is answered ${reply.status}`]),
    ...(focused.length === 1 && (focused.is(first) || focused.is('[role=alert]')) ? [] : [`focuses ${focused.length} places`]),
  ].map((problem) => `${form.page} ${form.path} ${invalid[0]!.name}: ${problem}`);
};

/** Batches of invalid fields: as many as one response reports; order forms one by one, since a bad amount hides the others. */
const batchesOf = ({ action }: TypedForm, invalid: InvalidField[]): InvalidField[][] => {
  const size = action.page === orderPaths.orderForm.pattern ? 1 : 30;
  // Values of attributes are checked once everything else has the right form: their kinds depend on the categories.
  const parts = Object.values(Object.groupBy(invalid, ({ name }) => (name.startsWith('attributes.') ? 'attributes' : 'others')));
  return parts.flatMap((part) => Array.from({ length: Math.ceil(part.length / size) }, (_, i) => part.slice(i * size, (i + 1) * size)));
};

const findAllProblems = async (invalidFieldsOf: (form: TypedForm) => InvalidField[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const form of forms)
    for (const invalid of batchesOf(form, invalidFieldsOf(form))) problems.push(...(await findProblems(form, invalid)));
  return problems;
};

/** How many forms of one action to check: at least two, so that they cannot be mixed up. */
const FORMS_PER_ACTION = 2;

const forms: TypedForm[] = [];
beforeAll(async () => {
  for (const visit of await createEveryForm(server))
    for (const form of await formsOn(visit))
      if (forms.filter(({ action }) => action === form.action).length < FORMS_PER_ACTION) forms.push(form);
});

describe('a rejected form', () => {
  test('every form with a text field is covered', () => {
    const seen = new Set(forms.map(({ action }) => action.path));
    expect(FORM_ACTIONS.filter((action) => takesText(action) && !seen.has(action.path)).map(({ path }) => path)).toEqual([]);
  });

  test('keeps the values, marks each field, explains the error and focuses the first', async () => {
    expect(await findAllProblems(({ typed }) => typed.map((field) => ({ ...field, sent: invalidValueFor(field) })))).toEqual([]);
  });

  test('reports empty required fields', async () => {
    expect(await findAllProblems(({ typed }) => typed.filter(({ required }) => required).map((field) => ({ ...field, sent: '' })))).toEqual(
      [],
    );
  });
});

describe('a form submitted twice', () => {
  const renderForm = async (of: RegExp, typed: Record<string, string>): Promise<TypedForm> => {
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
  ])('creates one row in %s; a newly rendered form would create another', async (table, of, typed) => {
    const before = await rowsOf(table);
    const { person, path, fields } = await renderForm(of, typed);
    const [one, two] = await Promise.all([person.send(path, fields), person.send(path, fields)]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(two.headers.get('location')).toBe(one.headers.get('location'));
    expect(await rowsOf(table)).toBe(before + 1);
    expect((await renderForm(of, typed)).fields.once).not.toBe(fields.once);
  });

  test('refunds once', async () => {
    const { person, path, fields } = await renderForm(/\/refund$/, { amount: '1.00', reason: 'A kindness' });
    const [one, two] = await Promise.all([person.send(path, fields), person.send(path, fields)]);
    expect([one.status, two.status].toSorted()).toEqual([303, 400]);
    expect(await (one.status === 400 ? one : two).text()).toContain('A refund was made after you opened this page.');
    expect(await rowsOf('refunds')).toBe(1);
  });
});

test.each([
  ['is required: slugs from list_categories', 'is required'],
  ['is not for sale; list_products shows what is', 'is not for sale'],
  ['You have no draft with this id. list_my_drafts shows them all.', 'You have no draft with this id.'],
  ['Fill in what errors lists with update_draft, then submit again.', ''],
  ['must start with https://', 'must start with https://'],
])('pages leave API names out of %j', (text, expected) => {
  expect(withoutApiNames(text)).toBe(expected);
});
