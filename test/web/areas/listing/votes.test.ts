import { describe, expect, test } from 'vitest';
import { FORM_ACTIONS } from '../../../../src/web/server/form-table.ts';
import { Person } from '../../../support/accounts/person.ts';
import { NOON, useServer } from '../../../support/server.ts';

const server = useServer();

const text = async (reply: Response): Promise<string> => {
  expect(reply.status).toBe(200);
  return reply.text();
};
const locationOf = (reply: Response): string => {
  expect(reply.status).toBe(303);
  return reply.headers.get('location')!;
};
const countVotes = async () => (await server.sql<{ n: number }[]>`select count(*)::int as n from votes where at >= ${NOON}`)[0]!.n;

describe('an anonymous visitor', () => {
  test('has the same button, on the product’s page and in lists', async () => {
    const form = '<form method="post" action="/listings/packmoth/vote"';
    expect(await text(await server.get('/listings/packmoth'))).toContain(form);
    expect(await text(await server.get('/listings?q=packmoth'))).toContain(form);
    expect(await text(await server.get('/leaderboards/community-weekly'))).toContain(form);
  });

  // What happens after the sign-in: test/web/areas/account/sign-in/providers.test.ts.
  test('who votes signs in first; nothing is written until then', async () => {
    const before = await countVotes();
    const visitor = new Person(server);
    const reply = await visitor.send('/listings/packmoth/vote', { back: '/listings?q=a' });
    expect(locationOf(reply)).toMatch(/^\/sign-in\?go_to=%2Flistings%2Fpackmoth&pending=[\w-]{36}$/);
    const elsewhere = await visitor.send('/listings/packmoth/vote/take-back', {}, { referer: 'https://evil.example/listings' });
    expect(locationOf(elsewhere)).toBe('/sign-in');
    expect(await countVotes()).toBe(before);
  });
});

