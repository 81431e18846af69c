import { describe, expect, test } from 'vitest';
import { makePiece, verifyField } from '../../../support/extraction/verified-site.ts';

describe('a country', () => {
  test.each([
    ['AU', 'Acme is headquartered in Melbourne, Australia.'],
    ['DE', '10115 Berlin, Deutschland'],
    ['DE', 'BERLIN, GERMANY'],
    ['DE', 'Berlin (Allemagne)'],
    ['DE', 'D-10179 Berlin'],
    ['DE', 'Angaben gemäß § 5 TMG'],
    ['AT', 'A-1010 Wien'],
    ['US', '12 Elm Street, Springfield, IL 62704'],
    ['CA', 'Toronto, ON M5V 2T6'],
    ['AU', 'Level 2, 9 Dock Lane, Hobart TAS 7000'],
    ['GB', '4 Mill Lane, Leeds LS1 4AP'],
    ['BR', 'Rua Augusta, 12 - São Paulo - SP, 01310-100'],
    ['NL', 'Keizersgracht 12, 1015 CX Amsterdam'],
    ['JP', '〒150-0001 東京都渋谷区'],
    ['VE', 'Bandera de Venezuela'],
    ['US', 'San Francisco, CA 94107, USA'],
    ['US', 'Austin, Texas, U.S.A.'],
    ['US', 'Santa Fe, New Mexico'],
    ['US', 'Москва или США'],
    ['GB', 'London, UK'],
    ['GB', 'Belfast, Northern Ireland'],
    ['IE', 'Dublin, Ireland'],
    ['ES', 'Madrid, España'],
    ['BE', 'Gent, België'],
    ['BR', 'São Paulo, Brasil'],
    ['PL', 'Warszawa, Polska'],
    ['RU', 'Москва, Россия'],
    ['UA', 'Київ, Україна'],
    ['GR', 'Αθήνα, Ελλάδα'],
    ['TR', 'İstanbul, Türkiye'],
    ['IL', 'אנחנו בישראל'],
    ['EG', 'القاهرة، مصر'],
    ['IN', 'मुंबई, भारत'],
    ['JP', '日本、東京'],
    ['CN', '中国上海'],
    ['HK', '中国香港特别行政区'],
    ['KR', '서울, 대한민국'],
    ['TH', 'ประเทศไทย'],
    ['CI', 'Abidjan, Côte d’Ivoire'],
    ['PG', 'Papua New Guinea'],
    ['KP', 'Corea del Norte'],
    ['GB', 'Belfast, Irlanda del Norte'],
    ['DE', makePiece('"addressCountry": "DE"', 'json_ld')],
    ['DE', makePiece('DE', 'meta')],
    ['DE', makePiece('DE-BE', 'meta')],
  ])('%s follows from %j', (code, text) => expect(verifyField('country', code, [text])).toBe(code));

  test('may be in lower case', () => expect(verifyField('country', 'de', ['Germany'])).toBe('DE'));

  test.each([
    ['DE', 'DE'],
    ['DE', 'Berlin'],
    ['DE', 'German engineering'],
    ['DE', makePiece('"inLanguage": "DE"', 'json_ld')],
    ['DE', makePiece('DE', 'attribute')],
    ['US', 'CONTACT US'],
    ['US', 'Via Roma 1, Varese, VA 21100'],
    ['US', 'Via Roma 1, Trento, TN 38122'],
    ['US', 'Order ID 84512, OK 70000'],
    ['AU', 'Acme SA 5000 Namur'],
    ['AU', 'DATA PROTECTION ACT 2018'],
    ['GB', 'Runs on an M2 8GB'],
    ['NL', 'On 12, 2020 PC Gamer wrote'],
    ['IT', 'IT support'],
    ['IN', 'Indie games'],
    ['IS', 'Long Island'],
    ['GN', 'Papua New Guinea'],
    ['KR', 'Corea del Norte'],
    ['IE', 'Belfast, Irlanda del Norte'],
    ['MX', 'Santa Fe, New Mexico'],
    ['IE', 'Belfast, Northern Ireland'],
    ['TR', 'roast turkey'],
    ['TD', 'Chad Miller'],
    ['GE', 'Atlanta, Georgia'],
    ['JP', '日本語'],
    ['KR', '한국어'],
    ['TH', 'ภาษาไทย'],
    ['CN', '中国香港特别行政区'],
    ['FR', 'Berlin, Germany'],
    ['XX', 'XX'],
    ['ZZ', makePiece('ZZ', 'meta')],
    ['Germany', 'Germany'],
    ['', 'Germany'],
    [49, 'Germany'],
  ])('%s does not follow from %j', (code, text) => expect(verifyField('country', code, [text])).toBeNull());

  test('is not part of a longer name', () => {
    expect(verifyField('country', 'MX', ['Santa Fe, New Mexico'], ['Mexico'])).toBeNull();
    expect(verifyField('country', 'IE', ['in Northern Ireland'], ['Ireland'])).toBeNull();
    expect(verifyField('country', 'JP', ['日本語'], ['日本'])).toBeNull();
  });
});

