import { pricesIn } from './pricing.ts';

export type PricePeriod = 'month' | 'year' | 'week' | 'day' | 'once';

export interface Money {
  amount: number;
  /** ISO 4217, or the sign as written where it stands for several currencies. */
  currency: string;
  period: PricePeriod | null;
}

const CURRENCIES: Record<string, string> = {
  $: 'USD',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  S$: 'SGD',
  R$: 'BRL',
  MX$: 'MXN',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₦': 'NGN',
  '₱': 'PHP',
  EURO: 'EUR',
  EUROS: 'EUR',
  DOLLAR: 'USD',
  DOLLARS: 'USD',
  ZŁ: 'PLN',
  KČ: 'CZK',
  FT: 'HUF',
  LEI: 'RON',
  TL: 'TRY',
  RMB: 'CNY',
  元: 'CNY',
  円: 'JPY',
  원: 'KRW',
  RS: 'INR',
  'RS.': 'INR',
  RP: 'IDR',
  'RP.': 'IDR',
  R: 'ZAR',
};

const NUMBER = /\d[\d.,'’ ]{0,20}/;

/** "1,234.50", "1.234,50", "9,99" and "1 200" as numbers. The last separator is decimal if one or two digits follow it. */
export const parseAmount = (text: string): number => {
  const digits = text.replace(/[ '’]/g, '').replace(/[.,]{1,3}$/, '');
  const decimal = /[.,](\d{1,2})$/.exec(digits);
  const whole = (decimal ? digits.slice(0, decimal.index) : digits).replace(/[.,]/g, '');
  return Number(decimal ? `${whole}.${decimal[1]}` : whole);
};

const PERIODS: [PricePeriod, RegExp][] = [
  [
    'month',
    /month|\/ ?mo\b|\bmo\b|\bp\/?m\b|monat|mtl|\bmois\b|\bmes\b|mensual|mensile|\bmese\b|\bm[eê]s\b|mensal|maand|月|월|mies|\bmc\b|månad|måned/i,
  ],
  ['year', /year|\byr\b|annual|jahr|jährlich|\ban\b|\bannée\b|\baño\b|\banno\b|\bano\b|jaar|年|년|\brok\b|\bår\b/i],
  ['week', /week|woche|semaine|semana|settimana|週|周/i],
  ['day', /\bday\b|daily|\btag\b|\bjour\b|\bdía\b|\bgiorno\b|\bdia\b|日/i],
  ['once', /one[- ]time|once|lifetime|einmalig|pago único|paiement unique|una tantum|買い切り/i],
];

/** The first price in a text, with its currency and the period that stands beside it. */
export const parseMoney = (text: string): Money | null => {
  const [price] = pricesIn(text);
  if (!price) return null;
  const written = text.slice(price.start, price.end).normalize('NFKC');
  const number = NUMBER.exec(written)?.[0];
  if (!number) return null;
  const sign = written.replace(number, '').replace(/[\s,–-]/g, '');
  const beside = text.slice(price.end, price.end + 40).split(/[$€£]/)[0]!;
  const before = text.slice(Math.max(0, price.start - 12), price.start);
  const period = PERIODS.find(([, words]) => words.test(beside)) ?? PERIODS.find(([, words]) => words.test(before));
  const amount = parseAmount(number);
  return Number.isFinite(amount) ? { amount, currency: CURRENCIES[sign.toUpperCase()] ?? sign, period: period?.[0] ?? null } : null;
};
