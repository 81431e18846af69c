const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&amp;': '&' };

/** The code on a page of the docs, by the name of its copy button. */
export const samplesIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/data-copy="([^"]*)"><code>([^<]*)<\/code>/g)].map(([, name, code]) => [
      name!,
      code!.replace(/&(?:quot|lt|amp);/g, (entity) => ENTITIES[entity]!),
    ]),
  );
