import type { BrandPicture, Site } from '../../../kernel/context.ts';
import { renderHtml } from '../../../kernel/html.ts';
import { describeLanguage } from '../../../kernel/language/languages.ts';
import { currentLanguage, localPath } from '../../../kernel/language/locale.ts';
import { t } from '../../../kernel/language/messages.ts';
import { brandPicturePath } from '../../sites/brand/icon.ts';
import { paletteOf } from '../../sites/brand/palette.ts';
import { typefaceOf } from '../../sites/brand/typefaces.ts';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import { cleanLines, toOneLine } from './quoting.ts';

export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL, for mail that the recipient did not request individually. */
  unsubscribe_url?: string;
}

/** Mail that the recipient can turn off. It is rendered once the recipient's unsubscribe URL is known. */
export interface OptionalMail {
  kind: MailKind;
  write(unsubscribe_url: string): MailMessage;
}

export interface MailContents {
  subject: string;
  says: string[];
  /** Lists, such as the launches of a week. */
  sections?: MailSection[];
  link?: MailLink;
  /** What to do if the recipient did not request it. */
  otherwise?: string;
  /** The footer: why the mail came, and links to turn it off. */
  foot?: { says: string; ways: MailLink[] };
}

export interface MailLink {
  name: string;
  href: string;
}

export interface MailSection {
  heading?: string;
  items: (MailLink & { text: string })[];
}

const stylesFor = ({ brand }: Site) => {
  const { light, dark } = paletteOf(brand);
  const { mail: font } = typefaceOf(brand);
  return {
    body: 'margin:0;padding:24px;background:#fcfcf9;color:#15201b;font:16px/1.6 -apple-system,Segoe UI,Roboto,Arial,sans-serif',
    inner: 'max-width:32em',
    name: `font:600 20px/1 ${font};margin:0 0 24px`,
    button: `display:inline-block;padding:10px 18px;border-radius:6px;background:${light.accent};color:${light.on_accent};font-weight:600;text-decoration:none`,
    heading: `font:600 18px/1.3 ${font};margin:32px 0 12px`,
    item: 'margin:0 0 16px',
    item_name: `color:${light.accent};font-weight:600`,
    quiet: QUIET,
    lines: 'white-space:pre-line',
    /** Mail programs that follow the system's colours use these instead. Those that do not, keep the styles of the elements. */
    dark: `@media (prefers-color-scheme: dark) {
  body { background: #0f1412 !important; color: #e9efe9 !important; }
  a { color: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.on_accent} !important; }
  .quiet { color: #93a098 !important; }
  .on-light { display: none !important; }
  .on-dark { display: inline !important; }
}`,
  };
};

type Styles = ReturnType<typeof stylesFor>;

const QUIET = 'color:#5f6c64;font-size:14px';

const renderSectionText = ({ heading, items }: MailSection): string =>
  [...(heading ? [heading] : []), ...items.map(({ name, href, text }) => `* ${name}\n  ${text ? `${text}\n  ` : ''}${href}`)].join('\n\n');

const renderText = (site: Site, { says, sections = [], link, otherwise, foot }: MailContents): string => {
  const footer = foot ? [`${foot.says}\n${foot.ways.map(({ name, href }) => `${name}: ${href}`).join('\n')}`] : [];
  return `${[...says, ...sections.map(renderSectionText), ...(link ? [link.href] : []), ...(otherwise ? [otherwise] : []), `${site.name}\n${site.root}`, ...footer].join('\n\n')}\n`;
};

const Footer = ({ says, ways }: NonNullable<MailContents['foot']>) => (
  <p class="quiet" style={QUIET}>
    {says}
    {ways.map(({ name, href }) => (
      <>
        {' '}
        <a class="quiet" href={href} style={QUIET}>
          {name}
        </a>
      </>
    ))}
  </p>
);

/** The height of the logo in mails. */
const LOGO_HEIGHT = 36;