describe('a signed-in user', () => {
  test('votes with a form, sees that it counts, and removes the vote', async () => {
    const ada = await new Person(server).signIn('ada@example.com');
    const page = async () => text(await ada.get('/listings/packmoth'));
    expect(await page()).toMatch(/<strong>29<\/strong>.*action="\/listings\/packmoth\/vote"/s);
    expect(locationOf(await ada.send('/listings/packmoth/vote'))).toBe('/listings/packmoth#vote');
    const voted = await page();
    expect(voted).toContain('<strong>30</strong> votes');
    expect(voted).toMatch(/Voted<\/span>.*Remove vote.*Your vote counts for this launch week\./s);
    expect(voted).toContain('action="/listings/packmoth/vote/take-back"');
    await ada.send('/listings/packmoth/vote');
    expect(await page()).toContain('<strong>30</strong> votes');
    expect(locationOf(await ada.send('/listings/packmoth/vote/take-back'))).toBe('/listings/packmoth#vote');
    expect(await page()).toContain('<strong>29</strong> votes');
    expect(await page()).not.toContain('Remove vote');
  });

  test('votes from a list and returns to that launch; the list shows one’s own votes', async () => {
    const ben = await new Person(server).signIn('ben@example.com');
    const list = '/categories/developer-tools';
    const before = await text(await ben.get(list));
    expect(before).toContain(`<input type="hidden" name="back" value="${list}"`);
    expect(before).not.toContain('Remove your vote');
    expect(locationOf(await ben.send('/listings/flakewren/vote', { back: list }))).toBe(`${list}#launch-flakewren`);
    expect(await text(await ben.get(list))).toMatch(
      /id="launch-flakewren".*?action="\/listings\/flakewren\/vote\/take-back".*?Remove your vote for/s,
    );
    // A return address on another site is ignored.
    expect(locationOf(await ben.send('/listings/stagelet/vote', { back: '//evil.example/' }))).toBe('/listings/stagelet#vote');
  });

  test('sees when a vote does not count, and why', async () => {
    const eve = await new Person(server).signIn('eve@mailinator.com');
    // The search words are part of the way back.
    const list = await text(await eve.get('/listings?q=packmoth&sort=votes'));
    const back = /name="back" value="([^"]+)"/.exec(list)![1]!.replaceAll('&amp;', '&');
    expect(locationOf(await eve.send('/listings/packmoth/vote', { back }))).toBe('/listings?q=packmoth&sort=votes#launch-packmoth');
    const page = await text(await eve.get('/listings/packmoth'));
    expect(page).toContain('Your vote isn’t counted.');
    expect(page).toContain('disposable email provider');
    expect(await text(await eve.get('/listings?q=packmoth'))).toMatch(/href="\/listings\/packmoth#vote">\s*Not counted/);
  });

  test('sees no vote button for a listing of their own, and trying makes no task for the team', async () => {
    const owner = await new Person(server).signIn('owner@example.com');
    await server.sql`
      update listings set owner_id = (select id from accounts where email_key = 'owner@example.com') where slug = 'handrailer'`;
    for (const page of ['/listings/handrailer', '/listings?q=handrailer']) {
      const html = await text(await owner.get(page));
      expect(html).toMatch(/<p class="votes"><strong>\d+<\/strong>/);
      expect(html).not.toContain('action="/listings/handrailer/vote');
    }
    const boss = await new Person(server).signIn('votes-boss@example.com');
    await server.sql`
      insert into account_roles (account_id, site_id, role)
      select id, ${server.site_id}, 'site_admin' from accounts where email_key = 'votes-boss@example.com'`;
    await owner.send('/listings/handrailer/vote');
    expect(await text(await owner.get('/listings/handrailer'))).toContain('You can’t vote for your own product.');
    expect(await text(await boss.get('/admin/votes'))).not.toContain('Handrailer');
    await owner.send('/listings/handrailer/vote/take-back');
  });

  test('gets an error for a listing that cannot be voted for', async () => {
    const cy = await new Person(server).signIn('cy@example.com');
    const reply = await cy.send('/listings/grepling/vote');
    expect(reply.status).toBe(400);
    expect((await cy.send('/listings/nobody-has-this/vote')).status).toBe(404);
    expect((await cy.send('/listings/Not%20A%20Slug/vote')).status).toBeGreaterThanOrEqual(400);
  });

  test('finds the votes in the account export', async () => {
    const dee = await new Person(server).signIn('dee@example.com');
    await dee.send('/listings/ledgerly/vote');
    await dee.send('/listings/ledgerly/vote/take-back');
    const data = JSON.parse(await text(await dee.send('/account/export')));
    expect(data.votes).toMatchObject([
      { listing: 'ledgerly', act: 'cast' },
      { listing: 'ledgerly', act: 'withdrawn' },
    ]);
  });
});

