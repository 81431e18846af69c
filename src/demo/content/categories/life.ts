import type { DemoCategory } from '../../types.ts';

/** Health, home, travel and climate. */
export const LIFE: DemoCategory[] = [
  {
    slug: 'health',
    name: 'Health',
    description: 'Moving, resting and running a small practice. Nothing here is medical advice.',
    faqs: [
      'Are these medical devices? A listing does not make a product one. Makers who have a certificate name it on their own site.',
      'Who sees my data? Look at “Data stays” and “Data region”; an empty cell means the website does not say.',
    ],
    below: [
      {
        slug: 'movement',
        name: 'Movement',
        description: 'Exercise, rehabilitation and sport at a human pace.',
        faqs: ['Do I need a watch? Only where “Wearables” names one and nothing else.'],
        attributes: [
          ['platforms', 'Platforms'],
          ['wearables', 'Wearables'],
          ['offline', 'Works offline'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'sleep-and-rest',
        name: 'Sleep & rest',
        description: 'Evenings, nights and the art of stopping.',
        attributes: [
          ['platforms', 'Platforms'],
          ['wearables', 'Wearables'],
          ['data_stays', 'Data stays'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'practice-software',
        name: 'Practice software',
        description: 'Appointments, intake forms and records for small clinics and therapists.',
        faqs: [
          'What should a small practice ask first? Where the records are kept, how they can be exported, and what happens on the day you leave.',
          'Are right-to-left languages supported? “Languages” in the comparison says which ones a website names.',
        ],
        attributes: [
          ['specialities', 'Specialities'],
          ['booking', 'Online booking'],
          ['languages', 'Languages'],
          ['data_region', 'Data region'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
  {
    slug: 'climate',
    name: 'Climate',
    description: 'Measuring, using less, and writing it down so that others can check.',
    faqs: ['Are claims about savings checked? No. We show the sentence a claim was read from, so that you can check it.'],
    below: [
      {
        slug: 'home-energy',
        name: 'Home energy',
        description: 'Meters, heat pumps and the cheapest hour of the day.',
        faqs: [
          'Does it work with my meter? Compare “Meters”, and expect the answer to depend on your country.',
          'Do these products need the cloud? Those with “Local only” do not.',
        ],
        attributes: [
          ['meters', 'Meters'],
          ['tariffs', 'Tariffs'],
          ['local_only', 'Local only'],
          ['platforms', 'Platforms'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'carbon-accounting',
        name: 'Carbon accounting',
        description: 'Emissions as bookkeeping: activity, factor, source, result.',
        faqs: [
          'What are scopes 1, 2 and 3? What you burn yourself, the energy you buy, and everything up and down the chain.',
          'Which factors are used? The row “Emission factors” names the source where the website does.',
        ],
        attributes: [
          ['scopes', 'Scopes'],
          ['emission_factors', 'Emission factors'],
          ['export_formats', 'Export formats'],
          ['audit_trail', 'Audit trail'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
  {
    slug: 'home-and-garden',
    name: 'Home & garden',
    description: 'Beds, larders, broken kettles and boxes of photographs.',
    below: [
      {
        slug: 'gardening',
        name: 'Gardening',
        description: 'What to sow, when, and why it did not come up.',
        faqs: [
          'Do sowing dates fit where I live? Look at “Climate data”: some products use your postcode, some a zone, some only the month.',
          'Is there one for balconies? Several makers say so in their description; search for “balcony”.',
        ],
        attributes: [
          ['climate_data', 'Climate data'],
          ['plants', 'Plants covered'],
          ['platforms', 'Platforms'],
          ['reminders', 'Reminders'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'household',
        name: 'Household',
        description: 'Stores, chores and repairs, shared with whoever lives there.',
        faqs: ['Can a whole household use one account? Compare “Sharing”.'],
        attributes: [
          ['platforms', 'Platforms'],
          ['sharing', 'Sharing'],
          ['offline', 'Works offline'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'family-archives',
        name: 'Family archives',
        description: 'Photographs, letters and the names of the people in them.',
        attributes: [
          ['file_formats', 'File formats'],
          ['storage', 'Storage'],
          ['text_recognition', 'Text recognition'],
          ['sharing', 'Sharing'],
          ['price_from', 'Price from'],
        ],
      },
    ],
  },
  {
    slug: 'travel-and-places',
    name: 'Travel & places',
    description: 'Going far slowly, and finding help near by.',
    faqs: ['Are there city guides? Only as products. For a city’s own services, see local services.'],
    below: [
      {
        slug: 'trip-planning',
        name: 'Trip planning',
        description: 'Routes, packing lists and timetables that survive a missed connection.',
        faqs: ['Does it sell tickets? “Booking” says whether a product sells, links or does neither.'],
        attributes: [
          ['regions', 'Regions'],
          ['transport', 'Transport'],
          ['offline', 'Works offline'],
          ['booking', 'Booking'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'local-services',
        name: 'Local services',
        description: 'Repair, lending and help around the corner.',
        faqs: ['Why is the area so small? Because the service is. A listing may be for one neighbourhood.'],
        attributes: [
          ['area', 'Area'],
          ['booking', 'Booking'],
          ['languages', 'Languages'],
          ['payment', 'Payment'],
        ],
      },
    ],
  },
  {
    slug: 'hardware-and-science',
    name: 'Hardware & science',
    description: 'Things with a circuit board, and tools for finding out.',
    faqs: ['Can a kit be listed? Yes, once it can be ordered or built from published files.'],
    below: [
      {
        slug: 'sensors',
        name: 'Sensors',
        description: 'Small devices that measure one thing outdoors and say so.',
        faqs: [
          'How long does a battery last? As long as the maker says, in the conditions the maker chose. The quote is shown beside the number.',
          'What is open hardware? Hardware whose drawings and firmware are published, so that it can be repaired and built again.',
        ],
        attributes: [
          ['measures', 'Measures'],
          ['connectivity', 'Connectivity'],
          ['battery_life', 'Battery life', 'months'],
          ['open_hardware', 'Open hardware'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'lab-notebooks',
        name: 'Lab notebooks',
        description: 'Writing down what was done, well enough for someone else to do it again.',
        faqs: ['What is a signed entry? One that carries who closed it and when, and that shows any later change.'],
        attributes: [
          ['file_formats', 'File formats'],
          ['signatures', 'Signed entries'],
          ['self_hosted', 'Self-hosted'],
          ['licence', 'Licence'],
          ['price_from', 'Price from'],
        ],
      },
      {
        slug: 'open-data',
        name: 'Open data',
        description: 'Collections anyone may use, with the licence on the first page.',
        attributes: [
          ['coverage', 'Coverage'],
          ['file_formats', 'File formats'],
          ['update_frequency', 'Updated'],
          ['licence', 'Licence'],
        ],
      },
    ],
  },
];
