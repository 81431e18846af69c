/** People's own plain text: paragraphs where they left a blank line, each in its own direction, nothing in it ever markup. */
export const Prose = ({ text, dir = 'auto' }: { text: string; dir?: 'auto' | 'ltr' }) => (
  <div class="prose">
    {text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) => (
        <p dir={dir} class="keep-lines">
          {paragraph.trim()}
        </p>
      ))}
  </div>
);
