import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAsset, isSameSite, pageKey } from '../../../../src/modules/extraction/crawl/addresses.ts';
import { candidateFor } from '../../../../src/modules/extraction/crawl/candidates.ts';
import { decodePage } from '../../../../src/modules/extraction/parse/crawled-page.ts';
import { outlinePage } from '../../../../src/modules/extraction/parse/outline.ts';
import { readSitemapUrls } from '../../../../src/modules/extraction/parse/sitemap.ts';
import { tokenize } from '../../../../src/modules/extraction/parse/tokenizer.ts';
import { measureCpuTime } from '../../../support/own-time.ts';

const HOME = new URL('https://example.com/');
const outline = (html: string, url = HOME) => outlinePage(html, url, ['robots', 'launchweek']);
const nestsTooDeep = (html: string) => outline(html).too_deep;
const linksOf = (html: string, url = HOME) => outline(html, url).links.map(({ url: { href }, text }) => [href, text]);

describe('tags and text are separated as in a browser', () => {
  test.each<[string, string[]]>([
    ['<a href="x>y">z</a>', ['<a', 'z', '</a']],
    ["<a href='\"' b>z", ['<a', 'z']],
    ['<a ">z</a>"', ['<a', 'z', '</a', '"']],
    ['1 < 2 <3', ['1 < 2 <3']],
    ['<!-- <a> --><b>', ['<b']],
    ['<!--><a><!---><b>', ['<a', '<b']],
    ['<!-- a --!><b>', ['<b']],
    ['<!doctype html><?php a ?><b>', ['<b']],
    ['</ a><b>', ['<b']],
    ['<script>if (a<b) "</b>"</script ><b>', ['<script', 'if (a<b) "</b>"', '</script', '<b']],
    ['<SCRIPT></scripty></Script><b>', ['<script', '</scripty>', '</script', '<b']],
    ['<title><b></title><b>', ['<title', '<b>', '</title', '<b']],
    ['<style>a', ['<style', 'a']],
    ['<b <i>x', ['<b', 'x']],
    ['a<b', ['a']],
    ['<a href="', []],
    ['<br/><img/src=x>', ['<br', '<img']],
  ])('%j', (html, expected) => {
    const seen = [...tokenize(html)].map((token) =>
      token.kind === 'text' ? token.text : `${token.kind === 'open' ? '<' : '</'}${token.name}`,
    );
    expect(seen).toEqual(expected);
  });

  test('attributes', () => {
    const [token] = tokenize(`<a HREF = "1" href=2 b c='3' d=4/ =e __proto__=x>`);
    expect(token).toMatchObject({ kind: 'open', name: 'a', attributes: { href: '1', b: '', c: '3', d: '4/', '=e': '' } });
  });

  test('any input is read to its end', () => {
    const piece = fc.constantFrom('<', '>', '/', '"', "'", '=', '!', '--', 'a', 'script', ' ', '</script>', '<a href=', '&#x41;', '\u0130');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        outline(pieces.join(''));
      }),
    );
  });

  test.each([
    ['open tags', '<div>'.repeat(400_000)],
    ['tags that are closed by others', '<div></b>'.repeat(200_000)],
    ['tags closed only in an attribute', '<div title="</div>">'.repeat(100_000)],
    ['formatting', Array.from({ length: 100_000 }, (_, at) => `<b x=${at}>`).join('')],
    ['lists', '<ul><li>'.repeat(100_000)],
    ['ends without beginnings', `${'<b>'.repeat(500)}${'</i>'.repeat(400_000)}`],
    ['half tags', '<a '.repeat(500_000)],
    ['half comments', '<!--'.repeat(400_000)],
    ['half quotes', '<a b="'.repeat(300_000)],
    ['brackets', '<'.repeat(2_000_000)],
    ['references', `<a href=x>${'&'.repeat(1_000_000)}`],
    ['attributes', `<a ${'b '.repeat(900_000)}>`],
    ['scripts', '<script>'.repeat(200_000)],
  ])('two million characters of %s are processed quickly', (_name, html) => {
    expect(measureCpuTime(() => outline(html))).toBeLessThan(10_000);
  });

  test('excessive nesting is detected, and a long page is not affected', () => {
    for (const hostile of ['<div>', '<div></b>', '<div title="</div>">', '<b>', '<ul><li>', '<table><tr><td>', '<svg>'])
      expect(nestsTooDeep(hostile.repeat(2000)), hostile).toBe(true);
    for (const honest of ['<p>', '<li>', '<br>', '<div></div>', '<p><b>x</b>', '<img>', '<tr><td>', '<!--<div>-->', '<input>', '<dt><dd>'])
      expect(nestsTooDeep(`<html><body>${honest.repeat(20_000)}`), honest).toBe(false);
    expect(nestsTooDeep(`${'<div>'.repeat(400)}${'</div>'.repeat(400)}`)).toBe(false);
  });
});

