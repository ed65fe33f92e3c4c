/** A property is set up at Booking.com step by step. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bodyId } from './body-fields.ts'
import { flag, id, integer, oneOfStrings, record, text, textOrNull } from './fields.ts'

export const bookingSetupActions = [
  ...(['create-property', 'add-room', 'add-unit', 'advance', 'create-legal-entity'] as const),
  ...(['check-legal-status', 'check-readiness', 'open-property', 'set-contacts', 'set-policies'] as const),
]
export type BookingSetupAction = (typeof bookingSetupActions)[number]

const externalId = (kind: string, example: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000]*$' }),
      ],
      { description: `Booking.com's id of the ${kind}.`, examples: [example] },
    ),
  )
const words = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description, examples: [example] })
const strict = { additionalProperties: false }

export const BookingLegalEntity = Type.Object(
  {
    company_name: words(255, 'Name of the company.', 'Harbour Homes Ltd'),
    legal_contact_name: words(255, 'Who signs.', 'Ada Byron'),
    legal_contact_email: words(
      255,
      'Where the contract is sent; each belongs to one entity.',
      'ada@example.com',
    ),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'Country of the company.', examples: ['HR'] }),
    city: words(255, 'City of the company.', 'Split'),
  },
  { ...strict, description: 'Who runs the properties and signs the contract.' },
)
export type BookingLegalEntity = Static<typeof BookingLegalEntity>

const Contact = Type.Object(
  {
    name: words(255, 'Name.', 'Ada Byron'),
    email: words(255, 'E-mail address.', 'ada@example.com'),
    phone: words(40, 'Telephone number.', '+385911234567'),
  },
  { ...strict, description: 'The general contact of the property.' },
)

/** Body of `POST /v1/channels/booking/setup`. */
export const BookingSetupBody = Type.Object(
  {
    action: text(`What is to be done: ${bookingSetupActions.map((name) => `\`${name}\``).join(', ')}.`, {
      examples: ['check-readiness'],
    }),
    listing_id: Type.Optional(bodyId('The listing that becomes a property or a room.')),
    property_id: externalId('property', '8122001'),
    room_id: externalId('room', '1030001'),
    legal_entity_id: externalId('legal entity', '5100001'),
    leid: externalId('legal entity', '5100001'),
    legal_entity: Type.Optional(BookingLegalEntity),
    target: Type.Optional(
      oneOfStrings(['production', 'test'], {
        description: 'A test property is never opened. `production` unless told.',
      }),
    ),
    units: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 254,
        description:
          'How many there are to be of the room in all. Left out: one more, once for each `Idempotency-Key`; without a key a request that is repeated adds one each time.',
      }),
    ),
    contacts: Type.Optional(
      Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }), {
        minItems: 1,
        maxItems: 20,
        description: 'All contacts, as Booking.com takes them; one of them has the profile `general`.',
      }),
    ),
    contact: Type.Optional(Contact),
    policyCode: Type.Optional(Type.Integer({ description: "Booking.com's code of a policy." })),
    prepaymentRequired: Type.Optional(Type.Boolean({ description: 'Whether guests pay beforehand.' })),
  },
  strict,
)
export type BookingSetupBody = Static<typeof BookingSetupBody>

/** Answer of `POST /v1/channels/booking/setup`; a field that a step does not report is absent. */
export const BookingSetUp = record({
  action: oneOfStrings(bookingSetupActions, { description: 'What was done.' }),
  listingId: Type.Optional(id('The listing.')),
  propertyId: Type.Optional(text("Booking.com's id of the property.", { examples: ['8122001'] })),
  roomId: Type.Optional(text("Booking.com's id of the room.", { examples: ['1030001'] })),
  rateId: Type.Optional(textOrNull('Null: rates are told once the property is connected.')),
  guestFacingName: Type.Optional(textOrNull('What guests read; null: Booking.com has not told it yet.')),
  legalEntity: Type.Optional(
    record({
      id: text("Booking.com's id of the legal entity.", { examples: ['5100001'] }),
      source: oneOfStrings(['request', 'created'], { description: 'Whether it was there before.' }),
    }),
  ),
  target: Type.Optional(oneOfStrings(['production', 'test'], { description: 'What the property is for.' })),
  status: Type.Optional(textOrNull('How far it is: `being_built`, or the words of Booking.com.')),
  units: Type.Optional(integer('How many there are of the room.')),
  checked: Type.Optional(flag('Whether Booking.com looked at it.')),
  opened: Type.Optional(flag('Whether it was opened.')),
  sellable: Type.Optional(flag('Whether guests can book it.')),
  ready: Type.Optional(flag('Whether nothing is in the way.')),
  blockers: Type.Optional(
    Type.Array(Type.String(), { description: 'What is in the way, in the words of Booking.com.' }),
  ),
  contractSigned: Type.Optional(flag('Whether the contract of the legal entity is signed.')),
  contractCountries: Type.Optional(Type.Array(Type.String(), { description: 'Countries of the contract.' })),
  success: Type.Optional(flag('Always true; what went wrong is an error.')),
  nextSteps: Type.Optional(Type.Array(Type.String(), { description: 'What comes next, in order.' })),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What was assumed.' })),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was done.' })),
})
export type BookingSetUp = Static<typeof BookingSetUp>
