/** Every section of an Airbnb listing: what is read, and how it is written. A section without a row does not compile. */
import type { ContentSection } from '../../../src/contract/channel-content/sections.ts'
import { calendarSections } from './calendar-sections.ts'
import {
  camel,
  present,
  shownPhoto,
  shownRoom,
  shownGuide,
  newPermit,
  shownDisclosures,
  type SimulatedListing,
  type VendorRow,
} from './shown.ts'

export interface SectionRow {
  path: string
  /** Where the vendor is asked for it. */
  vendorPath: string
  /** Where in the answer it stands, if not as its data. */
  field?: 'settings'
  /** The section in the answer, made of what the simulator holds. */
  shown(held: SimulatedListing): unknown
  write?: {
    vendorPath: string
    body: object
    /** What else names what is meant. */
    query?(held: SimulatedListing): string
    /** The answer, where it is not what most sections answer. */
    answer?(held: SimulatedListing, usual: VendorRow): VendorRow
    /** Another one, where more than texts has to differ. */
    other?: object
    /** The simulator's own values afterwards. */
    holds(held: SimulatedListing): unknown
    held: unknown
    written: string[]
    /** Sent, taken, and not shown. */
    blocked?: { body: object; fields: string[] }
    /** What Airbnb refuses. */
    refused: object
    /** A field that no request has. */
    unknown?: object
  }
}

const words = { name: 'House by the new quay', summary: 'By the water.', house_rules: 'No shoes inside.' }

