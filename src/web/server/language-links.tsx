import type { Site } from '../../kernel/context.ts';
import { describeLanguage, offeredLanguages, splitLanguage } from '../../kernel/language/languages.ts';
import { currentLanguage, localeFor, pathIn } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import { homePaths } from '../paths.ts';

/** The page in the languages of the site, for search engines. */
export const LanguageLinks = ({ site, canonical }: { site: Site; canonical: string }) => {
  const languages = offeredLanguages(site);
  if (languages.length < 2) return null;
  const { rest } = splitLanguage(canonical);
  return (
    <>
      {languages.map((language) => (
        <link rel="alternate" hreflang={language} href={site.root + pathIn(localeFor(site, language), rest)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={site.root + rest} />
    </>
  );
};

interface LanguageChoiceProps {
  site: Site;
  /** The address of the page, without its language. */
  back: string;
}

/** Leads to this page in another language, which the browser and the account keep. */
export const LanguageChoice = ({ site, back }: LanguageChoiceProps) => {
  const languages = offeredLanguages(site);
  if (languages.length < 2) return null;
  return (
    <form method="post" action={homePaths.chooseLanguage()} class="languages wide">
      <input type="hidden" name="back" value={back} />
      <span id="languages">{t('Language')}</span>
      <ul aria-labelledby="languages">
        {languages.map((language) => (
          <li>
            <button
              type="submit"
              name="language"
              value={language}
              lang={language}
              aria-current={language === currentLanguage() ? 'true' : undefined}
            >
              {describeLanguage(language).name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
};