describe('page metadata', () => {
  test('links with their text, resolved against the base', () => {
    const html = `<base href="/en/"><base href="/no/"><a href="about"> About <b>us</b>\n</a><a href="?a=1&amp;b=2#c">x</a><a href='mailto:a@b.c'>m</a>
      <a href="javascript:void(0)">j</a><a>none</a><a href="http://[">bad</a><a href="//other.example/x"><img alt="Logo"></a><a href="https://u:p@example.com/">pw</a>
      <a href="/faq" aria-label="Questions"></a><map><area href="/map" alt="Map"></map><a href="/uber">&Uuml;ber uns &ndash; &#252;&#xe9;&nbsp;</a>`;
    expect(linksOf(html)).toEqual([
      ['https://example.com/en/about', 'About us'],
      ['https://example.com/en/?a=1&b=2', 'x'],
      ['https://other.example/x', 'Logo'],
      ['https://example.com/faq', 'Questions'],
      ['https://example.com/map', 'Map'],
      ['https://example.com/uber', 'Uber uns &ndash; üé'],
    ]);
  });

  test('which links are in menus', () => {
    const html =
      '<header><a href=/a>a</a></header><a href=/b>b</a><nav><div><a href=/c>c</a></div></nav><a href=/d>d</a><footer><a href=/e>e';
    expect(outline(html).links.map(({ in_menu }) => in_menu)).toEqual([true, false, true, false, true]);
  });

  test('no link in a script, a comment or a text field', () => {
    expect(linksOf(`<script>"<a href='/a'>a</a>"</script><!-- <a href=/b>b</a> --><textarea><a href=/c>c</a></textarea>`)).toEqual([]);
  });

  test('links in noscript', () => {
    expect(linksOf('<div id=root></div><noscript><a href=/about>About</a></noscript>')).toEqual([['https://example.com/about', 'About']]);
  });

  test('language, canonical address, other languages and robots directives', () => {
    const page =
      outline(`<html lang=" de-AT"><link rel="Canonical" href="/x#y"><link rel=alternate hreflang=en href=/en><link rel=alternate type=rss href=/feed>
      <meta name=ROBOTS content="NoIndex,  follow"><meta name="launchweek" content=nofollow><meta name=googlebot content=none><meta property="og:url" content="https://a.example/">`);
    expect(page).toMatchObject({ language: 'de-at', directives: ['noindex', 'follow', 'nofollow'] });
    expect([page.canonical, page.own_address, ...page.alternates].map(String)).toEqual([
      'https://example.com/x',
      'https://a.example/',
      'https://example.com/en',
    ]);
  });

  test.each<[string, string | null]>([
    ['0; url=/en/', '/en/'],
    ['0;URL="/en/"', '/en/'],
    ["5;url='/en/'", '/en/'],
    ['0, /en/', '/en/'],
    ['1.5; url = en/', '/en/'],
    ['600; url=/en/', null],
    ['5', null],
    ['0; url=javascript:alert(1)', null],
    ['', null],
  ])('a refresh of %j leads to %s', (content, path) => {
    expect(outline(`<meta http-equiv=Refresh content="${content.replaceAll('"', '&quot;')}">`).refresh?.pathname ?? null).toBe(path);
  });
});

