import { readFileSync } from 'node:fs';
import { load } from 'cheerio';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrastOf, parseColour } from '../../../../src/modules/sites/brand/colours.ts';
import {
  ACCENT_BACKGROUNDS,
  type AccentColours,
  brandStyle,
  brandStyleName,
  darkAccentFor,
  lowestContrast,
  MIN_CONTRAST,
  nearestReadable,
  paletteOf,
  type Theme,
} from '../../../../src/modules/sites/brand/palette.ts';
import { TYPEFACES } from '../../../../src/modules/sites/brand/typefaces.ts';
import { findNewestMail, Person } from '../../../support/accounts/person.ts';
import { useServer } from '../../../support/server.ts';

const tokens = readFileSync('src/web/ui/styles/tokens.css', 'utf8');
const tokenOf = (name: string): Record<Theme, string> => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)!;
  return { light: light!, dark: dark! };
};

describe('colours', () => {
  test('the defaults and backgrounds are those of tokens.css', () => {
    for (const theme of ['light', 'dark'] as const) {
      for (const [name, colour] of Object.entries(paletteOf()[theme])) expect(tokenOf(name.replace('_', '-'))[theme]).toBe(colour);
      for (const [name, colour] of Object.entries(ACCENT_BACKGROUNDS[theme])) expect(tokenOf(name)[theme]).toBe(colour);
    }
  });

  test('any colour has a nearest one that can be read in both themes, with everything it is used with', () => {
    for (let hue = 0; hue < 4096; hue += 41) {
      const colour = parseColour(hue.toString(16).padStart(3, '0'))!;
      const accent = nearestReadable('light', colour);
      expect(lowestContrast('light', accent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      expect(lowestContrast('dark', darkAccentFor(accent))).toBeGreaterThanOrEqual(MIN_CONTRAST);
      const palette: Record<Theme, AccentColours> = paletteOf({ accent });
      for (const theme of ['light', 'dark'] as const) {
        // Quiet text stands on soft backgrounds, and text of the same colour on the stronger accent.
        expect(contrastOf(tokenOf('ink-quiet')[theme], palette[theme].accent_soft)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrastOf(palette[theme].on_accent, palette[theme].accent_strong)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }
    expect(nearestReadable('light', '#0000ff')).toBe('#0000ff');
    expect(nearestReadable('light', '#ff0000')).toMatch(/^#[c-e]/);
  });

  test('what people type is read; a stylesheet’s name holds all that is in it', () => {
    expect(['0B6A4A', '#064', ' #0b6a4a ', 'green', '#12345'].map(parseColour)).toEqual(['#0b6a4a', '#006644', '#0b6a4a', null, null]);
    expect(brandStyleName({})).toBeNull();
    for (const typeface of [undefined, ...Object.keys(TYPEFACES)]) {
      const name = brandStyleName({ accent: '#7c3aed', typeface })!;
      expect(brandStyle(name)).toContain('--accent: light-dark(#7c3aed');
      expect(brandStyle(name.replace('7c3aed', '7c3aee'))).toBeNull();
    }
    expect(brandStyle('default-default-constructor-00000000')).toBeNull();
  });
});

describe('the page of the brand', () => {
  const server = useServer();
  const visitor = () => new Person(server);
  let team: Person;

  beforeAll(async () => {
    team = await new Person(server).signIn('brand@team.example');
    await server.sql`
      insert into account_roles (account_id, site_id, role)
      select id, ${server.site_id}, 'site_admin' from accounts where email_key = 'brand@team.example'`;
  });

  const save = async (fields: Record<string, string>, files: Record<string, [name: string, content: Buffer | string]> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, [file_name, content]] of Object.entries(files))
      form.set(name, new File([new Uint8Array(Buffer.from(content))], file_name));
    const sent = new Response(form);
    const cookie = [...team.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(`${server.root}/admin/brand`, {
      method: 'POST',
      redirect: 'manual',
      body: await sent.arrayBuffer(),
      headers: { cookie, origin: server.root, 'content-type': sent.headers.get('content-type')! },
    });
  };
  const textOf = async (person: Person, path: string) => (await person.get(path)).text();
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#7c3aed' } })
      .png()
      .toBuffer();

  test('a colour that can’t be read is refused with the nearest that can, as a button; values stay', async () => {
    const logo: [string, Buffer] = ['logo.png', await picture(600, 200)];
    const refused = await save({ name: 'Orbitlist', accent: '#ffcc00', accent_dark: '#333', headline: 'Look up' }, { logo });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    const nearest = nearestReadable('light', '#ffcc00');
    expect(html).toContain(`name="use_accent" value="${nearest}"`);
    expect(html).toContain(`name="use_accent_dark" value="${nearestReadable('dark', '#333333')}"`);
    expect(html).toContain('value="Look up"');
    // The Enter key presses the first button: it saves what was typed.
    expect(/action="\/admin\/brand".*?(<button[^>]*>)/s.exec(html)?.[1]).toBe('<button type="submit" hidden>');
    // A browser does not send the file again, so it is saved although the colour is not.
    expect(html).toContain('alt="Current picture: Logo"');
    expect((await save({ name: 'Orbitlist', accent: '#ffcc00', use_accent: nearest })).headers.get('location')).toBe(
      '/admin/brand?done=saved',
    );
    expect(await textOf(team, '/admin/brand')).toContain('alt="Current picture: Logo"');
    for (const [fields, message] of [
      [{ accent: 'mauve' }, 'must be a colour such as'],
      [{ accent_dark: '#c0b0fe' }, 'is required if you set one for the dark theme'],
      [{ footer_1_name: 'Forum', footer_1_url: 'javascript:alert(1)' }, 'must start with https://'],
    ] as const)
      expect(await (await save({ name: 'Orbitlist', ...fields })).text()).toContain(message);
    await team.send('/admin/brand/discard');
  });

  test('a draft is seen by the team only; published, it is the brand of pages, files, mails and images; undo brings the former back', async () => {
    const share = async () => /og:image" content="([^"]+)"/.exec(await textOf(visitor(), '/'))![1]!;
    const [before, share_before] = [await textOf(visitor(), '/'), await share()];
    const saved = await save(
      {
        name: 'Orbitlist',
        tagline: 'For people who look up.',
        accent: '#7c3aed',
        typeface: 'geometric',
        headline: 'Find tools for the night sky',
        text: 'Made by <astronomers>.',
        footer_1_name: 'Our forum',
        footer_1_url: 'https://forum.example/',
      },
      {
        logo: ['logo.png', await picture(900, 200)],
        logo_dark: ['dark.png', await picture(900, 201)],
        icon: ['icon.png', await picture(300, 200)],
      },
    );
    expect(saved.headers.get('location')).toBe('/admin/brand?done=saved');
    expect(await textOf(visitor(), '/')).toBe(before);
    const member = await new Person(server).signIn('curious@elsewhere.example');
    for (const name of ['home', 'products', 'sign-in', 'email', 'share-image']) {
      const path = `/admin/brand/preview/${name}`;
      expect((await member.get(path)).status).toBe(404);
      expect((await visitor().get(path)).headers.get('location')).toMatch(/^\/sign-in/);
      const shown = await team.get(path);
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    }
    expect((await team.get('/admin/brand/preview/other')).status).toBe(404);
    expect(await textOf(team, '/admin/brand/preview/home')).toContain('Find tools for the night sky');

    expect((await team.send('/admin/brand/publish')).headers.get('location')).toBe('/admin/brand?done=published');
    await expect.poll(() => textOf(visitor(), '/')).toContain('Find tools for the night sky');
    const home = await textOf(visitor(), '/');
    expect(home).toContain('Made by &lt;astronomers>.');
    expect(home).toContain('<a href="https://forum.example/" dir="auto">Our forum</a>');
    expect(home).toContain('alt="Orbitlist"');
    const [, style] = /href="(\/brand\/[^"]+\.css)"/.exec(home)!;
    const css = await visitor().get(style!);
    expect([css.status, css.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(await css.text()).toContain('--accent: light-dark(#7c3aed');
    const logos = [...home.matchAll(/src="(\/brand\/[0-9a-f]{64}\.png)"/g)].map(([, src]) => src!);
    expect(new Set(logos).size).toBe(2);
    const logo = await visitor().get(logos[0]!);
    const { width, height } = await sharp(Buffer.from(await logo.arrayBuffer())).metadata();
    expect([logo.headers.get('content-type'), width, height]).toEqual(['image/png', 540, 120]);
    const manifest = (await (await visitor().get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ name: 'Orbitlist', theme_color: '#7c3aed', icons: [{ sizes: '512x512', type: 'image/png' }] });
    expect((await visitor().get('/favicon.ico')).headers.get('location')).toBe(manifest.icons[0]!.src);
    expect(await textOf(visitor(), '/server.json')).toContain(manifest.icons[0]!.src);
    expect(await share()).not.toBe(share_before);
    const image = await visitor().get(new URL(await share()).pathname);
    const pixels = await sharp(Buffer.from(await image.arrayBuffer()))
      .raw()
      .toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([0x7c, 0x3a, 0xed]);
    await visitor().send('/sign-in/mail', { email: 'new@elsewhere.example' });
    const [mail] = await server.sql<{ body_html: string }[]>`select body_html from mails where to_email = 'new@elsewhere.example'`;
    expect(mail!.body_html).toContain(`src="${server.root}${logos[0]}" alt="Orbitlist"`);
    expect(mail!.body_html).toContain('background:#7c3aed');
    expect((await findNewestMail(server, 'new@elsewhere.example')).subject).toContain('Orbitlist');
    const openapi = (await (await visitor().get('/api/v1/openapi.json')).json()) as { info: { title: string } };
    expect(openapi.info.title).toContain('Orbitlist');

    // The log shows each part of the brand by its name on the page, and says what a picture is.
    const log = load(await textOf(team, '/admin/log'))('.version').first();
    const fields = [...log.find('.changes > div')].map((field) =>
      load(field)('dt, dd')
        .toArray()
        .map((part) => load(part).text().trim()),
    );
    expect(Object.fromEntries(fields)).toMatchObject({
      Name: 'LaunchweekOrbitlist',
      'Accent colour': '#7c3aed',
      Logo: expect.stringMatching(/^540 × 120, /),
      'Links in the footer': 'Our forum https://forum.example/',
    });

    const [act] = await server.sql<{ id: number }[]>`select id from team_acts where act = 'publish_brand' order by id desc limit 1`;
    await team.send('/admin/log/undo', { id: String(act!.id) });
    await expect.poll(() => textOf(visitor(), '/')).not.toContain('/brand/7c3aed');
    const [row] = await server.sql`select name, settings->'brand' as brand from sites where id = ${server.site_id}`;
    expect(row).toEqual({ name: 'Launchweek', brand: {} });
    // Mails that were sent still show the logo.
    expect((await visitor().get(logos[0]!)).status).toBe(200);
  });

  test('an SVG is reduced to its shapes and rendered; what is no picture is refused', async () => {
    const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]>
      <svg viewBox="0 0 100 50" onload="alert(1)"><script>alert(2)</script><image href="http://127.0.0.1/x.png"/><style>.a{fill:#00ff00}</style>
      <rect class="a" width="50" height="50"/><rect x="50" width="50" height="50" fill="url(http://127.0.0.1/y)" style="fill:#0000ff"/><foreignObject>&a;</foreignObject></svg>`;
    expect((await save({ name: 'Drawn' }, { logo: ['logo.svg', svg] })).headers.get('location')).toBe('/admin/brand?done=saved');
    const [, src] = /brand-picture-logo"><img src="(\/brand\/[0-9a-f]{64}\.png)"/.exec(await textOf(team, '/admin/brand'))!;
    const image = sharp(Buffer.from(await (await visitor().get(src!)).arrayBuffer()));
    const { width, height } = await image.metadata();
    expect([width, height]).toEqual([240, 120]);
    const { data } = await image.raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0, 255, 0]);
    for (const [content, message] of [
      ['<svg viewBox="0 0 10 10"><g><path d="M0 0h9"/><text>Hi</text></g></svg>', 'Convert it to paths'],
      ['<svg viewBox="0 0 10 10"><image href="x.png"/></svg>', 'has no shapes'],
      ['<svg><path d="M0 0"/></svg>', 'can’t be read as an SVG image'],
      [`<svg viewBox="0 0 9 9">${'<g><path d="M0 0h9"/></g>'.repeat(6000)}</svg>`, 'is too complex'],
      ['nothing', 'can’t be read as an image'],
    ] as const)
      expect(await (await save({ name: 'Drawn' }, { logo: ['logo.svg', content] })).text()).toContain(message);
    expect((await save({ name: 'Drawn', remove_logo: 'on' })).status).toBe(303);
    expect(await textOf(team, '/admin/brand')).not.toContain('brand-picture-');
    await team.send('/admin/brand/discard');
  });

  test('undoing a change of the settings keeps the name that was published since', async () => {
    await team.send('/admin/settings', { time_zone: 'UTC', purpose: 'Stars.', security_contact: 'a@b.example' });
    const [act] = await server.sql<{ id: number }[]>`select id from team_acts where act = 'change_settings' order by id desc limit 1`;
    await save({ name: 'Renamed' });
    await team.send('/admin/brand/publish');
    await team.send('/admin/log/undo', { id: String(act!.id) });
    const [row] = await server.sql`select name, settings ? 'security_contact' as has_contact from sites where id = ${server.site_id}`;
    expect(row).toEqual({ name: 'Renamed', has_contact: false });
  });
});
