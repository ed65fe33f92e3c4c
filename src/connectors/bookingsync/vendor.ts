/** Only these parts of BookingSync's answers are read. Everything but ids may be missing or null. */
import { Type, type Static } from 'typebox'
import { hourOfDay, utcInstant } from '../../connector-kit/dates.ts'
import {
  currencyField,
  decimalField,
  fieldTable,
  firstOf,
  joinedText,
  reading,
  text,
  wholeField,
  type RowOf,
} from '../../connector-kit/field-table.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { outOfFive, presentText, timeOfDay } from '../../connector-kit/readings.ts'
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

const instantField = (path: string) => reading(path, Text, utcInstant)
const hourField = (path: string) => reading(path, Amount, hourOfDay)

/** Texts for guests come by language: `{en: 'House', fr: 'Maison'}`. Standalone fees have a plain text. */
const Localized = maybe(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]))
type Localized = Static<typeof Localized>

/** The API does not say which language is a listing's main one, so English comes first. */
export function localText(value: Localized | undefined): string | null {
  if (typeof value === 'string') return presentText(value)
  const texts = Object.values({ en: value?.['en'], ...value })
  return texts.map(presentText).find((words) => words !== null) ?? null
}

const localField = (path: string) => reading(path, Localized, localText)

const photo = fieldTable(
  {
    url: firstOf(text('giant_url'), text('grande_url'), text('large_url'), text('medium_url')),
    caption: localField('description'),
    sortOrder: wholeField('position'),
  },
  {},
)
export const readPhoto = photo.read

const StayMap = part({ start_date: Text, map: Text })
export const VendorRateMap = Type.Object({
  id: MaybeId,
  ...each(Text, 'start_date', 'rates_map', 'minimum_stays_map'),
})

export const rental = fieldTable(
  {
    publicName: localField('headline'),
    street: joinedText(', ', text('address1'), text('address2')),
    city: text('city'),
    state: text('state'),
    postalCode: text('zip'),
    countryCode: text('country_code'),
    latitude: decimalField('lat'),
    longitude: decimalField('lng'),
    currency: currencyField('currency'),
    minNights: wholeField('absolute_min_stay'),
    content: {
      name: localField('headline'),
      summary: localField('summary'),
      description: localField('description'),
    },
    details: {
      propertyType: text('rental_type'),
      bedrooms: wholeField('bedrooms_count'),
      bathrooms: decimalField('bathrooms_count'),
      personCapacity: firstOf(wholeField('sleeps_max'), wholeField('sleeps')),
      checkInTimeStart: hourField('checkin_time'),
      checkInTimeEnd: hourField('checkin_end_time'),
      checkOutTime: hourField('checkout_time'),
      numberOfFloors: wholeField('stories_count'),
    },
  },
  {
    id: Id,
    ...each(Text, 'name', 'published_at'),
    // Side-loaded records stand in the row itself.
    photos: list(photo.shape),
    rentals_amenities: list(Type.Object({ links: part({ amenity: MaybeId }) })),
  },
)
export const VendorRental = rental.shape
export type VendorRental = RowOf<typeof rental>

export const VendorAmenity = Type.Object({ id: Id, key: Text, title: Localized })

/** A rental with its three maps of days. */
export const VendorDays = Type.Object({
  id: Id,
  nightly_rates_managed_externally: Flag,
  availability: StayMap,
  change_over: StayMap,
  nightly_rate_map: maybe(VendorRateMap),
})
export type VendorDays = Static<typeof VendorDays>

export const client = fieldTable(
  { firstName: text('firstname'), lastName: text('lastname'), language: text('preferred_locale') },
  {
    id: MaybeId,
    fullname: Text,
    emails: list(Type.Object({ email: Text, primary: Flag })),
    phones: list(Type.Object({ number: Text, primary: Flag })),
    addresses: list(Type.Object({ country_code: Text, primary: Flag })),
  },
)
export const VendorGuestClient = client.shape
export type VendorGuestClient = RowOf<typeof client>

/** Only sources have names; their ids differ from account to account. */
const VendorSource = part({ name: Text })

/** Times are those of the rental's clock, although they are written as if in UTC. A booking made without times has midnight. */
const clockField = (path: string) =>
  reading(path, Text, (moment: string) => {
    const time = timeOfDay(moment)
    return time === '00:00' ? null : time
  })

