import type { Site } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { localUrl, type MailMessage, renderMail } from './render-mail.tsx';

export const buildTokenUrl = (site: Site, path: string, token: string): string => `${localUrl(site, path)}?token=${token}`;

/** The same for addresses with and without an account, so that it does not reveal whether one exists. */
export const signInMail = (site: Site, token: string): MailMessage =>
  renderMail(site, {
    subject: t('Your {name} sign-in link', { name: site.name }),
    says: [
      t('Use this link to sign in to {name}. If you don’t have an account yet, it creates one.', { name: site.name }),
      t('The link expires in 15 minutes and can be used once.'),
    ],
    link: { name: t('Sign in'), href: buildTokenUrl(site, '/sign-in/link', token) },
    otherwise: t('If you didn’t request this, you can ignore this email. Nobody can sign in without the link.'),
  });

export const oldAddressMail = (site: Site, token: string, new_email: string): MailMessage =>
  renderMail(site, {
    subject: t('Confirm your new email address for {name}', { name: site.name }),
    says: [
      t('You asked to change the email address of your {name} account to {new_email}.', { name: site.name, new_email }),
      t('Please confirm with this link. We sent a second link to the new address. Open both within 24 hours to complete the change.'),
    ],
    link: { name: t('Confirm the change'), href: buildTokenUrl(site, '/account/address', token) },
    otherwise: t(
      'If this wasn’t you, don’t open the link. Sign in, then use “Sign out everywhere”: someone else may be using your account.',
    ),
  });

export const newAddressMail = (site: Site, token: string): MailMessage =>
  renderMail(site, {
    subject: t('Confirm this email address for {name}', { name: site.name }),
    says: [
      t('Someone asked to change the email address of their {name} account to this one.', { name: site.name }),
      t('Please confirm with this link. We sent a second link to the old address. Open both within 24 hours to complete the change.'),
    ],
    link: { name: t('Confirm this email address'), href: buildTokenUrl(site, '/account/address', token) },
    otherwise: t('If this wasn’t you, you can ignore this email.'),
  });

/** To the owner of an address that already has an account. The account that requested the change does not learn this. */
export const takenAddressMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: t('You already have a {name} account', { name: site.name }),
    says: [
      t('Someone asked to use this email address for another {name} account. It already belongs to an account, so nothing has changed.', {
        name: site.name,
      }),
      t('If it was you, sign in with this address, or delete its account first.'),
    ],
  });

export const emailChangedMail = (site: Site, new_email: string): MailMessage =>
  renderMail(site, {
    subject: t('Your {name} email address has changed', { name: site.name }),
    says: [
      t('The email address of your {name} account is now {new_email}. You can no longer sign in with this address.', {
        name: site.name,
        new_email,
      }),
    ],
  });

export const passwordChangedMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: t('Your {name} password has changed', { name: site.name }),
    says: [t('Your password was changed, and all other devices were signed out.')],
    otherwise: t('If this wasn’t you, request a sign-in link at {root}/sign-in and set a new password.', { root: site.root }),
  });

export const identityConnectedMail = (site: Site, provider: string): MailMessage =>
  renderMail(site, {
    subject: t('You can now sign in to {name} with {provider}', { name: site.name, provider }),
    says: [t('{provider} is connected to your {name} account. You can now sign in with it.', { provider, name: site.name })],
    otherwise: t('If this wasn’t you, disconnect it at {root}/account and sign out everywhere.', { root: site.root }),
  });

export const identityDisconnectedMail = (site: Site, provider: string): MailMessage =>
  renderMail(site, {
    subject: t('{provider} is disconnected from your {name} account', { provider, name: site.name }),
    says: [t('You can no longer sign in to {name} with {provider}. Sign-in links still work.', { name: site.name, provider })],
    otherwise: t('If this wasn’t you, sign in with a link at {root}/sign-in and sign out everywhere.', { root: site.root }),
  });

export const accountDeletedMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: t('Your {name} account has been deleted', { name: site.name }),
    says: [t('We deleted your {name} account and your personal data. This is the last email you’ll get from us.', { name: site.name })],
  });

export const bannedMail = (site: Site, reason: string): MailMessage =>
  renderMail(site, {
    subject: t('Your account was banned from {name}', { name: site.name }),
    says: [
      t('The {name} team banned your account: {reason}', { name: site.name, reason }),
      t(
        'You can’t submit products, vote, comment, review or order there any more. What you already published stays. You can still sign in to download your data, see your orders or delete your account.',
      ),
      t('If you think this is a mistake, write to the team.'),
    ],
    link: { name: t('Contact the team'), href: localUrl(site, '/contact') },
  });

export const banLiftedMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: t('You can use {name} again', { name: site.name }),
    says: [t('The {name} team lifted the ban of your account. You can submit, vote and comment again.', { name: site.name })],
    link: { name: t('Go to {name}', { name: site.name }), href: localUrl(site, '/') },
  });

export const siteAdminMail = (site: Site): MailMessage =>
  renderMail(site, {
    subject: t('You’re now an admin of {name}', { name: site.name }),
    says: [t('You can now manage {name} in the back office.', { name: site.name })],
    link: { name: t('Open the back office'), href: localUrl(site, '/admin') },
  });
