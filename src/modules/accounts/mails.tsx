import { renderToString } from 'preact-render-to-string';
import type { Site } from '../../kernel/context.ts';
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Where who gets it says, with one click, that it was the last of its kind; for letters that were not asked for one by one. */
  unsubscribe_url?: string;
}

/** A letter its reader may do without. It is written once it is known who gets it, and how they end its kind. */
export interface OptionalLetter {
  kind: MailKind;
  write(unsubscribe_url: string): Letter;
}

interface Contents {
  subject: string;
  says: string[];
  link?: Way;
  /** What to do about it who did not ask for it. */
  otherwise?: string;
  /** Under all of it: why it came, and the ways to have less of it. */
  foot?: { says: string; ways: Way[] };
}

interface Way {
  name: string;
  href: string;
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#fcfcf9;color:#15201b;font:16px/1.6 -apple-system,Segoe UI,Roboto,Arial,sans-serif',
  inner: 'max-width:32em',
  name: 'font:600 20px/1 Georgia,serif;margin:0 0 24px',
  button: 'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b6a4a;color:#ffffff;font-weight:600;text-decoration:none',
  quiet: 'color:#5f6c64;font-size:14px',
};

const textOf = (site: Site, { says, link, otherwise, foot }: Contents): string => {
  const below = foot ? [`${foot.says}\n${foot.ways.map(({ name, href }) => `${name}: ${href}`).join('\n')}`] : [];
  return `${[...says, ...(link ? [link.href] : []), ...(otherwise ? [otherwise] : []), `${site.name}\n${site.root}`, ...below].join('\n\n')}\n`;
};

const Foot = ({ says, ways }: NonNullable<Contents['foot']>) => (
  <p style={STYLE.quiet}>
    {says}
    {ways.map(({ name, href }) => (
      <>
        {' '}
        <a href={href} style={STYLE.quiet}>
          {name}
        </a>
      </>
    ))}
  </p>
);

/** One letter in both forms, from the same words. Site and product names are text in both: nothing of theirs becomes a header or markup. */
export const letter = (site: Site, contents: Contents): Letter => {
  const { subject, says, link, otherwise, foot } = contents;
  return {
    subject,
    text: textOf(site, contents),
    html: `<!doctype html>${renderToString(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>{subject}</title>
        </head>
        <body style={STYLE.body}>
          <div style={STYLE.inner}>
            <p style={STYLE.name}>{site.name}</p>
            {says.map((paragraph) => (
              <p>{paragraph}</p>
            ))}
            {link && (
              <p>
                <a href={link.href} style={STYLE.button}>
                  {link.name}
                </a>
              </p>
            )}
            {link && <p style={STYLE.quiet}>Or open this address: {link.href}</p>}
            {otherwise && <p style={STYLE.quiet}>{otherwise}</p>}
            {foot && <Foot {...foot} />}
          </div>
        </body>
      </html>,
    )}`,
  };
};

/** The way to where somebody chooses which mail they get. */
export const choosing = (site: Site): Way => ({ name: 'Choose which mail you get', href: `${site.root}/account/mail` });

/** A letter that its reader may do without: it says how to end its kind, and where to choose. */
export const optionalLetter = (site: Site, kind: MailKind, contents: Omit<Contents, 'foot'>): OptionalLetter => ({
  kind,
  write: (unsubscribe_url) => {
    const foot = {
      says: `You get mail of the kind “${MAIL_KINDS[kind].name}” from ${site.name}.`,
      ways: [{ name: 'Get no more of this kind', href: unsubscribe_url }, choosing(site)],
    };
    return { ...letter(site, { ...contents, foot }), unsubscribe_url };
  },
});

export const linkTo = (site: Site, path: string, token: string): string => `${site.root}${path}?token=${token}`;

/** The same for an address with an account and one without: the mail tells nothing, and neither does its sending. */
export const signInLetter = (site: Site, token: string): Letter =>
  letter(site, {
    subject: `Your link to ${site.name}`,
    says: [
      `Open this link to sign in to ${site.name}. If this address has no account yet, it makes one.`,
      'It works once, for 15 minutes.',
    ],
    link: { name: 'Sign in', href: linkTo(site, '/sign-in/link', token) },
    otherwise: 'If you did not ask for it, do nothing: without the link nobody gets in.',
  });

export const oldAddressLetter = (site: Site, token: string, new_email: string): Letter =>
  letter(site, {
    subject: `Confirm your new address at ${site.name}`,
    says: [
      `Your ${site.name} account is to move from this address to ${new_email}.`,
      'Please confirm it with this link. A second link went to the new address; both are needed, within 24 hours.',
    ],
    link: { name: 'Confirm the move', href: linkTo(site, '/account/address', token) },
    otherwise: 'If this is not your doing, do not open the link, sign in, and sign out everywhere: somebody may be using your account.',
  });

export const newAddressLetter = (site: Site, token: string): Letter =>
  letter(site, {
    subject: `Confirm this address for ${site.name}`,
    says: [
      `A ${site.name} account is to move to this address.`,
      'Please confirm it with this link. A second link went to the old address; both are needed, within 24 hours.',
    ],
    link: { name: 'Confirm this address', href: linkTo(site, '/account/address', token) },
    otherwise: 'If you do not know of it, do nothing.',
  });

/** To an address that has an account already. Who asked for the move is not told. */
export const takenAddressLetter = (site: Site): Letter =>
  letter(site, {
    subject: `This address has an account at ${site.name}`,
    says: [
      `Somebody asked to move another ${site.name} account to this address. It already has an account, so nothing was changed.`,
      'If it was you: sign in with this address, or delete the account it has first.',
    ],
  });

export const movedLetter = (site: Site, new_email: string): Letter =>
  letter(site, {
    subject: `Your address at ${site.name} has changed`,
    says: [`Your ${site.name} account now belongs to ${new_email}. This address no longer signs in to it.`],
  });

export const passwordChangedLetter = (site: Site): Letter =>
  letter(site, {
    subject: `Your password at ${site.name} has changed`,
    says: ['Your password has been set anew, and every other device was signed out.'],
    otherwise: `If this is not your doing, sign in with a link at ${site.root}/sign-in and set another one.`,
  });

export const deletedLetter = (site: Site): Letter =>
  letter(site, {
    subject: `Your account at ${site.name} is deleted`,
    says: [`Your ${site.name} account and what we held about you are gone. This is our last mail to you.`],
  });
