/** The processor's time some work takes, in milliseconds: what others on the machine do does not count. */
export const ownTimeOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};
