const ACCENTED = new Map(
  [...'AÀCÇDÐEÉIÎNÑOÖSŠUÛYÝaåcçdðeéiîmɱnñoöpþrŕsštţuûyýzž'.matchAll(/(.)(.)/gu)].map(([, plain, accented]) => [plain!, accented!]),
);

/** With accents, in brackets and a third longer, so that pictures show what does not fit, what is cut and what was not translated. */
const accent = (text: string): string => {
  const letters = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('');
  return text.trim() === '' ? text : `[${letters}${'~'.repeat(Math.ceil(text.length / 4))}]`;
};

/** Every word written from right to left. */
const mirror = (text: string): string => text.replace(/[\p{L}\p{N}’-]+/gu, (word) => `\u202e${word}\u202c`);

export const PSEUDO: Record<string, (text: string) => string> = { 'en-xa': accent, 'ar-xb': mirror };
