/** CPU time of some work in milliseconds, independent of other processes. */
export const measureCpuTime = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
};
