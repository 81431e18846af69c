import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { localUrl, type MailMessage, renderMail } from '../accounts/mail/render-mail.tsx';

/** A test mail with a code to type, which proves that it arrived. */
export const setupMail = (site: Site, code: string): MailMessage =>
  renderMail(site, {
    subject: t('{code} is your test code for {site}', { code, site: site.name }),
    says: [t('Mail from {site} arrives. Type this code on the setup page: {code}', { site: site.name, code })],
    link: { name: t('Open the setup page'), href: localUrl(site, '/admin/setup') },
  });
