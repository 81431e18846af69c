import { load } from 'cheerio';
import { Person } from '../accounts/person.ts';
import { readyDraft } from '../drafts/drafts.ts';
import type { Member, TestServer } from '../server.ts';

interface DraftOwnerSession extends Member {
  person: Person;
  id: string;
  /** Current fields of the editor form. */
  form(): Promise<Record<string, string>>;
  /** Submits the editor form with some fields changed. */
  edit(changes: Record<string, string>, act?: string): Promise<Response>;
  draft(): Promise<Awaited<ReturnType<Member['client']['get_draft']>>>;
}

let makers = 0;

/** Fields of the editor form, as a browser would submit them. */
export const fieldsIn = (html: string): Record<string, string> => {
  const $ = load(html);
  return Object.fromEntries(
    $('#draft')
      .serializeArray()
      .map(({ name, value }) => [name, value]),
  );
};

/** An account with a finished draft, signed in in a browser and with an API key. */
export const createDraftOwner = async (server: TestServer, options?: Parameters<typeof readyDraft>[2]): Promise<DraftOwnerSession> => {
  const email = `maker${++makers}@example.com`;
  const member = await server.member({ email });
  const person = await new Person(server).signIn(email);
  const { id } = await readyDraft(server, member, options);
  const form = async () => fieldsIn(await (await person.get(`/drafts/${id}`)).text());
  return {
    ...member,
    person,
    id,
    form,
    edit: async (changes, act = 'save') => person.send(`/drafts/${id}`, { ...(await form()), ...changes, act }),
    draft: () => member.client.get_draft({ id }),
  };
};
