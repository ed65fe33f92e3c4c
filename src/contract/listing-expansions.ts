import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, flagOrNull, integerOrNull, record, text, textOrNull } from './fields.ts'

const anyJson = (description: string) => Type.Unsafe<unknown>({ description })

export const AmenityRow = record({
  amenityKey: text('Stable name of the amenity.', { examples: ['wifi'] }),
  category: textOrNull('Group it belongs to.'),
  isPresent: flag('False: the home is known not to have it.'),
  instruction: textOrNull('How a guest uses it.'),
})
export type AmenityRow = Static<typeof AmenityRow>

/** `include=content` adds the English texts. */
export const ListingContent = record({
  name: textOrNull('Stored title.'),
  title: Type.Optional(textOrNull('Title of at most 50 characters; only in generated content.')),
  summary: textOrNull('Short description.'),
  description: textOrNull('Full description.'),
  space: textOrNull('The rooms and the space.'),
  guestAccess: textOrNull('What guests may use.'),
  neighborhoodOverview: textOrNull('The neighbourhood.'),
  gettingAround: textOrNull('How to get about.'),
  transit: textOrNull('Public transport.'),
  houseRules: textOrNull('House rules.'),
  additionalRules: anyJson('Further rules, as the source structures them.'),
  notes: textOrNull('Other things guests should know.'),
  interactionWithGuests: textOrNull('How far the host is around.'),
  amenities: Type.Optional(
    Type.Array(Type.String(), { description: 'Amenity names; only in generated content.' }),
  ),
})
export type ListingContent = Static<typeof ListingContent>

/** `include=details` adds these; null means unknown. */
export const ListingDetails = record({
  propertyType: textOrNull('Kind of home, for example `apartment`.'),
  propertyTypeCategory: textOrNull('Group of that kind.'),
  roomTypeCategory: textOrNull('What is let: `entire_home`, `private_room`, `shared_room` or `hotel_room`.'),
  bedrooms: integerOrNull('Bedrooms.'),
  bathrooms: textOrNull('Bathrooms as a decimal number.', { examples: ['1.5'] }),
  beds: integerOrNull('Beds.'),
  personCapacity: integerOrNull('Most guests allowed.'),
  checkInTimeStart: textOrNull('Earliest arrival, local time, as the source writes it.'),
  checkInTimeEnd: textOrNull('Latest arrival, local time, as the source writes it.'),
  checkOutTime: textOrNull('Latest departure, local time, as the source writes it.'),
  minNights: integerOrNull('Shortest stay in nights.'),
  maxNights: integerOrNull('Longest stay in nights.'),
  advanceBookingDays: integerOrNull('Days of notice a booking needs.'),
  turnoverDays: integerOrNull('Days kept free between stays.'),
  wifiNetwork: textOrNull('Name of the wireless network.'),
  wifiPassword: textOrNull('Its password.'),
  houseManual: textOrNull('House manual.'),
  directions: textOrNull('How to get there.'),
  propertySize: anyJson('Size of the home, as the source structures it.'),
  yearBuilt: integerOrNull('Year of construction.'),
  numberOfFloors: integerOrNull('Floors of the building.'),
  listingFloor: integerOrNull('Floor the home is on.'),
})
export type ListingDetails = Static<typeof ListingDetails>

/** `include=photos` adds the pictures that guests see, in their order. */
export const ListingPhoto = record({
  url: text('Where the picture is.'),
  thumbnailUrl: textOrNull('A small version.'),
  caption: textOrNull('Caption.'),
  category: textOrNull('What it shows.'),
  width: integerOrNull('Pixels.'),
  height: integerOrNull('Pixels.'),
  sourceUrl: textOrNull('Where it came from.'),
})
export type ListingPhoto = Static<typeof ListingPhoto>

/** `include=policies` adds what `policies` of the content wrote beside times and house rules. */
export const ListingPolicies = record(
  {
    cancellationPolicy: textOrNull('Cancellation policy.'),
    allowsChildren: flagOrNull('Children may come.'),
    allowsInfants: flagOrNull('Infants may come.'),
    allowsPets: flagOrNull('Pets may come.'),
    allowsSmoking: flagOrNull('Smoking is allowed.'),
    allowsEvents: flagOrNull('Events are allowed.'),
    quietHoursStart: textOrNull('Beginning of the quiet hours.'),
    quietHoursEnd: textOrNull('End of the quiet hours.'),
    checkInMethod: textOrNull('How guests get in.'),
    checkInInstruction: textOrNull('What they have to know for it.'),
  },
  { description: 'What is allowed and how guests get in, with `include=policies`.' },
)
export type ListingPolicies = Static<typeof ListingPolicies>