const Logo = ({ root, name, picture, ...more }: { root: string; name: string; picture: BrandPicture; class?: string; style: string }) => (
  <img
    {...more}
    src={root + brandPicturePath(picture)}
    alt={name}
    width={Math.round((picture.width / picture.height) * LOGO_HEIGHT)}
    height={LOGO_HEIGHT}
  />
);

/** The site's name, or its logo with the name as its alt text. A logo without one for dark backgrounds stands on a light one. */
const MailName = ({ site: { name, root, brand: { logo, logo_dark } = {} } }: { site: Site }) => {
  if (!logo) return <>{name}</>;
  if (!logo_dark) return <Logo root={root} name={name} picture={logo} style="padding:4px;border-radius:6px;background:#fcfcf9" />;
  return (
    <>
      <Logo root={root} name={name} picture={logo} class="on-light" style="border:0" />
      <Logo root={root} name={name} picture={logo_dark} class="on-dark" style="display:none" />
    </>
  );
};

const Section = ({ heading, items, styles }: MailSection & { styles: Styles }) => (
  <>
    {heading && <h2 style={styles.heading}>{heading}</h2>}
    {items.map(({ name, href, text }) => (
      <p style={styles.item} dir="auto">
        <a href={href} style={styles.item_name}>
          {name}
        </a>
        {text && (
          <>
            <br />
            {text}
          </>
        )}
      </p>
    ))}
  </>
);

const cleanSection = ({ heading, items }: MailSection): MailSection => ({
  heading,
  items: items.map(({ name, href, text }) => ({ name: toOneLine(name), href, text: toOneLine(text) })),
});

/** Renders a mail as text and HTML, in the current language. Names of sites and products are escaped, so they cannot become headers or markup. */
export const renderMail = (site: Site, input: MailContents): MailMessage => {
  // Removes line breaks from the subject, and control characters that change the text direction.
  const sections = input.sections?.map(cleanSection);
  const contents = { ...input, subject: toOneLine(input.subject), says: input.says.map(cleanLines), sections };
  const { subject, says, link, otherwise, foot } = contents;
  const styles = stylesFor(site);
  const language = currentLanguage();
  return {
    subject,
    text: renderText(site, contents),
    html: `<!doctype html>${renderHtml(
      <html lang={language} dir={describeLanguage(language).dir === 'rtl' ? 'rtl' : undefined}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{subject}</title>
          <style dangerouslySetInnerHTML={{ __html: styles.dark }} />
        </head>
        <body style={styles.body}>
          <div style={styles.inner}>
            <p style={styles.name}>
              <MailName site={site} />
            </p>
            {says.map((paragraph) => (
              <p style={paragraph.includes('\n') ? styles.lines : undefined}>{paragraph}</p>
            ))}
            {sections?.map((section) => (
              <Section {...section} styles={styles} />
            ))}
            {link && (
              <p>
                <a class="button" href={link.href} style={styles.button}>
                  {link.name}
                </a>
              </p>
            )}
            {link && (
              <p class="quiet" style={styles.quiet}>
                {t('Or copy this link into your browser: {href}', { href: link.href })}
              </p>
            )}
            {otherwise && (
              <p class="quiet" style={styles.quiet}>
                {otherwise}
              </p>
            )}
            {foot && <Footer {...foot} />}
          </div>
        </body>
      </html>,
    )}`,
  };
};

/** The address of a page in the language of the mail. */
export const localUrl = ({ root }: Site, path: string): string => root + localPath(path);

export const getPreferencesLink = (site: Site): MailLink => ({
  name: t('Manage email preferences'),
  href: localUrl(site, '/account/mail'),
});

/** Mail that the recipient can turn off, with links in its footer to do so. */
export const makeOptionalMail = (site: Site, kind: MailKind, contents: Omit<MailContents, 'foot'>): OptionalMail => ({
  kind,
  write: (unsubscribe_url) => {
    const foot = {
      says: t('You receive “{name}” emails from {name2}.', { name: MAIL_KINDS[kind].name, name2: site.name }),
      ways: [{ name: t('Unsubscribe'), href: unsubscribe_url }, getPreferencesLink(site)],
    };
    return { ...renderMail(site, { ...contents, foot }), unsubscribe_url };
  },
});
