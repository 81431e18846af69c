/** Kinds of attacks, as visitors read of them. The first that matches counts. */
export const KINDS: [kind: string, name: RegExp][] = [
  ['real_people', /^real people/],
  ['makers', /^a ring of/],
  ['rivals', /rival/],
  ['hidden', /hidden/],
  ['mixtures', /mixture/],
  ['warmed_up', /warmed up|farm/],
  ['spellings', /spellings|forwarding/],
  ['throw_away', /throw-away/],
  ['domains', /catch-all|domain each|offices/],
  ['networks', /\/24|\/48|\/32|one address|servers/],
  ['bought', /bought/],
];

export const kindOf = (attack: string): string | undefined => KINDS.find(([, name]) => name.test(attack))?.[0];
