import type { Site } from '../../../kernel/context.ts';
import { type MailMessage, renderMail } from '../../accounts/mail/render-mail.tsx';
import type { ContactMessage, MessageInput } from './queries.ts';

/** Tells the team that somebody wrote to them. */
export const newMessageMail = (site: Site, id: number, { name, email, subject, body }: MessageInput): MailMessage =>
  renderMail(site, {
    subject: `New message: ${subject}`,
    says: [`${name} (${email}) wrote to the team of ${site.name}:`, body],
    link: { name: 'Answer the message', href: `${site.root}/admin/messages/${id}` },
  });

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The team's answer, with the message it answers. */
export const answerMail = (site: Site, { subject, body }: ContactMessage, answer: string): MailMessage =>
  renderMail(site, {
    subject: `Re: ${subject}`,
    says: [answer, 'Your message:', quote(body)],
    link: { name: 'Write to us again', href: `${site.root}/contact` },
  });