describe('only people on the website can vote', () => {
  const VOTING = FORM_ACTIONS.filter(({ path }) => path.includes('/vote'));

  test('no operation or tool votes', async () => {
    const { paths } = (await (await server.get('/api/v1/openapi.json')).json()) as { paths: object };
    expect(Object.keys(paths).filter((path) => /vote|ballot/.test(path))).toEqual([]);
    const { key } = await server.member();
    for (const path of ['/api/v1/listings/packmoth/vote', '/api/v1/votes']) {
      const reply = await fetch(server.root + path, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
      expect(reply.status).toBe(404);
    }
  });

  const fieldsOf = (path: string): Record<string, string> => {
    if (path.startsWith('/admin')) return { seq: '1', counts: 'yes', note: 'x' };
    return path.includes('/comments/') ? { vote: 'on' } : {};
  };

  test.each(VOTING.map(({ path }) => path.replace(':slug', 'packmoth').replace(':comment_id', '1')))(
    '%s: API keys do not work, and forms from other sites are rejected',
    async (path) => {
      const before = await countVotes();
      const { key } = await server.member();
      const send = (headers: Record<string, string>) =>
        fetch(server.root + path, {
          method: 'POST',
          redirect: 'manual',
          headers,
          body: new URLSearchParams(fieldsOf(path)),
        });
      expect(locationOf(await send({ authorization: `Bearer ${key}`, origin: server.root }))).toMatch(/^\/sign-in/);
      const ada = await new Person(server).signIn(`forged${path.length}@example.com`);
      expect((await ada.send(path, {}, { origin: 'https://evil.example' })).status).toBe(403);
      expect(await countVotes()).toBe(before);
    },
  );
});

describe('the team', () => {
  test('sees uncounted votes with their reasons, decides, and undoes it', async () => {
    const boss = await new Person(server).signIn('boss@example.com');
    expect((await boss.get('/admin/votes')).status).toBe(404);
    expect((await boss.send('/admin/votes/decide', { seq: '1', counts: 'no', note: 'x' })).status).toBe(404);
    expect(await text(await boss.get('/account'))).not.toContain('/admin/votes');
    await server.sql`
      insert into account_roles (account_id, site_id, role) select id, ${server.site_id}, 'site_admin' from accounts where email_key = 'boss@example.com'`;
    const sly = await new Person(server).signIn('sly@yopmail.com');
    await sly.send('/listings/tide-atlas/vote');

    const page = await text(await boss.get('/admin/votes'));
    expect(await text(await boss.get('/account'))).toContain('href="/admin"');
    expect(await text(await boss.get('/admin'))).toContain('href="/admin/votes"');
    const held = /<li>(?:(?!<li>).)*Tide Atlas.*?<\/li>/s.exec(page)![0];
    expect(held).toContain('disposable email provider');
    expect(held).toContain('yopmail.com');
    const seq = /name="seq" value="(\d+)"/.exec(held)![1]!;

    const without_note = await boss.send('/admin/votes/decide', { seq, counts: 'yes' });
    expect(without_note.status).toBe(400);
    expect(await without_note.text()).toMatch(/name="note"[^>]*aria-invalid="true"/);
    expect(locationOf(await boss.send('/admin/votes/decide', { seq, counts: 'yes', note: 'A known reader' }))).toBe(
      '/admin/votes?done=counted&changed=1',
    );
    expect(await text(await sly.get('/listings/tide-atlas'))).toContain('Your vote counts');
    const after = await text(await boss.get('/admin/votes?done=counted&changed=1'));
    expect(after).toContain('1 vote counts now.');
    expect(after).toContain('A known reader');
    await boss.send('/admin/votes/decide', { seq, counts: 'no', note: 'Undone' });
    expect(await text(await sly.get('/listings/tide-atlas'))).toContain('Your vote isn’t counted');
  });
});

describe('boards', () => {
  test('every row of the billboard is marked as paid', async () => {
    await server.sql`
      insert into billboard_contributions (site_id, listing_id, amount_cents, at)
      select site_id, id, 10000 + id, ${NOON} from listings where status = 'live' order by id limit 4`;
    const page = await text(await server.get('/leaderboards/billboard'));
    expect(page.match(/<li id="launch-/g)).toHaveLength(4);
    expect(page.match(/<span class="paid">Paid<\/span>/g)).toHaveLength(4);
    expect(page).toContain('Paid placements.');
    const others = await text(await server.get('/leaderboards/domain-rating'));
    expect(others).not.toContain('class="paid"');
  });

  test('a metric shows its source and date', async () => {
    const page = await text(await server.get('/leaderboards/revenue'));
    expect(page).toMatch(/demo import.*<time datetime="2026-11-11">/s);
  });

  test('an invalid week is ignored and reported; an unknown board is not found', async () => {
    expect(await text(await server.get('/leaderboards/community-weekly?week=nonsense'))).toContain(
      'We ignored filters we couldn’t understand',
    );
    expect((await server.get('/leaderboards/best-ever')).status).toBe(404);
  });

  test('the ranking page shows the rules and each week’s totals, with the ledgers of finished weeks', async () => {
    const page = await text(await server.get('/how-ranking-works'));
    expect(page).toContain('disposable email provider');
    expect(page).toContain('href="/launches/weeks/2026-11-02/ledger.jsonl"');
    expect(page).not.toContain('href="/launches/weeks/2026-11-09/ledger.jsonl"');
    const [week] = await server.sql`
      select sum(votes)::int as votes, sum(uncounted)::int as uncounted from week_counts where week_on = '2026-11-02' and site_id = ${server.site_id}`;
    expect(page).toMatch(
      new RegExp(
        `2 November 2026.*?<td class="number">${week!.votes.toLocaleString('en')}</td><td class="number">${week!.uncounted}</td>`,
        's',
      ),
    );
  });
});
