/** Only these parts of OwnerRez's answers are read. Everything but ids is optional and may be null. */
import { Type, type Static } from 'typebox'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  firstOf,
  flagField,
  idField,
  joinedText,
  reading,
  text,
  timeField,
  wholeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { presentText } from '../../connector-kit/readings.ts'
import {
  Amount,
  each,
  Flag,
  Id,
  list,
  maybe,
  MaybeId,
  part,
  Text,
} from '../../connector-kit/vendor-fields.ts'

/** Moments named `…_utc` may have seven decimals of a second. */
export function instant(value: string | null | undefined): string | null {
  return utcInstant(presentText(value)?.replace(/(\.\d{6})\d+/, '$1'))
}

const instantField = (path: string) => reading(path, Text, instant)

export const property = fieldTable(
  {
    publicName: text('external_name'),
    street: joinedText(', ', text('address.street1'), text('address.street2')),
    city: text('address.city'),
    state: firstOf(text('address.state'), text('address.province')),
    postalCode: text('address.postal_code'),
    countryCode: text('address.country'),
    latitude: decimalField('latitude'),
    longitude: decimalField('longitude'),
    currency: currencyField('currency_code'),
    thumbnailUrl: text('thumbnail_url'),
    details: {
      propertyType: text('property_type'),
      bedrooms: wholeField('bedrooms'),
      bathrooms: decimalField('bathrooms'),
      personCapacity: wholeField('max_guests'),
      checkInTimeStart: timeField('check_in'),
      checkInTimeEnd: timeField('check_in_end'),
      checkOutTime: timeField('check_out'),
    },
  },
  { id: Id, name: Text, active: Flag, time_zone: Text },
)
export const VendorProperty = property.shape
export type VendorProperty = RowOf<typeof property>

/** Texts for guests belong to the website feature. */
export const texts = fieldTable(
  { name: text('title'), summary: text('headline'), description: text('description') },
  { property_id: MaybeId },
)
export const VendorTexts = texts.shape
export type VendorTexts = RowOf<typeof texts>

export const day = fieldTable(
  {
    price: decimalField('rate.amount'),
    minNights: wholeField('rules.min_nights'),
    maxNights: wholeField('rules.max_nights'),
    closedToArrival: flagField('rules.is_arrival_disallowed'),
    closedToDeparture: flagField('rules.is_departure_disallowed'),
    /** A value that is no flag gives no permission, so any value is accepted here. */
    disallowed: reading('rules.is_stay_disallowed', Type.Optional(Type.Unknown()), (value: unknown) => value),
  },
  { date: Type.String(), status: Text },
)
export const VendorCalendar = Type.Object({ days: Type.Array(day.shape) })
export type VendorDay = RowOf<typeof day>

export const VendorGuest = Type.Object({
  id: MaybeId,
  first_name: Text,
  last_name: Text,
  email_addresses: list(Type.Object({ address: Text, is_default: Flag })),
  phones: list(Type.Object({ number: Text, is_default: Flag })),
  addresses: list(Type.Object({ country: Text, is_default: Flag })),
})
export type VendorGuest = Static<typeof VendorGuest>

export const booking = fieldTable(
  {
    checkInTime: timeField('check_in'),
    checkOutTime: timeField('check_out'),
    bookedAt: firstOf(instantField('booked_utc'), instantField('created_utc')),
    totalPrice: decimalField('total_amount'),
    currency: currencyField('currency_code'),
  },
  {
    ...each(Id, 'id', 'property_id'),
    guest: maybe(VendorGuest),
    ...each(Text, 'status', 'type', 'arrival', 'departure', 'listing_site', 'platform_reservation_number'),
    ...each(Text, 'pending_until_utc', 'canceled_utc'),
    is_block: Flag,
    ...each(Amount, 'adults', 'children', 'infants', 'pets', 'total_host_fees'),
    thread_ids: list(Id),
    charges: list(Type.Object({ type: Text, category: Text, amount: Amount, description: Text })),
  },
)
export const VendorBooking = booking.shape
export type VendorBooking = RowOf<typeof booking>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({ id: Id, notes: Text, arrival: Text, departure: Text })

export const VendorQuoted = Type.Object({
  charges: list(Type.Object({ type: Text, amount: Amount })),
  total_amount: Amount,
  currency_code: Text,
})
export type VendorQuoted = Static<typeof VendorQuoted>

export const VendorMessage = Type.Object({
  id: Id,
  // Messages that come as webhooks have a role instead of the direction.
  ...each(Text, 'body', 'direction', 'from_role', 'sent_utc'),
  ...each(Flag, 'is_draft', 'is_automated'),
})
export type VendorMessage = Static<typeof VendorMessage>

export const review = fieldTable(
  {
    listingExternalId: idField('property_id'),
    reservationExternalId: idField('booking_id'),
    guestName: text('reviewer_name'),
    publicReview: joinedText('\n', text('title'), text('body')),
    submittedAt: instantField('created_utc'),
    rating: decimalField('rating'),
  },
  { id: Id, listing_site: Text },
)
export const VendorReview = review.shape
export type VendorReview = RowOf<typeof review>

export const VendorEvent = Type.Object({
  entity_type: Type.String(),
  entity_id: MaybeId,
  entity: part({
    ...each(MaybeId, 'property_id', 'booking_id', 'thread_id', 'threadId'),
    thread: part({ id: MaybeId }),
  }),
})
export type VendorEvent = Static<typeof VendorEvent>
