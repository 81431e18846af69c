import { job } from '../../kernel/job.ts';
import { forgetOldLimits } from '../../kernel/limits.ts';
import type { Outside } from '../../outside/outside.ts';
import { findWaitingMail, moveMail, noteFailure, sweepAccounts } from './mail-queries.ts';
import { BROWSER_LIVES_MS, MAIL_LIVES_MS, TOLD_LIVES_MS } from './rules.ts';

/**
 * Sends one mail. It is marked once it is out; a process that dies between the mail server's yes and the mark sends it
 * again, which no one can rule out: SMTP has no way to ask.
 */
export const send_mail = job<{ mail_id: number }, Outside>({
  name: 'send_mail',
  attempts: 10,
  async run({ sql, clock, outside, site_root, last_attempt }, { mail_id }) {
    const mail = await findWaitingMail(sql, mail_id);
    if (!mail) return;
    try {
      const { hostname } = new URL(mail.site_root ?? site_root);
      const status = await outside.mail.send({
        from_name: mail.site_name,
        from_host: hostname,
        to: mail.to_email,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        unsubscribe_url: mail.unsubscribe_url,
      });
      await moveMail(sql, mail_id, status, clock.now());
    } catch (error) {
      const reason = String((error as Error).message).slice(0, 500);
      if (last_attempt) await moveMail(sql, mail_id, 'failed', clock.now(), reason);
      else await noteFailure(sql, mail_id, reason);
      throw error;
    }
  },
});

/** Forgets, once an hour, what is over. */
export const sweep_accounts = job<unknown, Outside>({
  name: 'sweep_accounts',
  attempts: 3,
  cron: '17 * * * *',
  async run({ sql, clock }) {
    const now = clock.now();
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await sweepAccounts(sql, now, ago(MAIL_LIVES_MS), ago(BROWSER_LIVES_MS), ago(TOLD_LIVES_MS));
    await forgetOldLimits(sql, now);
  },
});
