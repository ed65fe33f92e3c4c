/** These examples of channel listings' content are written by hand. */
import { AmenitiesBody, AmenitiesWritten, ChannelAmenities } from './channel-content/amenities.ts'
import { ChannelDescription, DescriptionsBody, DescriptionsWritten } from './channel-content/descriptions.ts'
import {
  BookingSettings,
  BookingSettingsBody,
  BookingSettingsWritten,
} from './channel-content/booking-settings.ts'
import { AirbnbDetails, DetailsBody, DetailsWritten } from './channel-content/details.ts'
import {
  CheckInGuide,
  CheckInGuideBody,
  CheckInGuideWritten,
  CheckOutTask,
} from './channel-content/guides.ts'
import { ChannelPermit, PermitsBody, PermitsWritten, ShownPermits } from './channel-content/permits.ts'
import { ChannelQuality } from './channel-content/quality.ts'
import {
  ChannelRoom,
  Removed,
  RoomBed,
  RoomBody,
  RoomChangeBody,
  RoomWritten,
} from './channel-content/rooms.ts'
import { Disclosure, DisclosuresBody, DisclosuresWritten } from './channel-content/safety.ts'
import type { ContentSection, ContentSections } from './channel-content/sections.ts'
import { photo } from './channel-photos.examples.ts'
import { calendarSamples } from './channel-calendar.examples.ts'
import { at, entry } from './examples.ts'

const description: ChannelDescription = {
  locale: 'en',
  name: 'House by the lake',
  summary: 'Bright and quiet, with a boat.',
  space: null,
  access: 'The whole house.',
  interaction: null,
  neighborhoodOverview: 'Two bakeries.',
  transit: 'Tram 5.',
  notes: null,
  houseRules: 'No shoes inside.',
}
const amenities: ChannelAmenities = {
  amenities: [{ id: 'wifi', is_present: true, instruction: null }],
  accessibility_amenities: [{ id: 'wide_doorway', is_present: true, instruction: null }],
}
const details: ContentSections['details']['content'] = {
  name: 'House by the lake',
  propertyTypeGroup: 'houses',
  propertyTypeCategory: 'house',
  roomTypeCategory: 'entire_home',
  personCapacity: 5,
  bedrooms: 2,
  beds: 3,
  bathrooms: '1.5',
  hasAvailability: true,
  checkInOption: { category: 'keypad', instruction: 'Ring twice.' },
  listingNickname: 'H1',
  houseManual: 'The stove needs a match.',
  directions: null,
  wifiNetwork: 'guests',
  wifiPassword: 'stay & enjoy',
  quietHours: ['22:00', '08:00'],
}

const settings: BookingSettings = {
  bookingMode: 'instant_book',
  instantBook: { enabled: true, guestCategory: 'everyone', requiresGoodTrackRecord: false },
  checkIn: { start: 15, end: 'FLEXIBLE' },
  checkOut: { time: 11 },
  advanceNotice: { hours: 24, sameDayBookingsAllowed: false, allowRequestToBook: true },
  preparationTime: { nights: 1 },
  bookingWindow: { days: 365, unlimited: false },
  cancellation: {
    shortStayPolicy: 'moderate',
    longStayPolicy: null,
    nonRefundable: { enabled: true, discountPercent: 10, priceFactor: 0.9 },
  },
}
const guide: CheckInGuide = {
  locale: 'en',
  published: true,
  steps: [{ id: 1, notes: 'The gate is green.', mediaUrl: 'https://pictures.example.com/gate.jpg' }],
}
const task: CheckOutTask = { taskType: 'return_keys', isPresent: true, instruction: 'Into the box.' }
const permit: ChannelPermit = {
  regulatoryBody: 'city_of_lisbon',
  regulationType: 'registration',
  regulationContext: null,
  flowSlug: 'existing_registration',
  status: 'approved',
  answers: { permit_number: { string_value: 'REG-0100' } },
}
const flow = {
  regulatoryBody: 'city_of_lisbon',
  regulationType: 'registration',
  flowSlug: 'existing_registration',
  questions: [{ answerKey: 'permit_number', type: 'string', text: 'What is the number?' }],
}
const quality: ChannelQuality = {
  standards: [{ standard: 'cleanliness', state: 'met' }],
  issues: [{ confirmationCode: 'HMAB2C3D4E', reviewIssues: ['cleanliness'], cancellation: null }],
  stats: [{ name: 'overall_rating', value: 4.8 }],
}
const room: ChannelRoom = {
  roomId: '20400601',
  roomNumber: 1,
  roomType: 'bedroom',
  beds: [{ type: 'queen_bed', quantity: 1 }],
  accessibilityFeatures: [],
}
const disclosure: Disclosure = {
  type: 'surveillance',
  value: 'A camera looks at the door.',
  declared: true,
}

