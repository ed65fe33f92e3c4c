/** Callers write a listing's content with this body. */
import { Type } from 'typebox'
import type { Static, TSchema, TSchemaOptions } from 'typebox'
import { flag, id, knownCurrency, nullable, oneOfStrings, record, text } from './fields.ts'
import { cancellationPolicies, roomTypeCategories } from './listing-write.ts'

/** A field left out stays as it is; null clears it. */
const change = <S extends TSchema>(schema: S, description: string) =>
  Type.Optional(nullable(schema, { description }))
const words = (maxLength: number, description: string, options: TSchemaOptions = {}) =>
  change(Type.String({ maxLength, ...options }), description)
const amount = (description: string) => change(Type.Number({ minimum: 0, maximum: 1e9 }), description)
const count = (description: string, minimum = 0) =>
  change(Type.Integer({ minimum, maximum: 1000 }), description)
const yesNo = (description: string) => change(Type.Boolean(), description)
const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const time = (description: string) =>
  change(Type.String({ pattern: timePattern, examples: ['15:00'] }), description)
const percent = (description: string) => change(Type.Number({ minimum: 0, maximum: 99 }), description)

export const checkInMethods = [
  'lockbox',
  'smartlock',
  'keypad',
  'host_checkin',
  'doorman_entry',
  'other_checkin',
] as const
export const checkoutTaskTypes = [
  'return_keys',
  'turn_things_off',
  'throw_trash',
  'lock_up',
  'gather_towels',
  'additional_requests',
] as const

const amenity = record({
  amenityKey: Type.String({ minLength: 1, maxLength: 100, description: 'Stable name of the amenity.' }),
  category: words(100, 'Group it belongs to.'),
  isPresent: Type.Optional(flag('False: the home is known not to have it. True unless told.')),
  instruction: words(2000, 'How a guest uses it.'),
})

const bed = record({
  bedType: Type.String({ minLength: 1, maxLength: 100, description: 'Kind of bed.', examples: ['queen'] }),
  quantity: Type.Integer({ minimum: 1, maximum: 20, description: 'How many.' }),
})

const room = record({
  roomType: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Kind of room.',
    examples: ['bedroom'],
  }),
  roomName: words(200, 'Name of the room.'),
  roomNumber: count('Its number, counted from 1.', 1),
  isPrivate: yesNo('Only for these guests.'),
  beds: Type.Optional(Type.Array(bed, { maxItems: 50, description: 'Beds in it.' })),
})

const checkoutTask = record({
  taskType: Type.String({
    maxLength: 50,
    description: `One of ${checkoutTaskTypes.join(', ')}, in any case.`,
    examples: ['return_keys'],
  }),
  instructions: words(2000, 'How.'),
  required: yesNo('Has to be done.'),
})

const photo = record({
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'Where the picture is: http or https.' }),
  thumbnailUrl: words(2000, 'A small version.'),
  caption: words(500, 'Caption.'),
  category: words(100, 'What it shows; `property` unless told.'),
  width: change(Type.Integer({ minimum: 1, maximum: 100_000 }), 'Pixels.'),
  height: change(Type.Integer({ minimum: 1, maximum: 100_000 }), 'Pixels.'),
  sortOrder: change(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    'Its place; the order of the list unless told.',
  ),
  sourceUrl: words(2000, 'Where it came from.'),
})

const address = record({
  street: words(500, 'Street and number.'),
  city: words(500, 'City.'),
  state: words(500, 'State or region.'),
  postalCode: words(500, 'Postal code.'),
  zipcode: words(500, 'Another spelling of `postalCode`, which goes before it.'),
  countryCode: change(
    Type.String({ pattern: '^[A-Z]{2}$', examples: ['HR'] }),
    'Country, ISO 3166-1 alpha-2.',
  ),
  lat: change(Type.Number({ minimum: -90, maximum: 90 }), 'Degrees north.'),
  lng: change(Type.Number({ minimum: -180, maximum: 180 }), 'Degrees east.'),
})

const pricing = record({
  defaultDailyPrice: amount('Price of a night. Nights that were not priced by themselves follow it.'),
  weekendPrice: amount('Price of the nights of Saturday and Sunday.'),
  cleaningFee: amount('Cleaning fee of a stay.'),
  pricePerExtraGuest: amount('Price of each guest above those included, a night.'),
  securityDeposit: amount('Deposit, held and given back: quotes show it beside their total.'),
  weeklyDiscount: percent('Percent off the nights, from seven of them.'),
  monthlyDiscount: percent('Percent off the nights, from 28 of them, in place of the weekly one.'),
  guestsIncluded: count('Guests that the price includes; 1 unless told.', 1),
  currency: change(knownCurrency(''), 'Currency of all prices, ISO 4217.'),
})

