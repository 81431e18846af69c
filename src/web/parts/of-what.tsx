/** What a button is about, for who does not see what it stands beside. */
export const OfWhat = ({ name }: { name: string }) => (
  <span class="unseen">
    {' '}
    <bdi>{name}</bdi>
  </span>
);