/** Each section has one example. */
export const contentSamples: { [S in ContentSection]: ContentSections[S]['content'] } = {
  amenities,
  ...calendarSamples,
  bookingSettings: settings,
  checkInGuide: [guide],
  checkOutGuide: [task],
  descriptions: [description],
  details,
  permits: { permits: [permit], flows: [flow] },
  photos: [photo],
  publication: { live: true },
  quality,
  rooms: [room],
  safetyDisclosures: [disclosure],
}

const done = { listingId: '4812', airbnbListingId: '53120044', stored: true }
const whole = { ...done, blockedFields: [] }

export const channelContentExamples = {
  ChannelDescription: entry(ChannelDescription, description),
  DescriptionsBody: entry(DescriptionsBody, {
    locale: 'en',
    description: { summary: 'Bright and quiet, with a boat.', transit: null },
  }),
  DescriptionsWritten: entry(DescriptionsWritten, {
    ...whole,
    locale: 'en',
    written: ['summary', 'transit'],
    result: [description],
  }),
  ChannelAmenities: entry(ChannelAmenities, amenities),
  AmenitiesBody: entry(AmenitiesBody, {
    amenities: [{ id: 'wifi', is_present: true, instruction: 'The password is on the fridge.' }],
    accessibility_amenities: [{ id: 'wide_doorway', is_present: true, photo_ids: ['53120044_7001'] }],
  }),
  AmenitiesWritten: entry(AmenitiesWritten, {
    ...done,
    written: ['amenities.wifi.is_present'],
    blockedFields: ['amenities.wifi.instruction'],
    message: 'Airbnb took the request and does not show amenities.wifi.instruction as sent.',
    fix: 'Change these on Airbnb itself, or see there whether they are locked.',
    result: amenities,
  }),
  AirbnbDetails: entry(AirbnbDetails, {
    listingAirbnbId: '31:53120044',
    ...details,
    lockedFields: [],
    updatedAt: at,
  }),
  DetailsBody: entry(DetailsBody, {
    property_type_group: 'houses',
    check_in_option: { category: 'keypad', instruction: 'Ring twice.' },
    quiet_hours: ['22:00', '08:00'],
    wifi_network: 'guests',
  }),
  DetailsWritten: entry(DetailsWritten, { ...whole, written: ['property_type_group'], result: details }),
  BookingSettings: entry(BookingSettings, settings),
  BookingSettingsBody: entry(BookingSettingsBody, {
    bookingMode: 'instant_book',
    checkIn: { start: 16, end: 'FLEXIBLE' },
    advanceNotice: { hours: 24 },
  }),
  BookingSettingsWritten: entry(BookingSettingsWritten, {
    data: { applied: ['bookingSettings', 'availabilityRules'], settings },
    blockedFields: [],
    stored: true,
  }),
  CheckInGuide: entry(CheckInGuide, guide),
  CheckInGuideBody: entry(CheckInGuideBody, { locale: 'en', steps: [{ notes: 'The gate is green.' }] }),
  CheckInGuideWritten: entry(CheckInGuideWritten, { data: { listingId: 4812, ...guide }, stored: true }),
  CheckOutTask: entry(CheckOutTask, task),
  ChannelPermit: entry(ChannelPermit, permit),
  ShownPermits: entry(ShownPermits, { permits: [permit], flows: [flow] }),
  PermitsBody: entry(PermitsBody, {
    permits: [
      {
        regulatory_body: 'city_of_lisbon',
        regulation_type: 'registration',
        flow_slug: 'existing_registration',
        answers: { permit_number: { string_value: 'REG-0100' } },
      },
    ],
  }),
  PermitsWritten: entry(PermitsWritten, {
    listingId: '4812',
    airbnbListingId: '53120044',
    permits: [permit],
    stored: true,
  }),
  ChannelQuality: entry(ChannelQuality, quality),
  ChannelRoom: entry(ChannelRoom, room),
  RoomBed: entry(RoomBed, { type: 'queen_bed', quantity: 1 }),
  RoomBody: entry(RoomBody, {
    room_number: 1,
    room_type: 'bedroom',
    beds: [{ type: 'queen_bed', quantity: 1 }],
  }),
  RoomChangeBody: entry(RoomChangeBody, { beds: [{ type: 'queen_bed', quantity: 1 }] }),
  RoomWritten: entry(RoomWritten, { listingId: '4812', data: room, blockedFields: [], stored: true }),
  Removed: entry(Removed, { deleted: true, stored: true }),
  Disclosure: entry(Disclosure, disclosure),
  DisclosuresBody: entry(DisclosuresBody, {
    disclosures: [{ type: 'surveillance', value: 'A camera looks at the door.' }],
  }),
  DisclosuresWritten: entry(DisclosuresWritten, {
    ...whole,
    written: ['surveillance'],
    result: [disclosure],
    disclosures: [disclosure],
  }),
}