const policies = record({
  checkInTimeStart: time('Earliest arrival, local time.'),
  checkInTimeEnd: time('Latest arrival, local time.'),
  checkOutTime: time('Latest departure, local time.'),
  houseRules: words(20_000, 'House rules.'),
  cancellationPolicy: change(oneOfStrings(cancellationPolicies), 'Cancellation policy.'),
  cancellation: change(
    oneOfStrings(cancellationPolicies),
    'Another spelling of `cancellationPolicy`, which goes before it.',
  ),
  allowsChildren: yesNo('Children may come.'),
  allowsInfants: yesNo('Infants may come.'),
  allowsPets: yesNo('Pets may come.'),
  allowsSmoking: yesNo('Smoking is allowed.'),
  allowsEvents: yesNo('Events are allowed.'),
  quietHoursStart: time('Beginning of the quiet hours.'),
  quietHoursEnd: time('End of the quiet hours.'),
  checkInMethod: change(oneOfStrings(checkInMethods), 'How guests get in.'),
  checkInInstruction: words(5000, 'What they have to know for it.'),
  guestSafetyDisclosures: Type.Optional(
    Type.Array(
      record({
        type: Type.String({ minLength: 1, maxLength: 100, description: 'What is disclosed.' }),
        value: Type.String({ maxLength: 2000, description: 'What guests are told.' }),
      }),
      { maxItems: 50, description: 'What guests have to know for their safety; all of them.' },
    ),
  ),
})

/** Body of `PUT /v1/listings/{id}/content`. */
export const ContentBody = record({
  locale: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      maxLength: 20,
      description: 'Language of the texts `title`, `summary` and `description`; `en` unless told.',
      examples: ['it'],
    }),
  ),
  title: words(500, 'The title guests see.'),
  name: words(500, 'Another spelling of `title`.'),
  summary: words(20_000, 'Short description.'),
  description: words(50_000, 'Full description.'),
  amenities: Type.Optional(
    Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), amenity]), {
      maxItems: 1000,
      description: 'All amenities; what is not named is taken away.',
    }),
  ),
  address: Type.Optional(address),
  details: Type.Optional(
    record({
      propertyType: words(100, 'Kind of home.'),
      propertyTypeCategory: words(100, 'Group of that kind.'),
      roomTypeCategory: change(oneOfStrings(roomTypeCategories), 'What is let.'),
    }),
  ),
  occupancy: Type.Optional(
    record({
      maxGuests: count('Most guests allowed.', 1),
      bedrooms: count('Bedrooms.'),
      beds: count('Beds.'),
      bathrooms: change(Type.Number({ minimum: 0, maximum: 1000 }), 'Bathrooms; halves are allowed.'),
    }),
  ),
  rooms: Type.Optional(Type.Array(room, { maxItems: 200, description: 'All rooms with their beds.' })),
  checkoutTasks: Type.Optional(
    Type.Array(checkoutTask, { maxItems: 50, description: 'All tasks at departure.' }),
  ),
  pricing: Type.Optional(pricing),
  policies: Type.Optional(policies),
  photos: Type.Optional(
    Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 2000 }), photo]), {
      maxItems: 500,
      description: 'Pictures by their address; an empty list takes all away.',
    }),
  ),
  photosMode: Type.Optional(
    oneOfStrings(['replace', 'append'], {
      description: '`replace` unless told. Pictures in a PMS can only be added.',
    }),
  ),
})
export type ContentBody = Static<typeof ContentBody>

export const ContentWritten = record({
  id: id('Id of the listing.'),
  changed: Type.Array(text('Section.'), {
    description: 'Sections that are different now, such as `title`, `pricing`, `calendar` or `locale:it`.',
  }),
  deferred: Type.Array(text('Section.'), {
    description: 'Sections that were not taken over: the PMS refused them, or nothing in them could be used.',
  }),
  pms: Type.Optional(
    record(
      {
        provider: text('The PMS.'),
        applied: Type.Array(text('Section.'), { description: 'Sections that the PMS took over.' }),
        errors: Type.Array(
          record({
            section: text('Section.'),
            code: oneOfStrings(
              ['rejected', 'unavailable', 'unsupported', 'not_found', 'reauth_required', 'duplicate'],
              { description: 'Why, as a stable word.' },
            ),
            message: text('Why, in words.'),
          }),
          { description: 'Sections that it did not.' },
        ),
        unknown: Type.Optional(
          Type.Array(text('Section.'), {
            description:
              'Sections of which the PMS did not say what became of them. They are looked for there; `listing.updated` tells when they are found. Only where there are some.',
          }),
        ),
      },
      { description: 'What became of it in the PMS that keeps the listing.' },
    ),
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Nothing was changed.' })),
})
export type ContentWritten = Static<typeof ContentWritten>
