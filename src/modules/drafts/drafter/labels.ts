const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const MARK = /^(?:[\s✓✔☑→➜➤▶►•·●○◆★☆*+\-–—]|\p{Extended_Pictographic}|\ufe0f|\u200d)+/u;
const TICK = /^\s*[✓✔☑✅]/u;

export const isWide = (text: string): boolean => WIDE.test(text);
export const isTicked = (text: string): boolean => TICK.test(text);
/** A label without the tick or picture before it. */
export const labelOf = (text: string): string => text.replace(MARK, '').trim();

/** Figures and dates are what a product counts, not what it does. */
const FIGURES = /^[\d.,+~±<>€$£%\s]+(?:\p{L}{0,4}\b)?(?:\s\S{1,10})?$|^(?:R\$|US\$|[€$£])|^\p{L}{3,9}\.?[\s/]\d{4}$/u;
const SPEECH = /^["“„«『「]/;

/** "And much more", "Coming soon": the end of a list, and what is not there yet. */
const NOTHING_YET =
  /^(?:(?:…|\.\.\.)?\s*(?:and|und|et|y|e|en|i|och|og)?\s*(?:so |much |many |lots? |viel(?:es)? |beaucoup |mucho |molto |muito |veel )*(?:more|mehr|plus|más|altro|di più|mais|meer|więcej|mer)(?: features| to come)?[\s.…!]*)$|(?<!\p{L})(?:(?:coming|launching|available|arriving) (?:very )?soon|demnächst|in kürze|bald (?:verfügbar|da)|in vorbereitung|próximamente|muy pronto|bientôt|prossimamente|in arrivo|em breve|binnenkort|wkrótce|snart)(?!\p{L})|近日公開|準備中|即将推出|敬请期待|출시 예정/iu;

/** Whether a line can name a thing a product does: a few words, no question, price, address, date or speech. */
export const isLabel = (written: string): boolean => {
  const text = labelOf(written);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = WIDE.test(text);
  if (text.length < (wide ? 2 : 3) || text.length > 90 || letters < (wide ? 2 : 3) || text.split(/\s+/).length > 14) return false;
  if (/[?？:：]$|@|https?:|©|^\d+\s?[.)/|·–—]\s|\d\s?[€$£¥]|[€$£¥]\s?\d/.test(text) || FIGURES.test(text) || SPEECH.test(text))
    return false;
  if (NOTHING_YET.test(text)) return false;
  // One short word is a button or a slogan's beat, unless it is an abbreviation.
  if (/^\p{L}{1,5}\.?$/u.test(text) && !wide && !/^\p{Lu}{2,}/u.test(text)) return false;
  // One word in capitals is the badge of a mock-up or a label over the real heading.
  return !/^\p{Lu}{6,}$/u.test(text);
};

/** One short word, which names a thing only where things are announced and each has a text: "Chat", "Miete". */
export const isWord = (written: string): boolean => /^\p{Lu}\p{L}{2,4}$/u.test(labelOf(written));

/** Whether an item of a list that is announced tells a thing a product does, be it in a whole sentence. */
export const isPoint = (written: string): boolean => {
  const text = labelOf(written);
  return isLabel(written) || (text.length > 60 && text.length <= 200 && !/[?？:：]$|@|https?:|©/.test(text) && !SPEECH.test(text));
};

/** Running text, not the data of a mock-up: words, and few figures. */
export const isProse = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > text.length * 0.6 && (WIDE.test(text) ? text.length >= 8 : text.split(/\s+/).length >= 4);
};

/** A heading that tells something whole, with a point behind it, is less a feature than a section. */
export const isSentence = (text: string): boolean => /[.!。]$/.test(text) && text.split(/\s+/).length >= 4;