describe('a pricing model', () => {
  test.each([
    ['free', ['Acme is free, forever.']],
    ['free', ['Kostenlos nutzen']],
    ['free', ['Es gratis']],
    ['free', ['完全無料']],
    ['free', ['$0 a month']],
    ['free', ['Download free']],
    ['freemium', ['Aya is free to get started.', 'For 3 PC’s $19.95 per year']],
    ['freemium', ['Kostenlos starten.', '9,90 € im Monat']],
    ['freemium', ['Gratis', 'Versión de pago disponible']],
    ['freemium', ['a freemium product']],
    ['subscription', ['$10 per month']],
    ['subscription', ['USD $2000 per year for startups']],
    ['subscription', ['9,90 € / Monat']],
    ['subscription', ['$0.75 mensual por estudiante']],
    ['subscription', ['月額 980円']],
    ['subscription', ['990 ₽ в месяц']],
    ['one-time', ['One-time payment of $49']],
    ['one-time', ['Einmalzahlung: 49 €']],
    ['one-time', ['買い切り 1200円']],
    ['usage-based', ['Pay as you go']],
    ['usage-based', ['0,02 € pro Anfrage']],
    ['open-source', ['Acme is open-source.']],
    ['open-source', ['BSD 3-Clause']],
    ['open-source', ['Licensed under AGPL-3.0']],
    ['open-source', ['开源软件']],
    ['commission', ['5 % commission on each sale']],
    ['commission', ['2 € pro gebuchtem Slot']],
    ['free trial', ['Start your 14-day free trial']],
    ['free trial', ['Periodo de prueba de 15 días']],
    ['paid', ['Licenses start at USD 495']],
  ])('%s follows from %j', (value, texts) => expect(verifyField('pricing_model', value, texts)).toBe(value));

  test.each([
    ['Open Source', 'open-source', ['an open source tool']],
    ['One time', 'one-time', ['one-time payment']],
  ])('%s is returned as %s', (value, model, texts) => expect(verifyField('pricing_model', value, texts)).toBe(model));

  test.each([
    ['free', ['Feel free to write']],
    ['free', ['an ad-free app']],
    ['free', ['It is not free']],
    ['free', ['free shipping']],
    ['free', ['14-day free trial']],
    ['free', ['freedom for all']],
    ['free', ['Costs $10']],
    ['freemium', ['Acme is free.']],
    ['freemium', ['$10 per month']],
    ['freemium', ['Feel free', '$10']],
    ['freemium', ['Acme is free.', 'Pricing']],
    ['subscription', ['Costs $10']],
    ['subscription', ['per month']],
    ['subscription', ['Keine Abo-Pflicht']],
    ['subscription', ['$0 per month']],
    ['subscription', ['1200円 2015年']],
    ['subscription', ['We raised $10 million per year']],
    ['one-time', ['one-time password']],
    ['open-source', ['not open source']],
    ['open-source', ['resource']],
    ['commission', ['No commission, ever: save 20 %']],
    ['commission', ['0 % commission']],
    ['commission', ['European Commission']],
    ['paid', ['Free']],
    ['paid', ['costs 0 €']],
    ['paid', ['We raised $2M']],
    ['barter', ['barter']],
    [null, ['free']],
  ])('%s does not follow from %j', (value, texts) => expect(verifyField('pricing_model', value, texts)).toBeNull());

  test('is not part of its opposite', () => {
    expect(verifyField('pricing_model', 'free', ['It is not free at all'], ['free at all'])).toBeNull();
    expect(verifyField('pricing_model', 'free', ['Get your free trial now'], ['Get your free'])).toBeNull();
    expect(verifyField('pricing_model', 'open-source', ['It is not open source'], ['open source'])).toBeNull();
  });
  test('does not follow from the next block', () => {
    expect(verifyField('pricing_model', 'free', ['Free', 'Trial of strength'], ['Free'])).toBe('free');
    expect(verifyField('pricing_model', 'free', ['Why not', 'Free'], ['Free'])).toBe('free');
  });
});