describe('charsets', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
  const UTF8 = [...Buffer.from('Größe ツ')];
  test.each<[string, Buffer, string | null, string]>([
    ['UTF-8 without a word', bytes(UTF8), 'text/html', 'Größe ツ'],
    ['UTF-8 by header', bytes(UTF8), 'text/html; charset=utf-8', 'Größe ツ'],
    ['UTF-8 by mark, against the header', bytes([0xef, 0xbb, 0xbf], UTF8), 'text/html; charset=shift_jis', 'Größe ツ'],
    ['UTF-8 that the server calls latin1', bytes(UTF8), 'text/html; charset=ISO-8859-1', 'Größe ツ'],
    ['windows-1252 without a word', bytes('Gr\xf6\xdfe \x80'), null, 'Größe €'],
    ['latin1 by header', bytes('Gr\xf6\xdfe'), 'text/html;charset="iso-8859-1"', 'Größe'],
    ['latin1 by meta', bytes('<meta charset=latin1>Gr\xf6\xdfe'), 'text/html', '<meta charset=latin1>Größe'],
    [
      'windows-1251 by http-equiv',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', [0xcf, 0xf0, 0xe8]),
      'text/html',
      'При',
    ],
    ['windows-1250 by language', bytes('<html lang="pl">', [0xb3, 0xf3, 0x9c, 0xe6]), 'text/html', 'łóść'],
    ['shift_jis by meta', bytes('<meta charset="Shift_JIS">', [0x97, 0xbf, 0x8b, 0xe0]), 'text/html', '料金'],
    ['shift_jis by language', bytes('<html lang=ja>', [0x97, 0xbf, 0x8b, 0xe0]), null, '料金'],
    ['euc-jp by header', bytes([0xce, 0xc1, 0xb6, 0xe2]), 'text/html; charset=EUC-JP', '料金'],
    ['gb2312 is gb18030', bytes('<meta charset=gb2312>', [0xbc, 0xdb, 0xb8, 0xf1]), 'text/html', '价格'],
    ['big5', bytes([0xbb, 0xf9, 0xae, 0xe6]), 'text/html; charset=big5', '價格'],
    ['euc-kr by language', bytes('<html lang="ko-KR">', [0xb0, 0xa1, 0xb0, 0xdd]), 'text/html', '가격'],
    ['UTF-16 by mark', bytes([0xff, 0xfe], [...Buffer.from('ツ!', 'utf16le')]), 'text/html', 'ツ!'],
    ['big-endian UTF-16 by mark', bytes([0xfe, 0xff, 0x30, 0xc4, 0, 0x21]), 'text/html', 'ツ!'],
    ['UTF-16 by header', bytes([...Buffer.from('ツ!', 'utf16le')]), 'text/html; charset=utf-16', 'ツ!'],
    ['UTF-16 that a meta tag only claims', bytes('<meta charset=utf-16>', UTF8), 'text/html', 'Größe ツ'],
    ['XML’s own declaration', bytes('<?xml version="1.0" encoding="ISO-8859-2"?>', [0xb1]), 'application/xhtml+xml', 'ą'],
    ['a charset nobody knows', bytes(UTF8), 'text/html; charset=klingon', 'Größe ツ'],
    ['broken UTF-8 that says so', bytes('a', [0xff], 'b'), 'text/html; charset=utf-8', 'a\ufffdb'],
    ['NUL, which no database keeps', bytes('a\0b'), 'text/html', 'a\ufffdb'],
    ['nothing', bytes(''), null, ''],
  ])('%s', (_name, body, type, text) => {
    expect(decodePage(body, type).endsWith(text)).toBe(true);
    expect(decodePage(body, type)).not.toContain('\0');
  });
});

