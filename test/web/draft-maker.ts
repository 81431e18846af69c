import { load } from 'cheerio';
import { readyDraft } from '../support/drafts.ts';
import { Person } from '../support/person.ts';
import type { Member, TestServer } from '../support/server.ts';

interface Maker extends Member {
  person: Person;
  id: string;
  /** The editor's form as the page has it. */
  form(): Promise<Record<string, string>>;
  /** Sends the editor's form with some fields changed. */
  edit(changes: Record<string, string>, act?: string): Promise<Response>;
  draft(): Promise<Awaited<ReturnType<Member['client']['get_draft']>>>;
}

let makers = 0;

/** The fields of a page's editor, as a browser would send them. */
export const fieldsIn = (html: string): Record<string, string> => {
  const $ = load(html);
  return Object.fromEntries(
    $('#draft')
      .serializeArray()
      .map(({ name, value }) => [name, value]),
  );
};

/** Somebody with a draft that is ready, signed in at a browser and with a key. */
export const maker = async (server: TestServer, options?: Parameters<typeof readyDraft>[2]): Promise<Maker> => {
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
