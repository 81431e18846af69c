import { Refusal } from '../../kernel/errors.ts';
import { Country, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import { editFounder, hideFounder, mergeFounder, showFounder } from '../../modules/people/editing.ts';
import { webAddress } from '../addresses.ts';
import { team } from '../admin-addresses.ts';
import { ID } from './account.ts';
import { teamAction } from './action.ts';

const page = 'admin_founder';

const onTheWeb = (path: string, address: string): string => {
  const url = webAddress(address);
  if (!url)
    throw new Refusal('invalid_input', { errors: [{ path, code: 'not_allowed', message: 'needs addresses on the web', actual: address }] });
  return url;
};

/** One a line: the platform, then the address. */
const socialsIn = (lines: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (lines ?? '')
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => {
        const [, platform, address] = /^\s*([a-z_]{1,40})\s+(\S+)\s*$/.exec(line) ?? [];
        if (!platform)
          throw new Refusal('invalid_input', {
            errors: [{ path: 'socials', code: 'not_understood', message: 'need a platform and an address a line', actual: line }],
          });
        return [platform, onTheWeb('socials', address!)];
      }),
  );

export const ADMIN_FOUNDER_ACTIONS = [
  teamAction({
    path: '/admin/founders/:id/edit',
    page,
    input: Strict({
      id: ID,
      name: RequiredText(120),
      bio: T.Optional(Text(2000)),
      country: T.Optional(Country('Two letters.')),
      photo_url: T.Optional(Text(500)),
      socials: T.Optional(Text(4000)),
    }),
    async run(ctx, { id, name, bio, country, photo_url, socials }) {
      const act = await editFounder(ctx, {
        id: Number(id),
        name,
        bio: bio ?? null,
        country: country?.toUpperCase() ?? null,
        photo_url: photo_url ? onTheWeb('photo_url', photo_url) : null,
        socials: socialsIn(socials),
      });
      return { go_to: team.founder(Number(id), { done: act === null ? 'same' : 'edit' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/hide',
    page,
    input: Strict({ id: ID, reason: T.Optional(Text(500)) }),
    async run(ctx, { id, reason }) {
      await hideFounder(ctx, { id: Number(id), reason });
      return { go_to: team.founder(Number(id), { done: 'hide' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/show',
    page,
    input: Strict({ id: ID }),
    async run(ctx, { id }) {
      await showFounder(ctx, { id: Number(id) });
      return { go_to: team.founder(Number(id), { done: 'show' }) };
    },
  }),
  teamAction({
    path: '/admin/founders/:id/merge',
    page,
    input: Strict({ id: ID, into: RequiredText(220) }),
    async run(ctx, { id, into }) {
      await mergeFounder(ctx, { id: Number(id), into });
      return { go_to: team.founder(Number(id), { done: 'merge' }) };
    },
  }),
];
