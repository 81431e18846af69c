import type { Site } from '../../../kernel/context.ts';
import { t } from '../../../kernel/language/messages.ts';
import { localUrl, type MailMessage, renderMail } from '../../accounts/mail/render-mail.tsx';
import type { ContactMessage, MessageInput } from './queries.ts';

/** Tells the team that somebody wrote to them. */
export const newMessageMail = (site: Site, id: number, { name, email, subject, body }: MessageInput): MailMessage =>
  renderMail(site, {
    subject: t('New message: {subject}', { subject }),
    says: [t('{name} ({email}) wrote to the team of {site}:', { name, email, site: site.name }), body],
    link: { name: t('Answer the message'), href: localUrl(site, `/admin/messages/${id}`) },
  });

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The team's answer, with the message it answers. */
export const answerMail = (site: Site, { subject, body }: ContactMessage, answer: string): MailMessage =>
  renderMail(site, {
    subject: t('Re: {subject}', { subject }),
    says: [answer, t('Your message:'), quote(body)],
    link: { name: t('Write to us again'), href: localUrl(site, '/contact') },
  });