export const booking = fieldTable(
  {
    checkInTime: clockField('start_at'),
    checkOutTime: clockField('end_at'),
    bookedAt: instantField('created_at'),
    totalPrice: decimalField('final_price'),
    currency: currencyField('currency'),
  },
  {
    id: Id,
    // A booking without a rental has no place to stand.
    links: Type.Object({ rental: Id, source: MaybeId }),
    ...each(Text, 'start_at', 'end_at', 'status', 'reference', 'external_reference', 'canceled_at'),
    ...each(Text, 'tentative_expires_at'),
    ...each(Flag, 'booked', 'unavailable'),
    ...each(Amount, 'adults', 'children', 'initial_rental_price', 'final_rental_price'),
    ...each(Amount, 'commission', 'paid_amount', 'payment_left_to_collect'),
    client: maybe(VendorGuestClient),
    source: VendorSource,
    bookings_fees: list(
      Type.Object({ name: Localized, price: Amount, times_booked: Amount, included_in_price: Flag }),
    ),
    bookings_taxes: list(Type.Object({ name: Localized, amount: Amount, tax_included_in_price: Flag })),
  },
)
export const VendorBooking = booking.shape
/** A booking is shown with one of these moments, by its status. */
export const bookingMoments = fieldTable(
  { respondBy: instantField('tentative_expires_at'), cancelledAt: instantField('canceled_at') },
  {},
)
/** These amounts are not shown as they are. */
export const bookingAmounts = fieldTable(
  {
    rent: decimalField('initial_rental_price'),
    discountedRent: decimalField('final_rental_price'),
    price: decimalField('final_price'),
    paid: decimalField('paid_amount'),
    left: decimalField('payment_left_to_collect'),
    commission: reading('commission', Amount, nonZeroDecimal),
  },
  {},
)
export type VendorBooking = RowOf<typeof booking>

/** A search for one of our bookings or blocks reads these parts. */
export const VendorMarked = Type.Object({ id: Id, ...each(Text, 'start_at', 'end_at', 'notes') })

const Money = each(Amount, 'price', 'amount', 'percentage', 'quantity')
/** A live quote is a rental that was searched for with days. */
export const VendorQuoted = Type.Object({
  ...each(Amount, 'initial_price', 'final_price'),
  currency: Text,
  price_details: part({
    fees: list(Type.Object({ name: Localized, rentals_fee_id: MaybeId, ...Money })),
    taxes: list(
      Type.Object({
        ...{ name: Localized, tax_id: MaybeId, taxable_id: MaybeId, taxable_type: Text, included: Flag },
        ...Money,
      }),
    ),
  }),
})
export type VendorQuoted = Static<typeof VendorQuoted>

/** A participant is a guest (`Client`) or somebody of the account (`Host`). */
export const VendorParticipant = Type.Object({
  id: Id,
  links: part({ member: part({ id: MaybeId, type: Text }) }),
})
export type VendorParticipant = Static<typeof VendorParticipant>

const LinkedRow = { id: MaybeId, links: part({ rental: MaybeId }) }
export const VendorConversation = Type.Object({
  id: Id,
  ...each(Text, 'subject', 'default_channel', 'last_message_at'),
  bookings: list(Type.Object(LinkedRow)),
  inquiries: list(Type.Object(LinkedRow)),
  source: VendorSource,
})
export type VendorConversation = Static<typeof VendorConversation>

export const VendorMessage = Type.Object({
  id: Id,
  links: part({ sender: MaybeId, attachments: list(Id) }),
  ...each(Text, 'content', 'channel', 'origin', 'visibility', 'sent_at', 'created_at'),
})
export type VendorMessage = Static<typeof VendorMessage>

export const VendorAttachment = Type.Object({ id: Id, url: Text, file_content_type: Text })
export type VendorAttachment = Static<typeof VendorAttachment>

const criteria = ['cleanliness', 'communication', 'checkin', 'location', 'facilities', 'comfort'] as const
const otherCriteria = ['staff', 'value_for_money', 'accuracy'] as const
export const reviewCriteria = [...criteria, ...otherCriteria]

export const review = fieldTable(
  {
    guestName: text('name'),
    publicReview: joinedText('\n', text('title'), text('comment')),
    privateFeedback: text('private_comment'),
    submittedAt: firstOf(instantField('submitted_at'), instantField('created_at')),
    rating: reading('rating', Amount, (rating: string) => outOfFive(rating, 5)),
  },
  {
    id: Id,
    links: part(each(MaybeId, 'rental', 'booking')),
    source: VendorSource,
    criteria: part(each(part({ rating: Amount, comment: Text }), ...criteria, ...otherCriteria)),
  },
)
export const VendorReview = review.shape
export type VendorReview = RowOf<typeof review>

/** The resource holds one record under its name in the singular. */
export const VendorEvent = Type.Object({ event: Type.String(), resource: Type.Optional(Type.Unknown()) })
