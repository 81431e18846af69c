/** Text that is meant to be copied as it is. The script copy.js puts a button beside it; without one a click selects it all. */
export const Copyable = ({ text, name }: { text: string; name: string }) => (
  <p class="copyable">
    <code data-copy={name}>{text}</code>
  </p>
);
