/** The details are a channel listing's kind of home and how guests get in. */
import { Type, type Static } from 'typebox'
import {
  flagOrNull,
  integerOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from '../fields.ts'
import { words, writtenOf } from './written.ts'

export const checkInCategories = [
  'doorman_entry',
  'lockbox',
  'smartlock',
  'keypad',
  'host_checkin',
  'other_checkin',
] as const

export const ChannelCheckInOption = record(
  {
    category: textOrNull('How guests get in.', { examples: ['keypad'] }),
    instruction: textOrNull('What they have to know for that.'),
  },
  { description: 'How guests get in.' },
)

export const ChannelDetails = record({
  name: textOrNull('Name of the listing.'),
  propertyTypeGroup: textOrNull('Group of kinds of places.', { examples: ['apartments'] }),
  propertyTypeCategory: textOrNull('Kind of place.', { examples: ['apartment'] }),
  roomTypeCategory: textOrNull('How much of it guests have.', { examples: ['entire_home'] }),
  personCapacity: integerOrNull('How many can sleep there.'),
  bedrooms: integerOrNull('Bedrooms.'),
  beds: integerOrNull('Beds.'),
  bathrooms: textOrNull('Bathrooms, as a decimal.', { examples: ['1.5'] }),
  hasAvailability: flagOrNull('Whether guests find the listing.'),
  checkInOption: ChannelCheckInOption,
  listingNickname: textOrNull('What the host calls it.'),
  houseManual: textOrNull('House manual.'),
  directions: textOrNull('How to get there.'),
  wifiNetwork: textOrNull('Name of the wifi.'),
  wifiPassword: textOrNull('Password of the wifi.'),
  quietHours: Type.Array(Type.String(), {
    description: 'Hours in which it is quiet; empty where the channel tells none.',
  }),
})
export type ChannelDetails = Static<typeof ChannelDetails>

/** The list of details has one row for each Airbnb listing. */
export const AirbnbDetails = record({
  listingAirbnbId: text('Names the link: connection and Airbnb listing.', { examples: ['31:53120044'] }),
  ...ChannelDetails.properties,
  lockedFields: Type.Array(Type.String(), {
    description: 'Fields that Airbnb took and did not show when they were written last.',
  }),
  updatedAt: timestampOrNull('When they were read last.'),
})

const kind = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description, examples: [example] }))

export const DetailsBody = record(
  {
    property_type_group: kind('Group of kinds of places.', 'apartments'),
    property_type_category: kind('Kind of place, one of the group.', 'apartment'),
    room_type_category: Type.Optional(
      oneOfStrings(['entire_home', 'private_room', 'shared_room', 'hotel_room'], {
        description: 'How much of it guests have.',
      }),
    ),
    quiet_hours: Type.Optional(
      Type.Array(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] }), {
        minItems: 2,
        maxItems: 2,
        description: 'From when to when it is quiet.',
      }),
    ),
    check_in_option: Type.Optional(
      record(
        {
          category: oneOfStrings(checkInCategories, { description: 'How guests get in.' }),
          instruction: words(5000, 'What they have to know for that.'),
        },
        { description: 'How guests get in.' },
      ),
    ),
    house_manual: words(5000, 'House manual; null clears it, as with the texts below.'),
    directions: words(5000, 'How to get there.'),
    wifi_network: words(255, 'Name of the wifi.'),
    wifi_password: words(255, 'Password of the wifi.'),
  },
  { minProperties: 1 },
)
export type DetailsBody = Static<typeof DetailsBody>

export const DetailsWritten = writtenOf(ChannelDetails)
