import { job } from '../../../kernel/jobs.ts';
import { counter } from '../../../kernel/metrics.ts';
import { findWaitingMail, recordMailFailure, updateMailStatus } from './queries.ts';

const HELP = 'Mail, by outcome: sent, kept (no mail server is set), retry, or failed for good.';
const mail_counter = counter('mails_total', HELP, ['outcome']);

/** Sends one mail and then marks it as sent. A process that crashes in between sends it again; SMTP has no way to prevent that. */
export const send_mail = job<{ mail_id: number }>({
  name: 'send_mail',
  attempts: 10,
  async run({ sql, clock, integrations, site_root, last_attempt }, { mail_id }) {
    const mail = await findWaitingMail(sql, mail_id);
    if (!mail) return;
    try {
      const { hostname } = new URL(mail.site_root ?? site_root);
      const status = await integrations.mail.send({
        from_name: mail.site_name,
        from_host: hostname,
        to: mail.to_email,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        unsubscribe_url: mail.unsubscribe_url,
      });
      await updateMailStatus(sql, mail_id, status, clock.now());
      mail_counter.inc({ outcome: status });
    } catch (error) {
      mail_counter.inc({ outcome: last_attempt ? 'failed' : 'retry' });
      const reason = String((error as Error).message).slice(0, 500);
      if (last_attempt) await updateMailStatus(sql, mail_id, 'failed', clock.now(), reason);
      else await recordMailFailure(sql, mail_id, reason);
      throw error;
    }
  },
});
