import { expect, test } from 'vitest';
import { websiteRel } from '../../../../src/modules/listings/profile/rules.ts';
import { Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer();

const open = async (path: string) => {
  const reply = await server.get(path);
  expect(reply.status).toBe(200);
  return { html: await reply.text(), policy: reply.headers.get('content-security-policy')! };
};

test('pictures and video are links; only a page with a known video may frame its host', async () => {
  const { html, policy } = await open('/listings/handrailer');
  expect(html).toMatch(/<a href="[^"]+\/media\/[0-9a-f]{64}\.webp" data-picture[^>]*><img/);
  expect(policy).not.toMatch(/frame-src|media-src/);
  const film = 'https://vimeo.com/76979871';
  await server.sql`update listings set demo_video_url = ${film} where slug = 'mockjar'`;
  const video = await open('/listings/mockjar');
  expect(video.html).toMatch(/<a class="video-tile" href="https:\/\/vimeo\.com\/76979871"/);
  expect(video.html).not.toMatch(/<iframe|<video/);
  expect(video.policy).toMatch(/; frame-src https:\/\/player\.vimeo\.com$/);
  // The same for somebody who is signed in, whose page is not cached.
  const reply = await (await new Person(server).signIn('viewer@example.com')).get('/listings/mockjar');
  expect(reply.headers.get('content-security-policy')).toBe(video.policy);
  expect((await open('/listings/handrailer')).policy).toBe(policy);
});

test('an unclaimed listing does not say that its owner stated something', async () => {
  const unclaimed = (await open('/listings/packmoth')).html;
  expect(unclaimed).toContain('Unclaimed listing');
  expect(unclaimed).toContain('Not quoted from its website');
  expect(unclaimed).not.toContain('Stated by the owner');
  expect((await open('/compare?a=packmoth&b=slowrail-post')).html).not.toContain('Stated by the owner');
});

test('tags lead to the listings that have them', async () => {
  const { html } = await open('/listings/flakewren');
  const [, href] = /aria-label="Tags">.*?href="([^"]+)"/s.exec(html)!;
  expect((await open(href!)).html).toContain('href="/listings/flakewren"');
});

test('an owner has a bar with the ways to their listing; others have not', async () => {
  const owner = await new Person(server).signIn('bar@example.com');
  const [listing] = await server.sql<{ id: number }[]>`
    update listings set owner_id = (select id from accounts where email_key = 'bar@example.com') where slug = 'heatlog' returning id`;
  const bar = /<nav[^>]*aria-label="Your listing".*?<\/nav>/s.exec(await (await owner.get('/listings/heatlog')).text())![0];
  for (const href of [`/dashboard/listings/${listing!.id}/edit`, '/listings/heatlog/badges', '#share'])
    expect(bar).toContain(`href="${href}"`);
  expect((await open('/listings/heatlog')).html).not.toContain('aria-label="Your listing"');
});

test('the link to the product follows the plan and the site’s settings', async () => {
  const rel = async (slug: string) => /rel="([^"]+)"[^>]*>\s*Visit /.exec((await open(`/listings/${slug}`)).html)![1];
  expect(await rel('packmoth')).toBe('nofollow noopener');
  expect(await rel('flakewren')).toBe('sponsored nofollow noopener');
  expect(websiteRel('free', { product_links: 'followed' })).toBe('noopener');
  expect(websiteRel('paid', { product_links: 'followed' })).toBe('sponsored noopener');
});

test('share links carry the page’s address; Mastodon asks for the server and leads there', async () => {
  const { html } = await open('/listings/packmoth');
  const url = encodeURIComponent(`${server.root}/listings/packmoth`);
  for (const start of ['https://x.com/intent/post?', 'https://www.linkedin.com/sharing/', 'https://bsky.app/intent/', 'mailto:?'])
    expect([...html.matchAll(/href="([^"]+)"/g)].find(([, href]) => href!.startsWith(start))?.[1]).toContain(url);
  const form = /href="(\/share\/mastodon\?[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  expect((await open(form)).html).toContain('name="server"');
  const visitor = new Person(server);
  const post = { title: 'Packmoth', url: `${server.root}/listings/packmoth` };
  const sent = await (await visitor.send('/share/mastodon', { ...post, server: '@ada@mastodon.example' })).text();
  expect(sent).toContain(`content="0; url=https://mastodon.example/share?text=Packmoth+${url}"`);
  const wrong = await visitor.send('/share/mastodon', { ...post, server: 'my server' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('such as mastodon.social');
  // An address of another site is not shared from here.
  const foreign = await (await visitor.send('/share/mastodon', { url: 'https://evil.example/', server: 'mastodon.example' })).text();
  expect(foreign).not.toContain('evil.example');
});

test('drawn logos and portraits are the same for the same name, and safe to open', async () => {
  const [one, again, other] = await Promise.all(['a-b', 'a-b', 'c'].map((name) => server.get(`/drawings/logos/${name}.svg`)));
  expect(one!.headers.get('content-type')).toBe('image/svg+xml');
  expect(one!.headers.get('content-security-policy')).toBe("default-src 'none'");
  const [svg] = await Promise.all([one!.text()]);
  expect(await again!.text()).toBe(svg);
  expect(await other!.text()).not.toBe(svg);
  expect((await server.get('/drawings/portraits/mara-lindqvist.svg')).status).toBe(200);
  for (const path of ['/drawings/logos/A.svg', '/drawings/logos/a.png', '/drawings/constructor/a.svg'])
    expect((await server.get(path)).status).toBe(404);
  const { logo_url } = await server.client.get_listing({ slug: 'packmoth' });
  expect(logo_url).toBe(`${server.root}/drawings/logos/packmoth.svg`);
});
