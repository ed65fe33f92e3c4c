import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  currencyOrNull,
  id,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
} from './fields.ts'
import { AmenityRow } from './listing-expansions.ts'
import { RecordAccount, sellerNames } from './shared.ts'

const identity = {
  id: id('Id of the property, the same as the listing id.'),
  name: text("The host's own name for the property."),
  lifecycleStatus: textOrNull('Where the property is in its life: `live`, `draft`, `archived`, and others.'),
}
const place = {
  address: textOrNull('Street and number.'),
  city: textOrNull('City.'),
  currency: currencyOrNull("Currency of the property's prices."),
}
const listed = {
  channels: Type.Array(oneOfStrings(sellerNames), {
    description: 'Channels the property is actively published on; empty when none.',
  }),
  updatedAt: timestamp('When the property last changed; what `updated_since` compares.'),
}
const status = <const S extends readonly string[]>(values: S) =>
  oneOfStrings(values, { description: 'Derived from the active flag of the listing.' })

export const ActiveProperty = record({
  ...identity,
  publicName: Type.Optional(textOrNull('The title guests see.')),
  ...place,
  status: status(['active']),
  ...listed,
  accounts: Type.Optional(
    Type.Array(RecordAccount, { description: 'Connected accounts that carry the property.' }),
  ),
})
export type ActiveProperty = Static<typeof ActiveProperty>

/** An inactive property shows its identity only: never address, city or currency. */
export const InactiveProperty = record({ ...identity, status: status(['inactive']), ...listed })
export type InactiveProperty = Static<typeof InactiveProperty>

/** `GET /v1/properties` lists these rows. */
export const PropertyRow = Type.Union([ActiveProperty, InactiveProperty])
export type PropertyRow = Static<typeof PropertyRow>

/** Answer of `GET /v1/properties/{id}`. */
export const PropertyDetail = record({
  ...identity,
  ...place,
  latitude: numberOrNull('Degrees north.'),
  longitude: numberOrNull('Degrees east.'),
  status: status(['active', 'inactive']),
  createdAt: timestamp('When the property was created here.'),
  updatedAt: timestamp('When the property last changed.'),
  amenities: Type.Optional(
    Type.Array(AmenityRow, { description: 'With `include=amenities`; empty when there are none.' }),
  ),
})
export type PropertyDetail = Static<typeof PropertyDetail>
