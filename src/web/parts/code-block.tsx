/** Lines to be copied as they are. With the script copy.js a button stands below them. */
export const CodeBlock = ({ text, name }: { text: string; name: string }) => (
  <div class="code-block">
    <pre tabindex={0} data-copy={name}>
      <code>{text}</code>
    </pre>
  </div>
);
