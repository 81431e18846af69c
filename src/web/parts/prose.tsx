/** People's own plain text: paragraphs where they left a blank line, each in its own direction, nothing in it ever markup. */
export const Prose = ({ text }: { text: string }) => (
  <div class="prose">
    {text
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim())
      .map((paragraph) => (
        <p dir="auto" class="keep-lines">
          {paragraph.trim()}
        </p>
      ))}
  </div>
);
