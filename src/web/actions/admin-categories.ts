import { RequiredText, SLUG, Strict, T, Text } from '../../kernel/schema.ts';
import { createCategory, deleteCategory, editCategory } from '../../modules/catalog/editing.ts';
import { slugOf } from '../../modules/listings/address.ts';
import { team } from '../admin-addresses.ts';
import { ATTRIBUTE_ROWS, FAQ_ROWS, inputOf, rowsIn } from '../parts/admin-lists.ts';
import { ID } from './account.ts';
import { teamAction } from './action.ts';

/** Ten answers in a script of three bytes a letter, sent as forms are, fit well. */
const LISTS_BYTES = 512 * 1024;

export const FAQS = inputOf(FAQ_ROWS);
export const faqsIn = (values: object): { question: string; answer: string }[] =>
  rowsIn(FAQ_ROWS, values as Record<string, string>, ['question', 'answer']).map(({ question, answer }) => ({
    question: question!,
    answer: answer!,
  }));

const attributesIn = (values: object) =>
  rowsIn(ATTRIBUTE_ROWS, values as Record<string, string>, ['name']).map(({ key, name, unit }) => ({
    key,
    name: name!,
    unit: unit ?? null,
  }));

/** A slug that was typed, or is made from something else. */
export const TypedSlug = T.Optional(T.String({ pattern: SLUG, maxLength: 220 }));

export const ADMIN_CATEGORY_ACTIONS = [
  teamAction({
    path: '/admin/categories/new',
    page: 'admin_categories',
    input: Strict({ name: RequiredText(80), slug: TypedSlug, parent: T.Optional(Text(220)) }),
    async run(ctx, { name, slug, parent }) {
      const made = { name, slug: slug ?? slugOf(name), parent: parent ?? null, description: null, position: 0, faqs: [], attributes: [] };
      await createCategory(ctx, made);
      return { go_to: team.categories({ done: 'made' }) };
    },
  }),
  teamAction({
    path: '/admin/categories/:id/edit',
    page: 'admin_category',
    bytes: LISTS_BYTES,
    input: Strict({
      id: ID,
      name: RequiredText(80),
      parent: T.Optional(Text(220)),
      description: T.Optional(Text(2000)),
      position: T.Optional(T.String({ pattern: '^-?\\d{1,6}$' })),
      ...FAQS,
      ...inputOf(ATTRIBUTE_ROWS, ['key']),
    }),
    async run(ctx, input) {
      const { id, name, parent, description, position, ...lists } = input as { id: string; name: string } & Partial<Record<string, string>>;
      const edited = { id: Number(id), name, parent: parent ?? null, description: description ?? null, position: Number(position ?? 0) };
      const act = await editCategory(ctx, { ...edited, faqs: faqsIn(lists), attributes: attributesIn(lists) });
      return { go_to: team.category(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/categories/:id/delete',
    page: 'admin_category',
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await deleteCategory(ctx, { id: Number(id) });
      return { go_to: team.categories({ done: 'deleted' }) };
    },
  }),
];
