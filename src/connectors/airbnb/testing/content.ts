/** Each change of a listing's content differs from the one before. */
import type { ListingContentFacts } from '../../../connector-kit/testing/content-facts.ts'

/** The image is large enough for the vendor, which checks its first bytes. */
function picture(time: number): string {
  const image = Buffer.alloc(60_000)
  image.write('89504e470d0a1a0a0000000d49484452', 'hex')
  image.writeUInt32BE(900, 16)
  image.writeUInt32BE(600, 20)
  image.writeUInt32BE(time, 40)
  return image.toString('base64')
}

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('there is none')
  return row
}

export const content = {
  amenities: {
    change: (_, { amenities }) => ({
      amenities: [{ id: 'sauna', is_present: !amenities.some(({ id }) => id === 'sauna') }],
    }),
  },
  availabilityRules: { change: (time) => ({ default_min_nights: 2 + time }) },
  bookingSettings: { change: (time) => ({ checkOut: { time: 1 + time } }) },
  checkInGuide: {
    change: (time) => ({ locale: 'en', steps: [{ notes: `Turn the key ${time + 2} times.` }] }),
    compared: (guides) =>
      guides.map(({ steps, ...guide }) => ({ ...guide, steps: steps.map(({ notes }) => notes) })),
  },
  checkOutGuide: {
    change: (time) => ({ tasks: [{ taskType: 'return_keys', instruction: `Into box ${time}.` }] }),
  },
  descriptions: {
    change: (time) => ({ locale: 'da', description: { transit: `The bus stops at door ${time}.` } }),
  },
  details: { change: (time) => ({ directions: `Left of house ${time}.` }) },
  permits: {
    change: (time) => ({
      permits: [
        {
          regulatory_body: 'turismo_de_portugal',
          regulation_type: 'license',
          flow_slug: 'existing_registration',
          answers: { permit_number: { string_value: `AL ${time}` } },
        },
      ],
    }),
  },
  photos: {
    change: (time, rows) => ({ photoId: first(rows).photoId, change: { caption: `Boat ${time}.` } }),
    item: (time) => ({ image: picture(time), contentType: 'image/png', digest: String(time) }),
  },
  pricing: { change: (time) => ({ default_daily_price: String(100 + time) }) },
  publication: { change: (_, { live }) => (live === true ? { unlist: true } : { relist: true }) },
  rooms: {
    change: (time, rows) => ({
      roomId: first(rows).roomId,
      change: { beds: [{ type: 'king_bed', quantity: 1 + time }] },
    }),
    item: (time) => ({
      room_number: 9,
      room_type: 'bedroom',
      beds: [{ type: 'sofa_bed', quantity: 1 + time }],
    }),
  },
  safetyDisclosures: {
    change: (time) => ({ disclosures: [{ type: 'surveillance', value: `Camera ${time}.` }] }),
  },
} satisfies ListingContentFacts