describe('addresses', () => {
  test.each<[string, string, boolean]>([
    ['https://example.com/', 'https://www.example.com/a', true],
    ['https://www.example.com/', 'http://example.com/a', true],
    ['https://example.com/', 'https://press.example.com/', true],
    ['https://example.com/', 'https://blog.example.com/', false],
    ['https://example.com/', 'https://app.example.com/', false],
    ['https://shop.example.com/', 'https://example.com/', false],
    ['https://shop.example.com/', 'https://www.shop.example.com/', true],
    ['https://example.co.uk/', 'https://other.co.uk/', false],
    ['https://one.github.io/', 'https://two.github.io/', false],
    ['https://one.github.io/', 'https://one.github.io/x', true],
    ['https://example.com/', 'https://example.com:8443/', false],
    ['http://127.0.0.1:4700/', 'http://127.0.0.1:4700/a', true],
    ['http://127.0.0.1:4700/', 'http://127.0.0.1:4701/a', false],
    ['http://127.0.0.1:4700/', 'http://localhost:4700/a', false],
    ['http://[::1]:4700/', 'http://[::1]:4700/a', true],
  ])('of %s is %s: %s', (home, url, same) => {
    expect(isSameSite(new URL(home), new URL(url))).toBe(same);
  });

  test('are the same page in different spellings', () => {
    const same = ['/about', '/about/', '/about.html', '/about/index.html', '/about?utm_source=x', '/about#team', '/about?'];
    expect(new Set(same.map((path) => pageKey(new URL(path, HOME)))).size).toBe(1);
    expect(pageKey(new URL('https://www.example.com/?b=1&a=2'))).toBe(pageKey(new URL('http://example.com/index.php?a=2&b=1')));
    expect(pageKey(new URL('/?page=a', HOME))).not.toBe(pageKey(new URL('/?page=b', HOME)));
  });

  test('of files and of pages are distinguished', () => {
    for (const file of ['/a.pdf', '/a.PNG', '/x/feed.xml', '/app.dmg', '/kit.zip']) expect(isAsset(new URL(file, HOME)), file).toBe(true);
    for (const page of ['/a.html', '/a.php', '/', '/about', '/v1.2', '/mr.x']) expect(isAsset(new URL(page, HOME)), page).toBe(false);
  });
});

