import { termsOf } from './terms.ts';

/** How people write the sign @ in words, in brackets, to hide an address from machines. */
export const AT_WORDS: readonly string[] = termsOf(
  'at, ät, arroba, arobase, chez, chiocciola, apenstaartje, klammeraffe, snabel-a, snabela, krøllalfa, alfakrøll, małpa, malpa',
  'zavináč, zavinac, afna, kukac, собака, собачка, равлик, παπάκι, アット, アットマーク, 골뱅이, 艾特, @, ＠',
);

/** How people write the dot. */
export const DOT_WORDS: readonly string[] = termsOf(
  'dot, punkt, punto, point, ponto, punt, kropka, tečka, tecka, bodka, bod, точка, крапка, piste, pont, nokta, τελεία, ドット, 점, 点, .',
);
