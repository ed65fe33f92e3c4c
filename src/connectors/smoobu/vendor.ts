/** Only these parts of the vendor's rows are read. Only ids are relied on. */
import { Type, type Static } from 'typebox'
import { countryCode } from '../../connector-kit/country-code.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  firstOf,
  reading,
  text,
  wholeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { presentText, timeZoneName } from '../../connector-kit/readings.ts'
import { Amount, Id, list, maybe, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

/** A row of the list of apartments has only its name. */
export const VendorApartment = Type.Object({ id: Id, name: Text })
export type VendorApartment = Static<typeof VendorApartment>

const bedFields = ['doubleBeds', 'singleBeds', 'queenSizeBeds', 'kingSizeBeds', 'sofaBeds'].map((kind) =>
  wholeField(`rooms.${kind}`),
)

/** The details' `price` is for the website, not a night's price, and is not read. */
export const apartmentDetails = fieldTable(
  {
    street: text('location.street'),
    city: text('location.city'),
    postalCode: text('location.zip'),
    countryCode: reading('location.country', Text, (name: string) => countryCode(presentText(name))),
    latitude: decimalField('location.latitude'),
    longitude: decimalField('location.longitude'),
    timeZone: reading('timeZone', Text, timeZoneName),
    currency: currencyField('currency'),
    details: {
      propertyType: text('type.name'),
      bedrooms: wholeField('rooms.bedrooms'),
      bathrooms: decimalField('rooms.bathrooms'),
      beds: {
        ...firstOf(...bedFields),
        read: (row: unknown) => {
          const counts = bedFields.flatMap(({ read }) => read(row) ?? [])
          return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
        },
      },
      personCapacity: wholeField('rooms.maxOccupancy'),
    },
  },
  { equipments: list(Type.Unknown()) },
)
export const VendorApartmentDetails = apartmentDetails.shape
export type VendorApartmentDetails = RowOf<typeof apartmentDetails>

export const VendorNight = Type.Object({
  price: Amount,
  min_length_of_stay: Amount,
  available: maybe(Type.Union([Type.Number(), Type.Boolean()])),
})

const PriceElement = Type.Object({
  type: Text,
  name: Text,
  amount: Amount,
  quantity: Amount,
  currencyCode: Text,
  priceIncludedInId: MaybeId,
})
export type VendorPriceElement = Static<typeof PriceElement>

/** Flags are Yes and No, in some rows true and false. */
const YesOrNo = maybe(Type.Union([Type.String(), Type.Boolean()]))

export const VendorReservation = Type.Object({
  id: Id,
  'reference-id': Amount,
  type: Text,
  arrival: Type.String(),
  departure: Type.String(),
  'created-at': Text,
  modifiedAt: Text,
  apartment: Type.Object({ id: Id }),
  channel: part({ name: Text }),
  'guest-name': Text,
  firstname: Text,
  lastname: Text,
  email: Text,
  phone: Text,
  language: Text,
  guestId: Amount,
  adults: Amount,
  children: Amount,
  'check-in': Text,
  'check-out': Text,
  price: Amount,
  'price-paid': YesOrNo,
  'prepayment-paid': YesOrNo,
  prepayment: Amount,
  'commission-included': Amount,
  'city-tax': Amount,
  'is-blocked-booking': maybe(Type.Union([Type.Boolean(), Type.Number()])),
  priceElements: list(PriceElement),
})
export type VendorReservation = Static<typeof VendorReservation>

export const VendorEvent = Type.Object({ action: Type.String(), data: Type.Unknown() })

/** A write reads these parts of a booking. */
export const VendorHeld = Type.Object({
  id: Id,
  type: Type.String(),
  arrival: Type.String(),
  departure: Type.String(),
  channel: part({ name: Text }),
  'is-blocked-booking': maybe(Type.Union([Type.Boolean(), Type.Number()])),
  notice: Text,
})
export type VendorHeld = Static<typeof VendorHeld>

/**
 * A stay's price is answered in this form. `prices` and `errorMessages` are keyed by apartment; empty ones
 * may come as lists.
 */
export const VendorAvailability = Type.Object({
  availableApartments: list(Id),
  prices: Type.Optional(Type.Unknown()),
  errorMessages: Type.Optional(Type.Unknown()),
})
export type VendorAvailability = Static<typeof VendorAvailability>

/** An apartment has such an entry among the prices or the messages. */
export const VendorStayPrice = Type.Object({ price: Amount, currency: Text, message: Text })
export type VendorStayPrice = Static<typeof VendorStayPrice>
