/** Only these parts of Hostfully's answers are read. Everything but ids may be missing or null. */
import { Type, type Static } from 'typebox'
import { hourOfDay, utcInstant } from '../../connector-kit/dates.ts'
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
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { Amount, each, Flag, list, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'

/** Moments named `…UtcDateTime` come without a zone. */
const instantField = (path: string) => reading(path, Text, utcInstant)
/** Hours of the day are numbers or texts, depending on who tells it. */
const hourField = (path: string) => reading(path, Amount, hourOfDay)
const nonZeroField = (path: string) => reading(path, Amount, nonZeroDecimal)
/** The vendor sends 0 for a rule that is not set. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)

export const propertyTable = fieldTable(
  {
    street: joinedText(', ', text('address.address'), text('address.address2')),
    city: text('address.city'),
    state: text('address.state'),
    postalCode: text('address.zipCode'),
    countryCode: text('address.countryCode'),
    latitude: decimalField('address.latitude'),
    longitude: decimalField('address.longitude'),
    currency: currencyField('pricing.currency'),
    thumbnailUrl: text('pictureLink'),
    details: {
      propertyType: text('propertyType'),
      bedrooms: wholeField('bedrooms'),
      beds: wholeField('beds'),
      bathrooms: decimalField('bathrooms'),
      personCapacity: wholeField('availability.maxGuests'),
      checkInTimeStart: hourField('availability.checkInTimeStart'),
      checkInTimeEnd: hourField('availability.checkInTimeEnd'),
      checkOutTime: hourField('availability.checkOutTime'),
      minNights: nightCount('availability.minimumStay'),
      maxNights: nightCount('availability.maximumStay'),
      wifiNetwork: text('wifiNetwork'),
      wifiPassword: text('wifiPassword'),
    },
  },
  { uid: TextId, ...each(Text, 'name', 'timeZone'), isActive: Flag, airbnbData: part({ airbnbId: Amount }) },
)
export const VendorProperty = propertyTable.shape
export type VendorProperty = RowOf<typeof propertyTable>

export const nightTable = fieldTable(
  {
    price: nonZeroField('pricing.value'),
    minNights: nightCount('availability.minimumStayLength'),
    arrivals: flagField('availability.availableForCheckIn'),
    departures: flagField('availability.availableForCheckOut'),
    /** Only a plain false opens a night, so any value is accepted here. */
    unavailable: reading(
      'availability.unavailable',
      Type.Optional(Type.Unknown()),
      (value: unknown) => value,
    ),
  },
  { date: Type.String() },
)
export const VendorCalendar = Type.Object({ entries: Type.Array(nightTable.shape) })
export type VendorNight = RowOf<typeof nightTable>

/** The price and the rules that were set for one date. */
export const VendorPeriod = Type.Object({
  date: Type.String(),
  ...each(Amount, 'price', 'minimumStay'),
  ...each(Flag, 'availableForCheckIn', 'availableForCheckOut'),
  name: Text,
})
export type VendorPeriod = Static<typeof VendorPeriod>

const VendorGuest = Type.Object({
  ...each(
    Text,
    'guestUid',
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'cellPhoneNumber',
    'countryCode',
  ),
  ...each(Amount, 'adultCount', 'childrenCount', 'infantCount', 'petCount'),
})
export type VendorGuest = Static<typeof VendorGuest>

export const leadTable = fieldTable(
  {
    checkInTime: timeField('checkInLocalDateTime'),
    checkOutTime: timeField('checkOutLocalDateTime'),
    bookedAt: firstOf(instantField('bookedUtcDateTime'), instantField('metadata.createdUtcDateTime')),
  },
  {
    uid: TextId,
    propertyUid: Text,
    ...each(Text, 'type', 'status', 'channel', 'source', 'externalBookingId'),
    ...each(Text, 'checkInLocalDateTime', 'checkOutLocalDateTime'),
    ...each(Text, 'checkInZonedDateTime', 'checkOutZonedDateTime'),
    guestInformation: part(VendorGuest.properties),
  },
)
export const VendorLead = leadTable.shape
export type VendorLead = RowOf<typeof leadTable>

/** A search for one of our bookings reads these parts. */
export const VendorMarked = Type.Object({ uid: TextId, notes: Text })

export const orderTable = fieldTable(
  {
    totalPrice: decimalField('totalAmount'),
    currency: currencyField('currency'),
    accommodation: firstOf(decimalField('rent.netPrice'), decimalField('rent.rentNetPrice')),
    // Net, as the order sums up all taxes.
    cleaning: nonZeroField('fees.cleaningFee.netPrice'),
    taxes: nonZeroField('totalTaxesAmount'),
    commission: nonZeroField('channelCommission.amount'),
  },
  { leadUid: TextId },
)
export const VendorOrder = orderTable.shape
export type VendorOrder = RowOf<typeof orderTable>

export const VendorThread = Type.Object({
  uid: TextId,
  propertyUid: Text,
  participants: list(Type.Object(each(Text, 'participantType', 'participantUid'))),
})
export type VendorThread = Static<typeof VendorThread>

export const VendorMessage = Type.Object({
  uid: TextId,
  senderType: Text,
  createdUtcDateTime: Text,
  /** An object with subject and text; one third party has seen a plain text. */
  content: Type.Optional(Type.Unknown()),
  attachments: list(Type.Unknown()),
})
export type VendorMessage = Static<typeof VendorMessage>

export const reviewTable = fieldTable(
  {
    listingExternalId: text('propertyUid'),
    reservationExternalId: text('leadUid'),
    guestName: text('author'),
    publicReview: joinedText('\n', text('title'), text('content')),
    privateFeedback: text('privateFeedback'),
    submittedAt: instantField('date'),
  },
  {
    uid: TextId,
    source: Text,
    rating: Amount,
    ratingCategories: list(Type.Object({ category: Text, rate: Amount })),
    reviewResponse: Type.Optional(Type.Unknown()),
    responseDateTimeUTC: Text,
  },
)
export const VendorReview = reviewTable.shape
export type VendorReview = RowOf<typeof reviewTable>

export const VendorWebhook = Type.Object({ uid: TextId, ...each(Text, 'eventType', 'callbackUrl') })
export type VendorWebhook = Static<typeof VendorWebhook>

/** Deliveries are written with underscores, unlike every answer. */
export const VendorEvent = Type.Object({
  event_type: Type.String(),
  ...each(Text, 'property_uid', 'lead_uid', 'thread_uid'),
})
export type VendorEvent = Static<typeof VendorEvent>
