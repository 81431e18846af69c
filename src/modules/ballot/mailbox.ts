/** Providers that read over dots, each by the name its mailboxes have in common. */
const WITHOUT_DOTS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** One mailbox has many spellings: what follows a plus is the reader's own, and some providers read over dots. */
export const mailboxOf = (email_key: string): string => {
  const at = email_key.lastIndexOf('@');
  const [local, host] = [email_key.slice(0, at), email_key.slice(at + 1)];
  const name = local.split('+', 1)[0] || local;
  const provider = WITHOUT_DOTS[host];
  return provider ? `${name.replaceAll('.', '')}@${provider}` : `${name}@${host}`;
};
