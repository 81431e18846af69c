import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, home, makeSite } from '../../../support/extraction/proposals.ts';

/** The verified city and country. */
const placeOf = (path: string, html: string) => {
  const pages = makeSite(path === '/' ? { '/': home(html) } : { '/': home(''), [path]: html });
  const { fields } = verifyProposal(proposeProfile(pages, CATEGORIES), pages.map(pageTextOf), CATEGORIES);
  return [fields.city?.value, fields.country?.value];
};

test.each([
  [
    'a street that is not called one',
    '/impressum',
    '<p>Acme GmbH<br>Am Kirchberg 3a<br>79098 Freiburg im Breisgau<br>Deutschland</p>',
    'Freiburg im Breisgau',
    'DE',
  ],
  [
    'a line for each element',
    '/contact',
    '<div>Acme Oy</div><div>Mannerheimintie 5</div><div>00100 Helsinki</div><div>Finland</div>',
    'Helsinki',
    'FI',
  ],
  [
    'a firm that has a word for data in its name',
    '/',
    '<footer><p>Address:<br>Harbor Data, Inc.<br>2017 N Elm Street<br>Ashland, OR 97520</p></footer>',
    'Ashland',
    'US',
  ],
  [
    'a street’s number that looks like a post code',
    '/contact',
    '<p>1600 Harbour Parkway, Mountain Falls, CA 94043</p>',
    'Mountain Falls',
    'US',
  ],
  ['no comma between street and town', '/contact', '<p>Suite 400, 12 Wenlock Road London N1 7GU</p>', 'London', 'GB'],
  [
    'a county between town and post code',
    '/contact',
    '<p>Acme Ltd<br>4 Mill Lane<br>Leeds<br>West Yorkshire<br>LS1 4AP</p>',
    'Leeds',
    'GB',
  ],
  ['a province', '/contact', '<p>Acme Inc., 99 King Street West, Toronto, ON M5V 2T6</p>', 'Toronto', 'CA'],
  ['a state of Australia', '/contact', '<p>Level 2, 9 Dock Road, Hobart TAS 7000</p>', 'Hobart', 'AU'],
  ['a state of Brazil', '/contato', '<p>Rua das Flores, 12 - Recife - PE, 50030-230</p>', 'Recife', 'BR'],
  ['Dutch letters', '/contact', '<p>Acme BV<br>Keizersgracht 12, 1015 CX Amsterdam</p>', 'Amsterdam', 'NL'],
  ['Portuguese figures', '/contactos', '<p>Rua Direita 4<br>4000-123 Porto<br>Portugal</p>', 'Porto', 'PT'],
  [
    'a Japanese table',
    '/company',
    '<table><tr><th>所在地</th><td>〒530-0001 大阪府大阪市北区梅田1-2-3</td></tr></table>',
    '大阪府大阪市',
    'JP',
  ],
])('an address: %s', (_, path, html, city, country) => {
  expect(placeOf(path, html)).toEqual([city, country]);
});

test.each([
  [
    'the contact',
    '/privacidad',
    '<h2>11. Contacto</h2><p>Ana Ruiz</p><p>hola@acme.test</p><p>Barrio Alto 7, 20560 Oñati (Gipuzkoa), España</p>',
    'Oñati',
    'ES',
  ],
  [
    'who is responsible',
    '/datenschutz',
    '<p>Verantwortlich im Sinne der DSGVO ist:</p><p>Acme GmbH<br>Lange Straße 5<br>17109 Demmin<br>Deutschland</p>',
    'Demmin',
    'DE',
  ],
  ['the controller', '/privacy', '<h3>Data controller</h3><p>Acme SAS, 17 rue du Dôme, 67000 Strasbourg, France</p>', 'Strasbourg', 'FR'],
  ['il titolare', '/privacy', '<h3>Titolare del trattamento</h3><p>Acme Srl, Via Roma 3, 20121 Milano (MI), Italia</p>', 'Milano', 'IT'],
])('a legal page names the responsible party: %s', (_, path, html, city, country) => {
  expect(placeOf(path, html)).toEqual([city, country]);
});

test.each([
  ['whom the data goes to', '/privacy', '<h2>Contact</h2><p>Our hosting: Cloudhost Ltd<br>4 Mill Lane<br>Leeds LS1 4AP</p>'],
  [
    'an authority',
    '/privacidad',
    '<h2>Contacto</h2><p>Agencia Española de Protección de Datos</p><p>Calle Jorge Juan 6, 28001 Madrid, España</p>',
  ],
  [
    'an officer of another firm',
    '/datenschutz',
    '<h3>Kontakt zum Datenschutzbeauftragten</h3><p>Schutz GmbH<br>Lange Straße 5<br>17109 Demmin</p>',
  ],
  ['a service among others', '/datenschutz', '<h3>Zahlungen</h3><p>Zahl GmbH<br>Lange Straße 5<br>17109 Demmin<br>Deutschland</p>'],
  ['a street alone', '/contact', '<p>1600 Harbour Parkway</p>'],
  ['a number and a name', '/contact', '<p>On the road with 12345 Happy Customers</p>'],
])('no company location: %s', (_, path, html) => {
  expect(placeOf(path, html)).toEqual([undefined, undefined]);
});

test('the country of the next address is someone else’s', () => {
  const html =
    '<h2>Éditeur</h2><p>Acme SAS, 12 rue de la paix 75002 Paris</p><h2>Hébergeur</h2><p>Nuages SA, 2 rue Longue, 1000 Bruxelles, Belgique</p>';
  expect(placeOf('/mentions-legales', html)).toEqual(['Paris', undefined]);
});