describe('a stage', () => {
  test.each([
    ['beta', 'BETA'],
    ['beta', 'Early beta coming to Helsinki, fall 2026.'],
    ['beta', 'Jetzt in der Betaphase'],
    ['beta', 'ベータ版を公開'],
    ['prototype', 'A working prototype'],
    ['prototype', 'Join the waitlist'],
    ['launched', 'Now available on iPad'],
    ['launched', 'We are out of beta'],
    ['growing', 'a fast-growing company'],
    ['idea', 'still at the idea stage'],
  ])('%s follows from %j', (stage, text) => expect(verifyField('stage', stage, [text])).toBe(stage));

  test.each([
    ['beta', 'alphabetagamma'],
    ['beta', 'We are out of beta'],
    ['launched', 'rocket launcher'],
    ['beta', 'Now available'],
    ['mature', 'a mature product'],
    [1, 'beta'],
  ])('%s does not follow from %j', (stage, text) => expect(verifyField('stage', stage, [text])).toBeNull());
});

describe('categories', () => {
  test.each([
    [['Developer tools'], 'A developer tool for everyone'],
    [['developer-tools'], 'Convert HTML to PDF'],
    [['Developer tools'], 'für Entwickler gemacht'],
    [['finance & accounting'], 'Accounting for bakeries'],
    [['Finance & accounting'], 'Rechnungen schreiben'],
    [['Scheduling'], 'Kurzfristige Termine finden & buchen'],
    [['Scheduling'], '予約システム'],
    [['Games'], 'An endless jumping arcade mobile game'],
    [['Games'], 'Ένα παιχνίδι'],
    [['Sleep & rest'], 'Sleep better'],
    [['Work & teams'], 'A kanban board'],
    [['Buchhaltung'], 'unsere Buchhaltungssoftware'],
    [['動画'], '楽しい動画編集'],
  ])('%j are supported by %j', (value, text) => expect(verifyField('categories', value, [text])).toHaveLength(1));

  test('are returned as the site names them, in the proposed order', () =>
    expect(verifyField('categories', ['games', 'Cooking', 'DEVELOPER TOOLS', 'Games'], ['A game made with our SDK'])).toEqual([
      'Games',
      'Developer tools',
    ]));

  test.each([
    [['Developer tools'], 'A tool for everyone'],
    [['Work & teams'], 'How it works'],
    [['Sleep & rest'], 'and the rest'],
    [['Games'], 'gamete'],
    [['Finance & accounting'], 'on account of the weather'],
    [['Scheduling'], 'Terminal'],
    [['Cooking'], 'cooking'],
    ['Games', 'games'],
    [[null, {}, 3], 'games'],
  ])('%j are not supported by %j', (value, text) => expect(verifyField('categories', value, [text])).toBeNull());
});
