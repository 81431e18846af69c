import type { Site } from '../../kernel/context.ts';
import { type MailMessage, renderMail } from '../accounts/mail/render-mail.tsx';

/** A test mail with a code to type, which proves that it arrived. */
export const setupMail = (site: Site, code: string): MailMessage =>
  renderMail(site, {
    subject: `${code} is your test code for ${site.name}`,
    says: [`Mail from ${site.name} arrives. Type this code on the setup page: ${code}`],
    link: { name: 'Open the setup page', href: `${site.root}/admin/setup` },
  });
