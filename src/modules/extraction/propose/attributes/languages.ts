import { memoizeByObject } from '../../parse/dom.ts';
import { sentenceAround } from '../../words/hedges.ts';
import type { TextSpan } from '../../words/terms.ts';
import { headingLevel, metaContent, type ProductSite } from '../site.ts';
import type { AttributeText } from './texts.ts';

/** What a product does with languages: it teaches, translates, transcribes or speaks them. */
const CONTENT =
  /(?<!\p{L})(?:learn(?:ing)? (?:a |any |new |foreign |\d{1,3}\+? )?languages?|language (?:learning|courses?|lessons?|tutors?|exchange|school)|translat(?:ors?|ion|e|es|ing)|transcri(?:be|bes|ption|ptions|bing)|speech[- ]to[- ]text|text[- ]to[- ]speech|dictat(?:e|ion)|subtitles?|dubbing|voice[- ]?overs?|vocabulary|flashcards|(?:fremd)?sprachen? (?:\p{L}{1,20} ){0,3}lernen|sprach(?:kurs|lern|coach|trainer|app)\p{L}{0,10}|übersetz(?:er|ung|ungen|en)|transkri(?:ption|bieren|biert)\p{L}{0,4}|diktier\p{L}{0,8}|untertitel|vokabel\p{L}{0,10}|appren(?:dre|ez|tissage) (?:\p{L}{1,20} ){0,3}langues?|traduct(?:ion|eur|or|ora)s?|traduire|transcri(?:re|ption)s?|sous-titres?|apren(?:der?|de|dizaje) (?:\p{L}{1,20} ){0,3}(?:idiomas?|línguas?)|traducci[oó]n|traducir|transcripci[oó]n|subtítulos|tradução|tradutor|traduzir|transcrição|legendas|impara(?:re)? (?:\p{L}{1,20} ){0,3}lingu[ae]|traduzion[ei]|traduttore|trascrizion[ei]|sottotitoli|talen (?:\p{L}{1,20} ){0,3}leren|taal(?:cursus|app|les)\p{L}{0,4}|vertal(?:en|ing|er)|transcriptie|ondertitel(?:s|ing))(?!\p{L})|(?:言語|語学|外国語|英語|英会話)(?:を|の)?(?:学習|学べ|学ぶ)|語学|翻訳|文字起こし|音声入力|字幕|学(?:习)?(?:外)?语(?:言)?|学英语|學語言|语言学习|語言學習|翻译|翻譯|转写|轉寫|语音转文字/iu;
/** A product of that kind still has languages of its own. */
const INTERFACE =
  /(?<!\p{L})(?:(?:user )?interfaces?|UI|menus?|app languages?|locali[sz]ed|(?:benutzer)?oberfläche|app-sprachen?|interfaz|interfaccia|langues? de l['’](?:interface|application)|idiomas? de la (?:interfaz|aplicación)|idiomas? da (?:interface|aplicação)|lingue dell['’](?:interfaccia|app)|app-talen)(?!\p{L})|表示言語|インターフェース|ローカライズ|界面|介面/iu;
const LONGEST_TITLE = 120;

/** Whether a site's title, summary or headline is about languages as the product's content. */
const isAboutLanguages = memoizeByObject(({ home }: ProductSite): boolean => {
  const headlines = home.blocks.filter((block) => headingLevel(block) === 1).slice(0, 3);
  const texts = [home.title, metaContent(home, 'description'), metaContent(home, 'og:description'), ...headlines.map(({ text }) => text)];
  return texts.some((text) => text !== null && CONTENT.test(text));
});

/** Whether languages are named as what the product works with rather than as its own. */
export const isContentLanguage = (site: ProductSite, { text, section }: AttributeText, statement: TextSpan): boolean => {
  const titles = (section?.titles ?? []).filter((title) => title.length <= LONGEST_TITLE);
  if (INTERFACE.test(sentenceAround(text, statement).text) || titles.slice(-1).some((title) => INTERFACE.test(title))) return false;
  return isAboutLanguages(site) || titles.some((title) => CONTENT.test(title));
};
