/** Guests are created and changed with these bodies. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { name } from './body-fields.ts'
import {
  currencyOrNull,
  flag,
  id,
  knownCurrency,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'
import { dryRunMark, relayed } from './relay-write.ts'

const email = Type.Optional(
  Type.String({ format: 'email', maxLength: 320, description: 'E-mail address; kept in lower case.' }),
)
const phone = Type.Optional(
  Type.String({ minLength: 5, maxLength: 40, description: 'Phone number, best with country code.' }),
)
const language = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    maxLength: 35,
    description: 'Language, BCP 47.',
    examples: ['en'],
  }),
)

/** Body of `POST /v1/guests`. */
export const GuestCreateBody = record({
  firstName: name('First name.'),
  lastName: Type.Optional(name('Last name.')),
  email,
  phone,
  language,
  currency: Type.Optional(knownCurrency('Currency the guest prefers.')),
  isBusinessTraveler: Type.Optional(flag('Travels on business; false unless told.')),
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description:
        'Create the guest in this PMS first. With several accounts of it, name one by `X-Account-Id`.',
      examples: ['mews'],
    }),
  ),
})
export type GuestCreateBody = Static<typeof GuestCreateBody>

/** Body of `PATCH /v1/guests/{id}`. */
export const GuestUpdateBody = Type.Object(
  {
    firstName: Type.Optional(name('First name.')),
    lastName: Type.Optional(name('Last name.')),
    email,
    phone,
    language,
  },
  { additionalProperties: false, minProperties: 1 },
)
export type GuestUpdateBody = Static<typeof GuestUpdateBody>

export const GuestContactPoint = record({
  type: oneOfStrings(['email', 'phone'], { description: 'What it is.' }),
  value: text('The address or number.', { examples: ['ada@example.com'] }),
  isPrimary: flag('Whether it is the preferred one.'),
})

const contacts = Type.Array(GuestContactPoint, {
  description: 'Addresses and numbers, the preferred ones first.',
})

/** Answer of `POST /v1/guests`. */
export const GuestCreated = record({
  id: Type.Optional(id('Id of the guest; absent in a dry run that would create one.')),
  created: flag('False: the guest was there already.'),
  firstName: text('First name.'),
  lastName: textOrNull('Last name.'),
  language: textOrNull('Language.'),
  currency: currencyOrNull('Currency the guest prefers.'),
  isBusinessTraveler: flag('Travels on business.'),
  contacts,
  createdAt: timestamp('When the guest was created here.'),
  pms: relayed,
  dryRun: dryRunMark,
})
export type GuestCreated = Static<typeof GuestCreated>

/** Answer of `PATCH /v1/guests/{id}`. */
export const GuestUpdated = record({
  id: id('Id of the guest.'),
  firstName: text('First name.'),
  lastName: textOrNull('Last name.'),
  language: textOrNull('Language.'),
  contacts,
  updatedAt: timestampOrNull('When the guest last changed.'),
  pms: Type.Array(
    record({
      provider: text('The PMS.', { examples: ['mews'] }),
      applied: Type.Array(text('Field.'), { description: 'Fields it took over.' }),
      error: Type.Optional(textOrNull('Why it took nothing.')),
    }),
    { description: 'Every PMS that knows the guest and lets guests be changed.' },
  ),
  dryRun: dryRunMark,
})
export type GuestUpdated = Static<typeof GuestUpdated>
