import { describe, expect, test } from 'vitest';
import { ISO_COUNTRIES } from '../../../../src/modules/orders/vat/countries.ts';
import { isInEu } from '../../../../src/modules/orders/vat/rules.ts';
import { isValidVatFormat, parseVatNumber, vatPrefix } from '../../../../src/modules/orders/vat/vat-number.ts';

/** Valid numbers, each with one that has wrong check digits and one of the wrong format. */
const NUMBERS: [right: string, wrong_digits: string, wrong_form: string][] = [
  ['ATU13585627', 'ATU13585626', 'AT13585627'],
  ['BE0428759497', 'BE0428759498', 'BE2428759497'],
  ['BE1000000417', 'BE1000000418', 'BE10000004'],
  ['BG175074752', 'BG175074753', 'BG17507475'],
  ['BG7523169263', 'BG7523169262', 'BG75231692631'],
  ['CY10259033P', 'CY10259033Z', 'CY102590331'],
  ['CZ25123891', 'CZ25123892', 'CZ2512389'],
  ['CZ7103192745', 'CZ7103192744', 'CZ71031927451'],
  ['DE136695976', 'DE136695978', 'DE1366959761'],
  ['DK13585628', 'DK13585627', 'DK1358562'],
  ['EE100931558', 'EE100931557', 'EE10093155'],
  ['EL094259216', 'EL094259217', 'EL09425921'],
  ['ESA13585625', 'ESA13585626', 'ESA1358562'],
  ['ESB58378431', 'ESB58378432', 'ES158378431'],
  ['ES54362315K', 'ES54362315Z', 'ES5436231K'],
  ['ESX5253868R', 'ESX5253868T', 'ESX525386R'],
  ['FI20774740', 'FI20774741', 'FI2077474'],
  ['FR40303265045', 'FR41303265045', 'FR303265045'],
  ['FR83404833048', 'FR83404833047', 'FR834048330480'],
  // Keys with letters have their own checksum.
  ['FRK7399859412', 'FRK7399859413', 'FRO7399859412'],
  ['FR4Z123456782', 'FR4Z123456783', 'FR4I123456782'],
  // Monaco uses French numbers.
  ['FR53000004605', 'FR54000004605', 'MC53000004605'],
  ['HR33392005961', 'HR33392005962', 'HR3339200596'],
  ['HU12892312', 'HU12892313', 'HU128923121'],
  ['IE6433435F', 'IE6433435E', 'IE643343F'],
  ['IE6433435OA', 'IE6433435PA', 'IE6433435OZ'],
  ['IE8D79739I', 'IE8D79738I', 'IE8D7973I'],
  ['IT00743110157', 'IT00743110158', 'IT0074311015'],
  ['LT119511515', 'LT119511516', 'LT11951151'],
  ['LT100001919017', 'LT100001919018', 'LT10000191901'],
  ['LU15027442', 'LU15027443', 'LU1502744'],
  ['LV40003521600', 'LV40003521601', 'LV4000352160'],
  // Personal codes issued since 2017 have no check digit.
  ['LV32579442123', 'LV33579442123', 'LV3257944212'],
  ['MT11679112', 'MT11679113', 'MT1167911'],
  ['NL004495445B01', 'NL004495446B01', 'NL004495445A01'],
  // Numbers of the self-employed have another checksum since 2020.
  ['NL123456789B13', 'NL123456789B14', 'NL123456789B1'],
  ['PL8567346215', 'PL8567346216', 'PL856734621'],
  ['PT501964843', 'PT501964842', 'PT50196484'],
  ['RO18547290', 'RO18547291', 'RO1854729012345'],
  ['SE123456789701', 'SE123456788701', 'SE1234567897'],
  ['SI50223054', 'SI50223055', 'SI5022305'],
  ['SK2022749619', 'SK2022749618', 'SK202274961'],
];

describe('format and check digits', () => {
  test.each(NUMBERS)('%s is valid; %s and %s are not', (right, wrong_digits, wrong_form) => {
    expect([right, wrong_digits, wrong_form].map(isValidVatFormat)).toEqual([true, false, false]);
  });

  test('are known for every EU country', () => {
    const members = ISO_COUNTRIES.filter(({ code }) => isInEu(code)).map(({ code }) => vatPrefix(code));
    expect(new Set(NUMBERS.map(([number]) => number.slice(0, 2)))).toEqual(new Set(members));
  });

  test('of other numbers are rejected', () => {
    const others = [
      'GB333289454',
      'XI333289454',
      'CHE116281710MWST',
      'NO923609016MVA',
      'EU372022452',
      'GR094259216',
      '136695976',
      'DE',
      '',
    ];
    expect(others.filter(isValidVatFormat)).toEqual([]);
  });
});

describe('a number parsed for a billing country', () => {
  test.each([
    // Common notations.
    ['DE 136 695 976', 'DE', 'DE136695976', true],
    ['de-136.695/976', 'DE', 'DE136695976', true],
    ['ＤＥ１３６６９５９７６', 'DE', 'DE136695976', true],
    ['BE (0)428.759.497', 'BE', 'BE0428759497', true],
    // Without a prefix, the country's is added.
    ['136695976', 'DE', 'DE136695976', true],
    ['U13585627', 'AT', 'ATU13585627', true],
    ['K7399859412', 'FR', 'FRK7399859412', true],
    ['53 0000 04605', 'MC', 'FR53000004605', true],
    // Greece uses EL in numbers, whatever is written.
    ['EL094259216', 'GR', 'EL094259216', true],
    ['GR 094259216', 'GR', 'EL094259216', true],
    ['094259216', 'GR', 'EL094259216', true],
    // A number of another country does not fit, even if it would look valid with this country's prefix.
    ['DE136695976', 'AT', 'DE136695976', false],
    ['DE100000223', 'FR', 'DE100000223', false],
    ['EL094259216', 'CY', 'EL094259216', false],
    ['FR40303265045', 'MC', 'FR40303265045', true],
    ['XI333289454', 'IE', 'XI333289454', false],
    ['GB333289454', 'IE', 'GB333289454', false],
    // Invalid numbers are returned as given.
    ['12345', 'DE', '12345', false],
    ['DE136695978', 'DE', 'DE136695978', false],
    ['DE', 'DE', 'DE', false],
    // Outside the EU nothing is checked, but EU numbers do not fit.
    ['GB333289454', 'GB', 'GB333289454', null],
    ['XI333289454', 'GB', 'XI333289454', null],
    ['CHE-116.281.710 MWST', 'CH', 'CHE116281710MWST', null],
    ['12-3456789', 'US', '123456789', null],
    ['DE136695976', 'US', 'DE136695976', false],
    // Without a country, only the number itself is checked.
    ['DE136695976', null, 'DE136695976', true],
    ['136695976', null, '136695976', false],
  ])('%j for %s is %s: %j', (said, country, number, fits) => {
    expect(parseVatNumber(said, country)).toEqual({ number, fits });
  });

  test('may be German and look French with the prefix FR', () => {
    expect(['DE100000223', 'FRDE100000223'].map(isValidVatFormat)).toEqual([true, true]);
  });

  test.each(['', '   ', ' - . / '])('%j is empty', (said) => {
    expect(parseVatNumber(said, 'DE')).toBeNull();
  });
});
