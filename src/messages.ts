import { loadMessages } from './kernel/language/messages.ts';
import blog_de from './web/areas/blog/messages.de.json' with { type: 'json' };
import blog_es from './web/areas/blog/messages.es.json' with { type: 'json' };
import boards_de from './web/areas/boards/messages.de.json' with { type: 'json' };
import boards_es from './web/areas/boards/messages.es.json' with { type: 'json' };
import home_de from './web/areas/home/messages.de.json' with { type: 'json' };
import home_es from './web/areas/home/messages.es.json' with { type: 'json' };
import listing_de from './web/areas/listing/messages.de.json' with { type: 'json' };
import listing_es from './web/areas/listing/messages.es.json' with { type: 'json' };
import people_de from './web/areas/people/messages.de.json' with { type: 'json' };
import people_es from './web/areas/people/messages.es.json' with { type: 'json' };
import search_de from './web/areas/search/messages.de.json' with { type: 'json' };
import search_es from './web/areas/search/messages.es.json' with { type: 'json' };
import weeks_de from './web/areas/weeks/messages.de.json' with { type: 'json' };
import weeks_es from './web/areas/weeks/messages.es.json' with { type: 'json' };
import web_de from './web/messages.de.json' with { type: 'json' };
import web_es from './web/messages.es.json' with { type: 'json' };

/** The translations of all texts, by language. Each part of the product keeps its own beside its code. */
export const TRANSLATIONS = {
  de: [blog_de, boards_de, home_de, listing_de, people_de, search_de, weeks_de, web_de],
  es: [blog_es, boards_es, home_es, listing_es, people_es, search_es, weeks_es, web_es],
};

for (const language of ['de', 'es'] as const) loadMessages(language, TRANSLATIONS[language]);
