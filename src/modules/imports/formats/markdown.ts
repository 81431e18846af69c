/** An entry of a list of links: `- [Name](https://…) - What it is.` */
const ENTRY =
  /^\s{0,12}[-*+]\s{1,4}(?:\*\*|__)?\[([^\][]{1,300})\]\((https?:\/\/[^\s()]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)(?:\s"[^"]{0,300}")?\)(.{0,5000})$/;
const HEADING = /^(#{1,6})\s{1,4}(.{1,300})$/;

/** Text without Markdown: pictures and badges go, links become their text. */
const toPlainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\][]{0,300}\]\([^()\s]{0,2000}\)/g, '')
    .replace(/\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/[*_`]{1,3}|<[^<>]{1,200}>|:[a-z_]{2,30}:/g, '')
    .replace(/\s{2,20}/g, ' ')
    .trim();

export interface MarkdownEntry {
  Name: string;
  Website: string;
  Description: string;
  Category: string;
}

/** Reads the entries of an “awesome list”. The nearest heading above an entry is its category. */
export const createMarkdownReader = (): ((line: string) => MarkdownEntry | null) => {
  let category = '';
  return (line) => {
    const heading = HEADING.exec(line);
    if (heading) category = heading[1]!.length === 1 ? '' : toPlainText(heading[2]!.replace(/\s{0,4}#{1,6}\s{0,4}$/, ''));
    const entry = ENTRY.exec(line);
    if (!entry) return null;
    const description = toPlainText(entry[3]!.replace(/^(?:\*\*|__)?\s{0,4}[-–—:]?\s{0,4}/, ''));
    return { Name: toPlainText(entry[1]!), Website: entry[2]!, Description: description, Category: category };
  };
};
