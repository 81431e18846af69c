import type { Site } from '../../../kernel/context.ts';
import { renderHtml } from '../../../kernel/html.ts';
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

interface MailContents {
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

interface MailLink {
  name: string;
  href: string;
}

export interface MailSection {
  heading?: string;
  items: (MailLink & { text: string })[];
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#fcfcf9;color:#15201b;font:16px/1.6 -apple-system,Segoe UI,Roboto,Arial,sans-serif',
  inner: 'max-width:32em',
  name: 'font:600 20px/1 Georgia,serif;margin:0 0 24px',
  button: 'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b6a4a;color:#ffffff;font-weight:600;text-decoration:none',
  heading: 'font:600 18px/1.3 Georgia,serif;margin:32px 0 12px',
  item: 'margin:0 0 16px',
  item_name: 'color:#0b6a4a;font-weight:600',
  quiet: 'color:#5f6c64;font-size:14px',
};

/** Mail programs that follow the system's colours use these instead. Those that do not, keep the styles of the elements. */
const DARK = `@media (prefers-color-scheme: dark) {
  body { background: #0f1412 !important; color: #e9efe9 !important; }
  a { color: #63d8a6 !important; }
  .button { background: #63d8a6 !important; color: #06281b !important; }
  .quiet { color: #93a098 !important; }
}`;

const renderSectionText = ({ heading, items }: MailSection): string =>
  [...(heading ? [heading] : []), ...items.map(({ name, href, text }) => `* ${name}\n  ${text ? `${text}\n  ` : ''}${href}`)].join('\n\n');

const renderText = (site: Site, { says, sections = [], link, otherwise, foot }: MailContents): string => {
  const footer = foot ? [`${foot.says}\n${foot.ways.map(({ name, href }) => `${name}: ${href}`).join('\n')}`] : [];
  return `${[...says, ...sections.map(renderSectionText), ...(link ? [link.href] : []), ...(otherwise ? [otherwise] : []), `${site.name}\n${site.root}`, ...footer].join('\n\n')}\n`;
};

const Footer = ({ says, ways }: NonNullable<MailContents['foot']>) => (
  <p class="quiet" style={STYLE.quiet}>
    {says}
    {ways.map(({ name, href }) => (
      <>
        {' '}
        <a class="quiet" href={href} style={STYLE.quiet}>
          {name}
        </a>
      </>
    ))}
  </p>
);

const Section = ({ heading, items }: MailSection) => (
  <>
    {heading && <h2 style={STYLE.heading}>{heading}</h2>}
    {items.map(({ name, href, text }) => (
      <p style={STYLE.item} dir="auto">
        <a href={href} style={STYLE.item_name}>
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

/** Renders a mail as text and HTML. Names of sites and products are escaped, so they cannot become headers or markup. */
export const renderMail = (site: Site, input: MailContents): MailMessage => {
  // Removes line breaks from the subject, and control characters that change the text direction.
  const sections = input.sections?.map(cleanSection);
  const contents = { ...input, subject: toOneLine(input.subject), says: input.says.map(cleanLines), sections };
  const { subject, says, link, otherwise, foot } = contents;
  return {
    subject,
    text: renderText(site, contents),
    html: `<!doctype html>${renderHtml(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{subject}</title>
          <style dangerouslySetInnerHTML={{ __html: DARK }} />
        </head>
        <body style={STYLE.body}>
          <div style={STYLE.inner}>
            <p style={STYLE.name}>{site.name}</p>
            {says.map((paragraph) => (
              <p>{paragraph}</p>
            ))}
            {sections?.map((section) => (
              <Section {...section} />
            ))}
            {link && (
              <p>
                <a class="button" href={link.href} style={STYLE.button}>
                  {link.name}
                </a>
              </p>
            )}
            {link && (
              <p class="quiet" style={STYLE.quiet}>
                Or open this address: {link.href}
              </p>
            )}
            {otherwise && (
              <p class="quiet" style={STYLE.quiet}>
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

export const getPreferencesLink = (site: Site): MailLink => ({ name: 'Choose which mail you get', href: `${site.root}/account/mail` });

/** Mail that the recipient can turn off, with links in its footer to do so. */
export const makeOptionalMail = (site: Site, kind: MailKind, contents: Omit<MailContents, 'foot'>): OptionalMail => ({
  kind,
  write: (unsubscribe_url) => {
    const foot = {
      says: `You get mail of the kind “${MAIL_KINDS[kind].name}” from ${site.name}.`,
      ways: [{ name: 'Get no more of this kind', href: unsubscribe_url }, getPreferencesLink(site)],
    };
    return { ...renderMail(site, { ...contents, foot }), unsubscribe_url };
  },
});

export const buildTokenUrl = (site: Site, path: string, token: string): string => `${site.root}${path}?token=${token}`;

/** The same for addresses with and without an account, so that it does not reveal whether one exists. */
export const signInMail = (site: Site, token: string): MailMessage =>
  renderMail(site, {
    subject: `Your link to ${site.name}`,
    says: [
      `Open this link to sign in to ${site.name}. If this address has no account yet, it makes one.`,
      'It works once, for 15 minutes.',
    ],
    link: { name: 'Sign in', href: buildTokenUrl(site, '/sign-in/link', token) },
    otherwise: 'If you did not ask for it, do nothing: without the link nobody gets in.',
  });

export const oldAddressMail = (site: Site, token: string, new_email: string): MailMessage =>
  renderMail(site, {
    subject: `Confirm your new address at ${site.name}`,
    says: [
      `Your ${site.name} account is to move from this address to ${new_email}.`,
      'Please confirm it with this link. A second link went to the new address; both are needed, within 24 hours.',
    ],
    link: { name: 'Confirm the move', href: buildTokenUrl(site, '/account/address', token) },
    otherwise: 'If this is not your doing, do not open the link, sign in, and sign out everywhere: somebody may be using your account.',
  });

export const newAddressMail = (site: Site, token: string): MailMessage =>
  renderMail(site, {
    subject: `Confirm this address for ${site.name}`,
    says: [
      `A ${site.name} account is to move to this address.`,
      'Please confirm it with this link. A second link went to the old address; both are needed, within 24 hours.',
    ],
    link: { name: 'Confirm this address', href: buildTokenUrl(site, '/account/address', token) },
    otherwise: 'If you do not know of it, do nothing.',
  });

/** To the owner of an address that already has an account. The account that requested the change does not learn this. */
export const takenAddressMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: `This address has an account at ${site.name}`,
    says: [
      `Somebody asked to move another ${site.name} account to this address. It already has an account, so nothing was changed.`,
      'If it was you: sign in with this address, or delete the account it has first.',
    ],
  });

export const emailChangedMail = (site: Site, new_email: string): MailMessage =>
  renderMail(site, {
    subject: `Your address at ${site.name} has changed`,
    says: [`Your ${site.name} account now belongs to ${new_email}. This address no longer signs in to it.`],
  });

export const passwordChangedMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: `Your password at ${site.name} has changed`,
    says: ['Your password has been set anew, and every other device was signed out.'],
    otherwise: `If this is not your doing, sign in with a link at ${site.root}/sign-in and set another one.`,
  });

export const accountDeletedMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: `Your account at ${site.name} is deleted`,
    says: [`Your ${site.name} account and what we held about you are gone. This is our last mail to you.`],
  });
