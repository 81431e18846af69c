/** What was bought cannot be had as things stand now; the sentence says why, for the buyer to read. Trying again would not help. */
export class Obstacle extends Error {}
