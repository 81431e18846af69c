import type { DemoCategory } from '../../types.ts';

/** Design, writing, education and games. */
export const CRAFT: DemoCategory[] = [
  {
    slug: 'design',
    name: 'Design',
    description: 'Interfaces, colour and letters, and the tools that keep them consistent.',
    faqs: ['Are plug-ins listed? Yes, if they have a website of their own and can be used by anyone.'],
    below: [
      {
        slug: 'interface-design',
        name: 'Interface design',
        description: 'Wireframes, components and accessibility checks for screens of every size.',
        faqs: [
          'What is an accessibility check worth? A machine finds perhaps the plain third of problems: contrast, names, order. The rest needs people.',
          'Do files stay mine? Compare “File formats”: an open one can be read without the product that wrote it.',
        ],
        attributes: [
          ['platforms', 'Platforms'],
          ['file_formats', 'File formats'],
          ['collaboration', 'Collaboration'],
          ['accessibility', 'Accessibility checks'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'type-and-colour',
        name: 'Type & colour',
        description: 'Palettes that hold their contrast, and typefaces with a home.',
        faqs: [
          'What is a perceptual colour space? One in which equal steps look equal. OKLCH is a recent one; HSL is not one.',
          'May I embed a typeface in an app? That is a matter of its licence, which listings here name.',
        ],
        attributes: [
          ['colour_spaces', 'Colour spaces'],
          ['scripts', 'Scripts'],
          ['export_formats', 'Export formats'],
          ['contrast', 'Contrast check'],
          ['licence', 'Licence'],
        ],
      },
    ],
  },
  {
    slug: 'writing',
    name: 'Writing',
    description: 'For drafting, revising and translating, alone or with an editor.',
    faqs: [
      'Do these products write for me? A few suggest; most get out of the way. The descriptions say which.',
      'Is my text used to train models? Look for it in the maker’s own privacy page. We list only what a website states.',
    ],
    below: [
      {
        slug: 'editors',
        name: 'Editors',
        description: 'Places to write long things and to come back to them.',
        faqs: [
          'Which one is good for a novel? One with chapters that can be moved and a history that can be trusted. Compare two and look at “Version history”.',
        ],
        attributes: [
          ['platforms', 'Platforms'],
          ['file_formats', 'File formats'],
          ['offline', 'Works offline'],
          ['version_history', 'Version history'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'translation',
        name: 'Translation',
        description: 'Glossaries, translation memories and second pairs of eyes.',
        faqs: [
          'What is a translation memory? The sentences you have translated before, offered again when a similar one comes.',
          'Is machine translation required? No. The row “Machine translation” says where it is built in, optional or absent.',
        ],
        attributes: [
          ['languages', 'Languages'],
          ['file_formats', 'File formats'],
          ['glossary', 'Glossary'],
          ['machine_translation', 'Machine translation'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'newsletters',
        name: 'Newsletters',
        description: 'Sending letters to many people who asked for them. No product here yet: yours may be the first.',
      },
    ],
  },
  {
    slug: 'education',
    name: 'Education',
    description: 'For learners, teachers and the long hour before the lesson.',
    faqs: ['Are products for children marked? Where a website names an age group, it stands in the comparison as “Age groups”.'],
    below: [
      {
        slug: 'language-learning',
        name: 'Language learning',
        description: 'Listening, speaking and remembering words in another language.',
        faqs: [
          'What do the levels mean? A1 to C2 are the levels of the Common European Framework: from a first sentence to near-native ease.',
          'How long until I can speak? No product can honestly say. Fifteen minutes on most days beats two hours on Sunday.',
        ],
        attributes: [
          ['languages', 'Languages'],
          ['levels', 'Levels'],
          ['platforms', 'Platforms'],
          ['offline', 'Works offline'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'classroom',
        name: 'Classroom',
        description: 'Worksheets, quizzes and quiet ways to see who is stuck.',
        faqs: [
          'Do pupils need accounts? The better answer is no. Look at “Pupil accounts”.',
          'Where are pupils’ data kept? In the region a listing gives as “Data region”, if its website says so at all.',
        ],
        attributes: [
          ['age_groups', 'Age groups'],
          ['devices', 'Devices'],
          ['pupil_accounts', 'Pupil accounts'],
          ['data_region', 'Data region'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
  {
    slug: 'games',
    name: 'Games',
    description: 'Things to play, and things to make them with.',
    below: [
      {
        slug: 'puzzle-and-party',
        name: 'Puzzle & party games',
        description: 'Small games for one quiet evening or six loud people.',
        faqs: [
          'Are there advertisements in these games? Each listing may say; where it does not, the fact was not found.',
          'Can I play across devices? Compare “Platforms”, then ask the maker whether progress follows you.',
        ],
        attributes: [
          ['players', 'Players'],
          ['minutes', 'Length of a round', 'minutes'],
          ['platforms', 'Platforms'],
          ['languages', 'Languages'],
          ['price', 'Price'],
        ],
      },
      {
        slug: 'game-making',
        name: 'Game making',
        description: 'Level editors, dice, maps and the rest of the workshop.',
        faqs: ['Can I sell what I make? That depends on the licence and the export terms, both of which are compared here.'],
        attributes: [
          ['platforms', 'Platforms'],
          ['export_formats', 'Export formats'],
          ['engines', 'Engines'],
          ['licence', 'Licence'],
          ['price', 'Price'],
        ],
      },
    ],
  },
];
