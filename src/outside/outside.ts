import { type Mailer, openMailer } from './mail.ts';

/** The world as jobs reach it, one small interface each. */
export interface Outside {
  mail: Mailer;
}

interface Settings {
  smtp_url: string | null;
  mail_from: string | null;
}

export const openOutside = ({ smtp_url, mail_from }: Settings): Outside => ({ mail: openMailer(smtp_url, mail_from) });
