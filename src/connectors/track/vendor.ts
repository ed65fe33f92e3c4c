/** Only these parts of Track's answers are read. Everything but ids and dates may be missing. */
import { Type, type Static, type TSchema } from 'typebox'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  firstOf,
  flagField,
  joinedText,
  reading,
  text,
  timeField,
  wholeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { Amount, Flag, Id, list, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

const each = <S extends TSchema, N extends string>(schema: S, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>

const instantField = (path: string) => reading(path, Text, utcInstant)

/** A unit that inherits from its node or type has the inherited values in its own fields. */
export const unit = fieldTable(
  {
    publicName: text('headline'),
    street: joinedText(', ', text('streetAddress'), text('extendedAddress')),
    city: text('locality'),
    state: text('region'),
    postalCode: firstOf(text('postal'), text('postalCode')),
    countryCode: text('country'),
    latitude: decimalField('latitude'),
    longitude: decimalField('longitude'),
    thumbnailUrl: text('coverImage'),
    content: {
      summary: text('shortDescription'),
      description: text('longDescription'),
      houseRules: text('houseRules'),
    },
    details: {
      propertyType: text('lodgingType.name'),
      bedrooms: wholeField('bedrooms'),
      personCapacity: wholeField('maxOccupancy'),
      numberOfFloors: wholeField('floors'),
      checkInTimeStart: timeField('checkinTime'),
      checkOutTime: timeField('checkoutTime'),
      directions: text('directions'),
    },
  },
  {
    id: Id,
    ...each(Text, 'name', 'shortName', 'timezone'),
    isActive: Flag,
    ...each(Amount, 'fullBathrooms', 'threeQuarterBathrooms', 'halfBathrooms'),
    bedTypes: list(Type.Object({ count: Amount })),
    amenities: list(Type.Object({ name: Text })),
  },
)
export const VendorUnit = unit.shape
export type VendorUnit = RowOf<typeof unit>

/** The vendor counts free units; a value that is no count gives no permission, so any value is accepted. */
export const VendorFreeNight = Type.Object({
  date: Type.String(),
  count: Type.Optional(Type.Unknown()),
})
export type VendorFreeNight = Static<typeof VendorFreeNight>

/** The vendor sends 0 or null for a rule that is not set. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)

export const rate = fieldTable(
  {
    price: decimalField('rate'),
    minNights: nightCount('stay.min'),
    maxNights: nightCount('stay.max'),
    closedToArrival: flagField('closed.arrival'),
    closedToDeparture: flagField('closed.departure'),
  },
  { date: Type.String() },
)
export const VendorRate = rate.shape
export type VendorRate = RowOf<typeof rate>

export const VendorRates = Type.Object({ rateTypeId: MaybeId, rates: list(Type.Unknown()) })

const contactTexts = each(Text, 'firstName', 'lastName', 'primaryEmail', 'secondaryEmail', 'country')
const contactPhones = each(Text, 'cellPhone', 'homePhone', 'otherPhone', 'workPhone')
export const VendorContact = Type.Object({ id: MaybeId, createdAt: Text, ...contactTexts, ...contactPhones })
export type VendorContact = Static<typeof VendorContact>

const Breakdown = part({
  ...each(Amount, 'grossRent', 'discountTotal'),
  guestFees: list(Type.Object({ ...each(Text, 'name'), value: Amount })),
  taxes: list(Type.Object({ ...each(Text, 'name'), amount: Amount })),
})

export const reservation = fieldTable(
  {
    bookedAt: firstOf(instantField('bookedAt'), instantField('createdAt')),
    // Travel insurance that the guest added counts in this total only; the balance is what is left of it.
    totalPrice: firstOf(decimalField('guestBreakdown.grandTotal'), decimalField('guestBreakdown.total')),
    currency: currencyField('currency'),
  },
  {
    id: Id,
    unitId: Id,
    ...each(Text, 'status', 'arrivalDate', 'departureDate', 'arrivalTime', 'departureTime'),
    ...each(Text, 'cancelledAt', 'subChannel', 'source'),
    channelId: MaybeId,
    alternates: list(Type.Unknown()),
    occupants: list(Type.Object({ ...each(Text, 'handle', 'name'), quantity: Amount })),
    guestBreakdown: Breakdown,
    _embedded: part({
      contact: part({ id: MaybeId, ...contactTexts, ...contactPhones }),
      unit: part({ timezone: Text }),
      type: part(each(Flag, 'isOwner', 'ownerStay', 'personalUse')),
      channel: part({ name: Text }),
    }),
  },
)
export const VendorReservation = reservation.shape
export type VendorReservation = RowOf<typeof reservation>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({ id: Id, alternates: list(Type.Unknown()) })

export const VendorQuoted = Type.Object({
  ...each(Flag, 'isValid', 'isAvailable'),
  error: part({ message: Text }),
  ...each(Amount, 'total', 'netRent', 'totalGuestFees', 'totalTaxes'),
  currency: Text,
})
export type VendorQuoted = Static<typeof VendorQuoted>

const SideReview = Type.Object({
  ...each(Text, 'reviewerRole', 'publicReview', 'privateFeedback'),
  ...each(Text, 'reviewerSubmittedAt', 'reviewCreatedAt'),
  reviewRatings: list(Type.Object({ category: Text, rating: Amount })),
})
export type SideReview = Static<typeof SideReview>

/** One row holds what both sides wrote of a stay. It names neither unit nor reservation. */
export const VendorReview = Type.Object({
  id: Id,
  overAllRating: Amount,
  channelReviews: list(SideReview),
  channelReviewResponse: list(Type.Object(each(Text, 'hostResponse', 'hostRespondAtDate'))),
})
export type VendorReview = Static<typeof VendorReview>
