const ACCENTED = new Map(
  [...'AÀCÇDÐEÉIÎNÑOÖSŠUÛYÝaåcçdðeéiîmɱnñoöpþrŕsštţuûyýzž'.matchAll(/(.)(.)/gu)].map(([, plain, accented]) => [plain!, accented!]),
);

/** With accents and a third longer, so that pictures show what does not fit and what was not translated. */
const accent = (text: string): string => {
  const letters = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('');
  return /\p{L}{4}/u.test(text)
    ? letters.replace(/(\p{L})(\P{L}*)$/u, (_, last: string, rest: string) => last.repeat(1 + Math.ceil(text.length / 6)) + rest)
    : letters;
};

/** Every word written from right to left. */
const mirror = (text: string): string => text.replace(/[\p{L}\p{N}’-]+/gu, (word) => `\u202e${word}\u202c`);

export const PSEUDO: Record<string, (text: string) => string> = { 'en-xa': accent, 'ar-xb': mirror };