describe('the kind of page a link leads to', () => {
  const kindOf = (path: string, text = '') => candidateFor({ url: new URL(path, HOME), text, in_menu: true }, HOME, 'en')?.kind;

  test.each<[string, string, string | null | undefined]>([
    ['/about', '', 'about'],
    ['/about-us', '', 'about'],
    ['/aboutus.html', '', 'about'],
    ['/x1', 'About us', 'about'],
    ['/x1', 'About Acme', 'about'],
    ['/x1', 'Learn more about', null],
    ['/%C3%BCber-uns', '', 'about'],
    ['/ueber-uns', '', 'about'],
    ['/x1', 'Über uns', 'about'],
    ['/x1', 'À propos', 'about'],
    ['/qui-sommes-nous', '', 'about'],
    ['/quienes-somos', '', 'about'],
    ['/x1', 'Quem Somos', 'about'],
    ['/chi-siamo', '', 'about'],
    ['/over-ons', '', 'about'],
    ['/o-nas', '', 'about'],
    ['/om-oss', '', 'about'],
    ['/hakkimizda', '', 'about'],
    ['/x1', '会社概要', 'about'],
    ['/x1', '关于我们', 'about'],
    ['/x1', '회사 소개', 'about'],
    ['/x1', 'О нас', 'about'],
    ['/pricing', '', 'pricing'],
    ['/x1', 'Plans & Pricing', 'pricing'],
    ['/preise.html', '', 'pricing'],
    ['/tarifs', '', 'pricing'],
    ['/precios', '', 'pricing'],
    ['/x1', 'Preços', 'pricing'],
    ['/cennik', '', 'pricing'],
    ['/x1', '料金プランのご案内', 'pricing'],
    ['/x1', 'Цены', 'pricing'],
    ['/x1', 'Fiyatlandırma', 'pricing'],
    ['/order.htm', '', 'pricing'],
    ['/x1', 'Comprar', 'pricing'],
    ['/x1', 'Jetzt bestellen und sparen', null],
    ['/kontakt', '', 'contact'],
    ['/x1', 'お問い合わせはこちら', 'contact'],
    ['/x1', 'Bize Ulaşın', 'contact'],
    ['/impressum', '', 'imprint'],
    ['/mentions-legales', '', 'imprint'],
    ['/aviso-legal', '', 'imprint'],
    ['/x1', '特定商取引法に基づく表記', 'imprint'],
    ['/company/team', '', 'team'],
    ['/our-founders', '', 'team'],
    ['/license_faq', '', 'faq'],
    ['/x1', 'Häufige Fragen', 'faq'],
    ['/x1', 'Preguntas frecuentes', 'faq'],
    ['/presskit', '', 'press'],
    ['/x1', 'Media Kit', 'press'],
    ['/how-it-works', '', 'product'],
    ['/features/export', '', 'features'],
    ['/press/2019-award', '', null],
    ['/our-story', '', 'story'],
    ['/hilfe', '', 'help'],
    ['/index.php?page=impressum', '', 'imprint'],
    ['/datenschutz', '', 'privacy'],
    ['/terms-of-service', '', 'terms'],
    ['/x1', 'Get started in no time', null],
    ['/something', 'Something', null],
    ['/blog/about', '', undefined],
    ['/docs/faq', '', 'reference'],
    ['/guide/export', '', 'reference'],
    ['/x1', 'Documentation', 'reference'],
    ['/download/desktop', '', 'download'],
    ['/x1', 'Télécharger', 'download'],
    ['/login', 'Contact', undefined],
    ['/admin-invoices', '', undefined],
    ['/brochure.pdf', 'About', undefined],
    ['/tag/pricing', '', undefined],
    ['/de/', 'Deutsch', undefined],
    ['/about?lang=de', '', undefined],
  ])('%s %j is %s', (path, text, kind) => {
    expect(kindOf(path, text)).toBe(kind);
  });

  test('a page in another language than the homepage ranks lower', () => {
    const score = (path: string) => candidateFor({ url: new URL(path, HOME), text: '', in_menu: true }, HOME, 'en-us')!;
    expect(score('/en/pricing').foreign).toBe(false);
    expect(score('/de/preise').foreign).toBe(true);
    expect(score('/pricing').score).toBeGreaterThan(score('/de/preise').score);
    expect(candidateFor({ url: new URL('/de/preise', HOME), text: '', in_menu: true }, new URL('/de/', HOME), null)!.foreign).toBe(false);
  });

  test('a site in a folder is judged by the paths below it', () => {
    const inFolder = (path: string, home = '/acme/en/') =>
      candidateFor({ url: new URL(path, HOME), text: '', in_menu: true }, new URL(home, HOME), 'en');
    expect(inFolder('/acme/en/tour')!.score).toBe(inFolder('/tour', '/')!.score);
    expect(inFolder('/acme/en/tour')!.foreign).toBe(false);
    expect(inFolder('/acme/de/tour')!.foreign).toBe(true);
    expect(inFolder('/acme/de/')).toBe(null);
  });
});

describe('sitemaps', () => {
  const paths = async (text: string | Buffer) => (await readSitemapUrls(Buffer.from(text))).urls.map(String);

  test('list pages in various formats', async () => {
    const xml =
      '<?xml version="1.0"?><urlset><url><loc> https://example.com/a?b=1&amp;c=2 </loc></url><url><loc><![CDATA[https://example.com/b]]></loc></url><url><loc>nonsense</loc></url></urlset>';
    expect(await paths(xml)).toEqual(['https://example.com/a?b=1&c=2', 'https://example.com/b']);
    expect(await paths('https://example.com/a\r\nhttps://example.com/b\n')).toEqual(['https://example.com/a', 'https://example.com/b']);
    expect(await paths('<html>no</html>')).toEqual([]);
    expect((await readSitemapUrls(Buffer.from('<sitemapindex><sitemap><loc>https://example.com/s.xml</loc>'))).is_index).toBe(true);
  });

  test('are limited', async () => {
    const many = `<urlset>${'<url><loc>https://example.com/a</loc></url>'.repeat(20_000)}`;
    expect(await paths(many)).toHaveLength(5000);
    expect(await paths('<loc>'.repeat(300_000))).toEqual([]);
  });
});
