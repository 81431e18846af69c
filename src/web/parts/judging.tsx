import type { ComponentChildren } from 'preact';
import type { Here, SentForm } from '../page.ts';
import { sentTo, Trouble } from './form.tsx';

/** The form about one thing among many that the same action decides about, as it came back. */
export const sentAbout = (action: string, here: Here, field: string, id: number): SentForm | undefined => {
  const form = sentTo(action, here);
  return form?.values[field] === String(id) ? form : undefined;
};

/** Why a decision was not taken. */
export const Refused = ({ sent }: { sent: SentForm | undefined }) => {
  const trouble = sent && (sent.errors.map(({ message }) => `This ${message}.`).join(' ') || sent.message);
  return trouble ? <Trouble>{trouble}</Trouble> : null;
};

/** What was decided lately, each with its way back. */
export const DecidedList = ({ children }: { children: ComponentChildren[] }) =>
  children.length > 0 ? (
    <section class="block" aria-labelledby="decided">
      <h2 id="decided">Decided</h2>
      <ul class="mails">{children}</ul>
    </section>
  ) : null;
