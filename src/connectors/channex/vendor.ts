/** Only these parts of Channex's answers are read. Everything but ids and dates may be missing. */
import { Type, type Static } from 'typebox'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  flagField,
  reading,
  text,
  timeField,
  wholeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { outOfFive, wholeNumber } from '../../connector-kit/readings.ts'
import { Amount, each, Flag, list, maybe, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'

/** Moments are in UTC and have no zone. */
const instantField = (path: string) => reading(path, Text, utcInstant)

const Photos = list(Type.Object({ url: Text, description: Text, position: Amount }))

/** A property is a place: its room types have its address, currency and clock. */
export const property = fieldTable(
  {
    street: text('address'),
    city: text('city'),
    state: text('state'),
    postalCode: text('zip_code'),
    countryCode: text('country'),
    latitude: decimalField('latitude'),
    longitude: decimalField('longitude'),
  },
  {
    id: TextId,
    ...each(Text, 'title', 'timezone', 'currency', 'property_type'),
    content: part({ ...each(Text, 'important_information', 'description'), photos: Photos }),
    settings: part({ min_stay_type: Text }),
  },
)
export const VendorProperty = property.shape
export type VendorProperty = RowOf<typeof property>

export const roomType = fieldTable(
  { details: { personCapacity: wholeField('occ_adults') } },
  {
    id: TextId,
    ...each(Text, 'title', 'room_kind'),
    count_of_rooms: Amount,
    content: part({ description: Text, photos: Photos }),
    related: part({ property: Text }),
  },
)
export const VendorRoomType = roomType.shape
export type VendorRoomType = RowOf<typeof roomType>

export const ChannexRatePlan = Type.Object({
  id: TextId,
  ...each(Text, 'title', 'currency'),
  inherit_rate: Flag,
  related: part({ room_type: Text }),
})
export type ChannexRatePlan = Static<typeof ChannexRatePlan>

/** The vendor sends 0 for a rule that is not set. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)

export const night = fieldTable(
  {
    // The vendor's numbers are minor units; only its texts are read as amounts.
    price: reading('rate', Amount, (value: number | string) =>
      typeof value === 'string' ? decimalString(value) : null,
    ),
    minNights: reading('min_stay', Amount, wholeNumber),
    maxNights: nightCount('max_stay'),
    closedToArrival: flagField('closed_to_arrival'),
    closedToDeparture: flagField('closed_to_departure'),
  },
  { stop_sell: maybe(Type.Unknown()), min_stay_arrival: Amount, min_stay_through: Amount },
)
export const VendorNight = night.shape
export type VendorNight = RowOf<typeof night>

const Party = part(each(Amount, 'adults', 'children', 'infants'))
const Person = part(each(Text, 'name', 'surname', 'mail', 'phone', 'country', 'language'))
const Service = Type.Object({ name: Text, total_price: Amount, is_inclusive: Flag })
const Tax = Type.Object({ ...each(Text, 'name', 'type'), total_price: Amount, is_inclusive: Flag })

/** One room of a booking, as it is put together here; a booking without rooms has none to show. */
export const bookedRow = fieldTable(
  {
    bookedAt: instantField('booking.inserted_at'),
    checkInTime: timeField('booking.arrival_hour'),
    currency: currencyField('booking.currency'),
  },
  {
    externalId: TextId,
    /** The booking has this many rooms. */
    rooms: Type.Integer(),
    booking: Type.Object({
      ...each(Text, 'status', 'ota_name', 'ota_reservation_code', 'unique_id', 'notes'),
      ...each(Amount, 'amount', 'ota_commission'),
      ...each(Text, 'arrival_date', 'departure_date'),
      customer: Person,
      occupancy: Party,
      services: list(Service),
    }),
    room: Type.Object({
      room_type_id: TextId,
      ...each(Text, 'checkin_date', 'checkout_date'),
      amount: Amount,
      occupancy: Party,
      guests: list(Type.Object(each(Text, 'name', 'surname'))),
      taxes: list(Tax),
      services: list(Service),
    }),
  },
)
export const BookedRow = bookedRow.shape
export type BookedRow = RowOf<typeof bookedRow>

export const VendorThread = Type.Object({
  id: TextId,
  ...each(Text, 'title', 'provider', 'last_message_received_at', 'updated_at'),
  related: part({ booking: Text }),
})
export type VendorThread = Static<typeof VendorThread>

export const VendorMessage = Type.Object({
  id: TextId,
  ...each(Text, 'message', 'sender', 'inserted_at'),
  attachments: list(Type.Unknown()),
})
export type VendorMessage = Static<typeof VendorMessage>

const rating = (path: string) => reading(path, Amount, (value: number) => outOfFive(value, 10))

export const review = fieldTable(
  {
    reservationCode: text('ota_reservation_id'),
    guestName: text('guest_name'),
    rating: rating('overall_score'),
    publicReview: text('content'),
    submittedAt: instantField('received_at'),
    hidden: flagField('is_hidden'),
  },
  {
    id: TextId,
    ...each(Text, 'ota', 'reply', 'inserted_at'),
    scores: list(Type.Object({ category: Text, score: Amount })),
    related: part({ booking: Text }),
  },
)
export const VendorReview = review.shape
export type VendorReview = RowOf<typeof review>

export const VendorEvent = Type.Object({
  event: Type.String(),
  payload: maybe(Type.Unknown()),
  property_id: Text,
})
export type VendorEvent = Static<typeof VendorEvent>
