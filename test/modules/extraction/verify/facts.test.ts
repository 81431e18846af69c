import { describe, expect, test } from 'vitest';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { HOME, makePageText, makePiece, makeQuote, verifyField } from '../../../support/extraction/verified-site.ts';

const attribute = (text: string) => makePiece(text, 'attribute');

describe('an e-mail address', () => {
  test.each([
    ['hello@acme.test', 'Write to hello@acme.test.'],
    ['Hello@Acme.test', 'hello@acme.test'],
    ['hello@acme.test', 'HELLO@ACME.TEST'],
    ['hello@acme.test', attribute('mailto:hello@acme.test')],
    ['hello@acme.test', attribute('mailto:hello%40acme.test?subject=Hi%20there')],
    ['hello@acme.test', 'hello [at] acme [dot] test'],
    ['hello@acme.test', 'hello(at)acme.test'],
    ['hello@acme.test', 'hello {arroba} acme {punto} test'],
    ['hello@acme.test', 'hello (arobase) acme (point) test'],
    ['hello@acme.test', 'hello[ät]acme[punkt]test'],
    ['hello@acme.test', 'hello (собака) acme (точка) test'],
    ['hello@acme.test', 'hello(a)acme.test'],
    ['hello@acme.test', 'hello AT acme DOT test'],
    ['hello@acme.test', 'hello＠acme.test'],
    ['info@müller.test', 'info@müller.test'],
    ['a.b+c@mail.acme.co.uk', 'a.b+c@mail.acme.co.uk'],
    ['hello@acme.test', makePiece('"email": "hello@acme.test"', 'json_ld')],
  ])('%s follows from %j', (value, text) => expect(verifyField('contact_email', value, [text])).toBe(value));

  test.each([
    ['hello@acme.com', 'hello@acme.test'],
    ['ello@acme.test', 'hello@acme.test'],
    ['hello@acme.test', 'hello@acme.test.example'],
    ['hello@acme.test', 'hello at acme dot test'],
    ['hello@acme.test', 'hello, acme.test'],
    ['icon@2x.png', '/img/icon@2x.png'],
    ['see@acme.test', 'see (a) acme.test'],
    ['hello', 'hello'],
    ['hello@acme', 'hello@acme'],
    [`${'a'.repeat(250)}@acme.test`, `${'a'.repeat(250)}@acme.test`],
  ])('%s does not follow from %j', (value, text) => expect(verifyField('contact_email', value, [text])).toBeNull());

  test('is not part of a longer one', () => {
    expect(verifyField('contact_email', 'ann@acme.test', ['mary.ann@acme.test'], ['ann@acme.test'])).toBeNull();
    expect(verifyField('contact_email', 'hello@acme.co', ['hello@acme.co.uk'], ['hello@acme.co'])).toBeNull();
  });
});