/** Whether it is published is read by no route of its own: actions on the listing write it. */
export const sections: Record<Exclude<ContentSection, 'publication'>, SectionRow> = {
  descriptions: {
    path: 'descriptions',
    vendorPath: '/v2/listing_descriptions',
    shown: ({ descriptions }) =>
      Object.entries(descriptions)
        .map(([locale, texts]) => ({ locale, ...camel(texts) }))
        .toSorted((a, b) => a.locale.localeCompare(b.locale)),
    write: {
      vendorPath: '/v2/listing_descriptions',
      body: { locale: 'da', description: words },
      holds: ({ descriptions: { da = {} } }) => [da['name'], da['summary'], da['house_rules'], da['space']],
      held: [words.name, words.summary, words.house_rules, null],
      written: ['name', 'summary', 'house_rules'],
      answer: (_, usual) => ({ ...usual, locale: 'da' }),
      refused: { locale: 'da', description: { name: 'Short' } },
    },
  },
  amenities: {
    path: 'amenities',
    vendorPath: '/v2/listings',
    shown: ({ listing }) => ({
      amenities: present(listing['amenity_categories']),
      accessibility_amenities: present(listing['accessibility_features']),
    }),
    write: {
      vendorPath: '/v2/listings',
      body: {
        amenities: [
          { id: 'sauna', is_present: true },
          { id: 'wifi', is_present: false },
        ],
        accessibility_amenities: [{ id: 'wide_doorway', is_present: true }],
      },
      holds: ({ listing }) => [
        (listing['amenity_categories'] as string[]).includes('sauna'),
        (listing['amenity_categories'] as string[]).includes('wifi'),
        listing['accessibility_features'],
      ],
      held: [true, false, ['wide_doorway']],
      written: ['amenities.sauna.is_present', 'amenities.wifi.is_present'].concat(
        'accessibility_amenities.wide_doorway.is_present',
      ),
      blocked: {
        body: { amenities: [{ id: 'sauna', is_present: true, instruction: 'Half an hour before.' }] },
        fields: ['amenities.sauna.instruction'],
      },
      refused: {},
    },
  },
  details: {
    path: 'details',
    vendorPath: '/v2/listings',
    shown: ({ listing }) => {
      const option = listing['check_in_option'] as VendorRow
      const { name, bathrooms } = listing
      const names = ['property_type_group', 'property_type_category', 'room_type_category', 'person_capacity']
        .concat('bedrooms', 'beds', 'has_availability', 'listing_nickname', 'house_manual', 'directions')
        .concat('wifi_network', 'wifi_password', 'quiet_hours')
      return {
        name,
        ...camel(Object.fromEntries(names.map((one) => [one, listing[one]]))),
        bathrooms: String(bathrooms),
        checkInOption: { category: option['category'], instruction: option['instruction'] },
      }
    },
    write: {
      vendorPath: '/v2/listings',
      body: {
        property_type_group: 'houses',
        property_type_category: 'townhouse',
        quiet_hours: ['21:00', '07:00'],
        check_in_option: { category: 'smartlock', instruction: 'The code comes by message.' },
        directions: 'Left of the church.',
        wifi_password: null,
      },
      holds: ({ listing }) => [
        listing['property_type_category'],
        listing['quiet_hours'],
        listing['check_in_option'],
        listing['directions'],
        listing['wifi_password'],
      ],
      held: [
        'townhouse',
        ['21:00', '07:00'],
        { category: 'smartlock', instruction: 'The code comes by message.' },
        'Left of the church.',
        null,
      ],
      written: [
        'property_type_group',
        'property_type_category',
        'quiet_hours',
        'directions',
        'wifi_password',
      ].concat('check_in_option.category', 'check_in_option.instruction'),
      refused: { room_type_category: 'hotel_room' },
    },
  },
  // Written by calls of their own: photos.test.ts.
  photos: {
    path: 'photos',
    vendorPath: '/v2/listing_photos',
    shown: ({ photos }) => photos.map(shownPhoto),
  },
  rooms: {
    path: 'rooms',
    vendorPath: '/v2/listing_rooms',
    shown: ({ rooms }) => rooms.map(shownRoom),
    write: {
      vendorPath: '/v2/listing_rooms',
      query: ({ rooms }) => `roomId=${String(rooms[0]?.['id'])}`,
      body: { beds: [{ type: 'king_bed', quantity: 2 }] },
      other: { beds: [{ type: 'sofa_bed', quantity: 1 }] },
      answer: ({ rooms }, { listingId, blockedFields, stored }) => ({
        listingId,
        data: rooms.map(shownRoom)[0],
        blockedFields,
        stored,
      }),
      holds: ({ rooms }) => rooms[0]?.['beds'],
      held: [{ type: 'king_bed', quantity: 2 }],
      written: ['beds'],
      blocked: {
        body: { is_private: true, room_amenities: ['tv'] },
        fields: ['is_private', 'room_amenities'],
      },
      refused: {},
    },
  },
  checkInGuide: {
    path: 'checkin-guide',
    vendorPath: '/v2/listing_checkin_guides',
    shown: ({ guides: { checkIn } }) => Object.entries(checkIn).map(shownGuide),
    write: {
      vendorPath: '/v2/listing_checkin_guides',
      body: {
        locale: 'de',
        steps: [{ notes: 'The box is left of the door.' }, { notes: 'Turn the key twice.' }],
      },
      answer: ({ guides: { checkIn } }, { listingId, stored }) => ({
        data: { listingId: Number(listingId), ...shownGuide(['de', checkIn['de'] ?? {}]) },
        stored,
      }),
      holds: ({ guides: { checkIn } }) => (checkIn['de']?.['steps'] as VendorRow[]).map(({ notes }) => notes),
      held: ['The box is left of the door.', 'Turn the key twice.'],
      written: ['steps'],
      refused: {},
    },
  },
  checkOutGuide: {
    path: 'checkout-guide',
    vendorPath: '/v2/listing_checkout_tasks',
    shown: ({ guides: { checkOut } }) =>
      checkOut.map((row) => ({
        taskType: row['task_type'],
        isPresent: row['is_present'],
        instruction: row['added_details'],
      })),
  },
  permits: {
    path: 'permits',
    vendorPath: '/v2/listing_permits',
    shown: ({ guides: { permits } }) => ({ permits: permits.map(camel) }),
    write: {
      vendorPath: '/v2/listing_permits',
      body: { permits: [{ ...newPermit, answers: { permit_number: { string_value: 'AL 77' } } }] },
      answer: ({ guides: { permits } }, { listingId, airbnbListingId, stored }) => ({
        ...{ listingId, airbnbListingId, stored },
        permits: permits.map(camel),
      }),
      holds: ({ guides: { permits } }) =>
        permits.filter((row) => row['regulatory_body'] === newPermit.regulatory_body),
      held: [
        {
          ...newPermit,
          ...{ regulation_context: null, status: 'in_review' },
          answers: { permit_number: { string_value: 'AL 77' } },
        },
      ],
      written: [],
      refused: { permits: [{ ...newPermit, flow_slug: 'nobody_asks', answers: { permit_number: {} } }] },
    },
  },
  safetyDisclosures: {
    path: 'safety-disclosures',
    vendorPath: '/v2/booking_settings',
    shown: (held) => shownDisclosures(held),
    write: {
      vendorPath: '/v2/booking_settings',
      body: {
        disclosures: [
          { type: 'surveillance', value: 'A camera looks at the door.' },
          { type: 'has_pets', value: true },
          { type: 'weapons', value: false },
        ],
      },
      answer: (held, usual) => ({
        ...usual,
        disclosures: shownDisclosures(held).filter(({ declared }) => declared),
      }),
      holds: ({ settings }) => settings.booking['listing_expectations_for_guests'],
      held: [{ type: 'surveillance', added_details: 'A camera looks at the door.' }, { type: 'has_pets' }],
      written: ['surveillance', 'has_pets', 'weapons'],
      refused: {},
    },
  },
  ...calendarSections,
  quality: {
    path: 'quality',
    vendorPath: '/v2/listing_quality',
    shown: ({ guides: { quality } }) => ({
      standards: quality['standards'],
      issues: quality['reservation_issues']?.map(camel),
    }),
  },
}