describe('a link', () => {
  test.each([
    ['https://acme.test/img/logo.svg', '/img/logo.svg'],
    ['https://acme.test/img/logo.svg', 'img/logo.svg'],
    ['https://acme.test/logo.png', 'logo.png'],
    ['https://acme.test/logo.png?v=2', '/logo.png?v=2'],
    ['https://cdn.test/a/logo', '//cdn.test/a/logo'],
    ['https://cdn.test/x.webp', 'https://cdn.test/x.webp'],
    ['https://acme.test/_next/image?url=%2Flogo.png&w=64', '/_next/image?url=%2Flogo.png&w=64'],
    ['https://acme.test/img/my%20logo.png', '/img/my%20logo.png'],
  ])('to a logo, %s, follows from an attribute %s', (value, text) => expect(verifyField('logo_url', value, [attribute(text)])).toBe(value));

  test('follows from machine-readable data', () => {
    expect(verifyField('logo_url', 'https://acme.test/l.png', [makePiece('"logo": "/l.png"', 'json_ld')])).toBe('https://acme.test/l.png');
    expect(verifyField('logo_url', 'https://acme.test/l.png', [makePiece('https://acme.test/l.png', 'meta')])).toBe(
      'https://acme.test/l.png',
    );
  });

  test('is returned as the page has it', () => {
    expect(verifyField('logo_url', 'http://acme.test/logo.png', [attribute('/logo.png')])).toBe('https://acme.test/logo.png');
    expect(verifyField('logo_url', 'https://acme.test/icon', [attribute('/icon/')])).toBe('https://acme.test/icon/');
  });

  test.each([
    ['https://acme.test/logo.png', attribute('/other/logo.png')],
    ['https://evil.test/logo.png', attribute('/logo.png')],
    ['https://acme.test/logo', attribute('logo')],
    ['https://acme.test/Acme', attribute('Acme logo')],
    ['https://acme.test/about/', attribute('/about/')],
    ['https://acme.test/logo.png', 'logo.png'],
    ['https://acme.test/logo.png', '/logo.png'],
    ['data:image/png;base64,AAAA', attribute('data:image/png;base64,AAAA')],
    ['javascript:alert(1)//logo.png', attribute('javascript:alert(1)//logo.png')],
    ['https://user:pass@acme.test/logo.png', attribute('https://user:pass@acme.test/logo.png')],
    [`https://acme.test/${'a'.repeat(500)}.png`, attribute(`/${'a'.repeat(500)}.png`)],
    ['ftp://acme.test/logo.png', attribute('/logo.png')],
    ['not a link', attribute('/logo.png')],
  ])('%s does not follow from %j', (value, text) => expect(verifyField('logo_url', value, [text])).toBeNull());

  test('is not the beginning or end of another', () => {
    expect(verifyField('logo_url', 'https://acme.test/img', [attribute('/img/logo.svg')], ['/img'])).toBeNull();
    expect(verifyField('logo_url', 'https://acme.test/logo.svg', [attribute('/img/logo.svg')], ['/logo.svg'])).toBeNull();
    expect(
      verifyField('logo_url', 'https://evil.test/logo.png', [attribute('https://acme.test/go?u=https://evil.test/logo.png')]),
    ).toBeNull();
  });

  test.each([
    ['https://youtu.be/gkQs7uWFUlQ', 'https://www.youtube.com/embed/gkQs7uWFUlQ?rel=0'],
    ['https://www.youtube.com/embed/gkQs7uWFUlQ?rel=0', 'https://www.youtube.com/embed/gkQs7uWFUlQ?rel=0'],
    ['https://youtu.be/gkQs7uWFUlQ', 'https://youtu.be/gkQs7uWFUlQ'],
    ['https://vimeo.com/123456789', '//player.vimeo.com/video/123456789?autoplay=1'],
    ['https://www.loom.com/share/0123456789abcdef0123456789abcdef', 'https://www.loom.com/embed/0123456789abcdef0123456789abcdef'],
    ['https://acme.test/img/hero.mp4', '/img/hero.mp4'],
  ])('to a video, %s, follows from %s', (value, text) => expect(verifyField('demo_video_url', value, [attribute(text)])).toBe(value));

  test('to a video in another form is returned in the canonical one', () =>
    expect(
      verifyField('demo_video_url', 'https://www.youtube.com/watch?v=gkQs7uWFUlQ&t=3', [
        attribute('https://www.youtube.com/embed/gkQs7uWFUlQ'),
      ]),
    ).toBe('https://youtu.be/gkQs7uWFUlQ'));

  test.each([
    ['https://www.youtube.com/watch?v=gkQs7uWFUlX', 'https://www.youtube.com/embed/gkQs7uWFUlQ'],
    ['https://www.youtube.com/@acme', 'https://www.youtube.com/@acme'],
    ['https://vimeo.com/987654321', 'https://player.vimeo.com/video/123456789'],
    ['https://acme.test/tour/', '/tour/'],
  ])('to a video, %s, does not follow from %s', (value, text) =>
    expect(verifyField('demo_video_url', value, [attribute(text)])).toBeNull(),
  );
});

describe('a founding year', () => {
  test.each([
    ['2014', 'It was founded by Jonas Lindt and Mara Holm in March 2014.'],
    ['2015', 'Founded: 2015'],
    ['2015', 'Acme (est. 2015)'],
    ['2015', 'Established 2015'],
    ['2015', 'Founded in 2015, we shipped 1.0 in 2018.'],
    ['2015', 'In 2018, three years after it was founded in 2015, it grew.'],
    ['2015', 'Gegründet 2015 in Bonn'],
    ['2015', 'Die Firma wurde am 01.10.2015 gegründet.'],
    ['2015', 'Entreprise fondée en 2015 à Lyon'],
    ['2015', 'Fundada en Madrid en el año 2015'],
    ['2015', 'L’azienda, fondata nel 2015'],
    ['2015', 'Opgericht in 2015'],
    ['2015', 'Założona w 2015 roku'],
    ['2015', 'Компания основана в 2015 году'],
    ['2015', 'Η εταιρεία ιδρύθηκε το 2015'],
    ['2015', 'Şirket 2015 yılında kuruldu'],
    ['2015', '設立：2015年4月'],
    ['2015', '公司成立于2015年'],
    ['2015', '2015년 설립'],
    ['2015', 'تأسست الشركة عام ٢٠١٥'],
    ['2015', makePiece('"foundingDate": "2015-10-01"', 'json_ld')],
  ])('%s follows from %j', (value, text) => expect(verifyField('founded_year', value, [text])).toBe(value));

  test('may be a number', () => expect(verifyField('founded_year', 2015, ['Founded in 2015'])).toBe('2015'));

  test.each([
    ['2019', '© 2019 Acme'],
    ['2019', 'Copyright 2019, founded on trust'],
    ['2004', 'We ship since 2004.'],
    ['2004', 'Seit 2004 am Markt'],
    ['2025', '© 2002–2025 Acme, founded in Bonn'],
    ['2018', 'Founded in 2015, we shipped 1.0 in 2018.'],
    ['2018', 'Acme was founded in Bonn. In 2018 it moved.'],
    ['2015', 'Launched in 2015'],
    ['2015', `Founded ${'by many kind people '.repeat(7)}in 2015`],
    ['2015', 'An unfounded claim of 2015'],
    ['2016', 'Founded in 2015'],
    ['201', 'Founded in 201'],
    ['1500', 'Founded in 1500'],
    ['20150', 'Founded in 20150'],
    ['2015', 'Founded with $2015 in hand'],
    ['2015', 'Established players had a bad time in the year of 2015'],
    ['two', 'Founded in two'],
    [null, 'Founded in 2015'],
  ])('%s does not follow from %j', (value, text) => expect(verifyField('founded_year', value, [text])).toBeNull());

  test('and its word are in one quote', () =>
    expect(
      verifyField('founded_year', '2015', ['Founded in Bonn.', 'Version of 2015'], ['Founded in Bonn.', 'Version of 2015']),
    ).toBeNull());
});

describe('a profile', () => {
  const social = (platform: string, value: unknown, href: string) =>
    verifyProposal(
      {
        company_socials: { [platform]: { value, evidence: [makeQuote(href)] } },
        founder_socials: { [platform]: { value, evidence: [makeQuote(href)] } },
      },
      [makePageText(HOME, attribute(href))],
      [],
    );

  test.each([
    ['x', 'https://twitter.com/acmeNotes'],
    ['x', 'https://x.com/acme'],
    ['facebook', 'https://www.facebook.com/acmeNotes'],
    ['facebook', 'https://www.facebook.com/profile.php?id=100012345'],
    ['facebook', 'https://m.facebook.com/pages/Acme/123456'],
    ['instagram', 'https://www.instagram.com/@acmehq'],
    ['linkedin', 'https://de.linkedin.com/company/acme-gmbh/'],
    ['linkedin', 'https://www.linkedin.com/in/ann-lee'],
    ['youtube', 'https://www.youtube.com/channel/UCniTnQDKIZN9ZTLPiyMI5eA'],
    ['youtube', 'https://www.youtube.com/@acme/videos'],
    ['tiktok', 'https://www.tiktok.com/@acme'],
    ['threads', 'https://www.threads.net/@acme'],
    ['pinterest', 'https://www.pinterest.de/acme/'],
    ['github', 'https://github.com/HarbourOS/harbour'],
    ['github', 'https://github.com/HarbourOS'],
    ['github', 'https://github.com/orgs/HarbourOS'],
    ['reddit', 'https://www.reddit.com/r/acme/'],
    ['producthunt', 'https://www.producthunt.com/products/acme'],
    ['medium', 'https://medium.com/@acme'],
    ['medium', 'https://acme.medium.com/'],
    ['website', 'https://other.test/'],
    ['custom', 'https://fosstodon.org/@acme'],
  ])('on %s is %s', (platform, href) => {
    const { company_socials, founder_socials } = social(platform, href, href);
    expect(company_socials).toEqual({ [platform]: { value: href, evidence: [makeQuote(href)], rule: 'normalised' } });
    expect(founder_socials).toEqual(company_socials);
  });

  test.each([
    ['x', 'https://twitter.com/intent/tweet?text=Hi'],
    ['x', 'https://twitter.com/share?url=https://acme.test'],
    ['x', 'https://x.com/acme/status/123'],
    ['x', 'https://x.com/'],
    ['x', 'https://twitter.com/home'],
    ['x', 'https://nottwitter.com/acme'],
    ['x', 'https://x.com.evil.test/acme'],
    ['facebook', 'https://www.facebook.com/sharer/sharer.php?u=https://acme.test'],
    ['facebook', 'https://www.facebook.com/sharer.php?u=x'],
    ['facebook', 'https://www.facebook.com/tr?id=1'],
    ['facebook', 'https://www.facebook.com/policies/cookies/'],
    ['facebook', 'https://facebook.com/...'],
    ['linkedin', 'https://www.linkedin.com/shareArticle?mini=true'],
    ['linkedin', 'https://www.linkedin.com/login'],
    ['instagram', 'https://www.instagram.com/p/Cabc/'],
    ['instagram', 'https://instagram.com/...'],
    ['youtube', 'https://www.youtube.com/watch?v=gkQs7uWFUlQ'],
    ['youtube', 'https://www.youtube.com/embed/gkQs7uWFUlQ'],
    ['github', 'https://github.com/login'],
    ['github', 'https://github.com/acme/app/issues/3'],
    ['reddit', 'https://www.reddit.com/submit?url=x'],
    ['pinterest', 'https://www.pinterest.com/pin/create/button/?url=x'],
    ['tiktok', 'https://www.tiktok.com/'],
    ['github', 'https://twitter.com/acme'],
    ['mastodon', 'https://fosstodon.org/@acme'],
  ])('on %s is not %s', (platform, href) => expect(social(platform, href, href).company_socials).toEqual({}));

  test('is the one that is linked', () => {
    expect(social('x', 'https://x.com/other', 'https://x.com/acme').company_socials).toEqual({});
    expect(social('x', 'https://x.com/acme', 'https://x.com/acmetoo').company_socials).toEqual({});
    expect(social('x', null, 'https://x.com/acme').company_socials).toEqual({});
  });
});
