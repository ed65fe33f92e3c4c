/** Only these parts of Uplisting's answers are read. Everything but ids may be missing or null. */
import { Type, type Static } from 'typebox'
import { countryCode } from '../../connector-kit/country-code.ts'
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
import { Amount, each, Flag, Id, list, MaybeId, part, Text } from '../../connector-kit/vendor-fields.ts'

/** Times are hours of the day, or texts such as `15:00`. */
const hourField = (path: string) => reading(path, Amount, (value: string | number) => hourOfDay(value))

/** Countries are names. */
const countryField = (path: string) => reading(path, Text, (value: string) => countryCode(value))

export const property = fieldTable(
  {
    publicName: text('name'),
    street: joinedText(', ', text('related.address.street'), text('related.address.suite')),
    city: text('related.address.city'),
    state: text('related.address.state'),
    postalCode: text('related.address.zip_code'),
    countryCode: countryField('related.address.country'),
    latitude: decimalField('related.address.latitude'),
    longitude: decimalField('related.address.longitude'),
    currency: currencyField('currency'),
    defaultNightlyPrice: decimalField('default_daily_rate'),
    content: { name: text('name'), description: text('description') },
    details: {
      propertyType: firstOf(text('type'), text('property_type')),
      bedrooms: wholeField('bedrooms'),
      beds: wholeField('beds'),
      bathrooms: decimalField('bathrooms'),
      personCapacity: wholeField('maximum_capacity'),
      checkInTimeStart: hourField('check_in_time'),
      checkOutTime: hourField('check_out_time'),
    },
  },
  {
    id: Id,
    ...each(Text, 'nickname', 'name', 'time_zone', 'status'),
    enabled: Flag,
    related: part({
      address: part({
        ...each(Text, 'street', 'suite', 'city', 'state', 'zip_code', 'country'),
        ...each(Amount, 'latitude', 'longitude'),
      }),
      photos: list(Type.Object({ url: Text, order: Amount })),
      amenities: list(Type.Object({ name: Text })),
      multi_units: list(Type.Object({ name: Text })),
    }),
  },
)
export const VendorProperty = property.shape
export type VendorProperty = RowOf<typeof property>

/** 0 is a rule that is not set. */
const nightCount = (path: string) => reading(path, Amount, (value: string) => wholeNumber(value) || null)

export const day = fieldTable(
  {
    price: decimalField('day_rate'),
    // A client of live accounts reads the second name.
    minNights: firstOf(nightCount('minimum_length_of_stay'), nightCount('min_los')),
    closedToArrival: flagField('closed_for_arrival'),
    closedToDeparture: flagField('closed_for_departure'),
  },
  /** Only a plain yes is free, so any value is accepted. */
  { date: Type.String(), available: Type.Optional(Type.Unknown()) },
)
export const VendorDay = day.shape
export type VendorDay = RowOf<typeof day>

export const VendorCalendar = Type.Object({ calendar: Type.Object({ days: Type.Array(Type.Unknown()) }) })

/** Amounts that are not told are 0. */
const amountField = (path: string) => reading(path, Amount, (value: number | string) => nonZeroDecimal(value))

export const booking = fieldTable(
  {
    checkInTime: timeField('arrival_time'),
    checkOutTime: timeField('departure_time'),
    bookedAt: firstOf(
      reading('booked_at', Text, (value: string) => utcInstant(value)),
      reading('created_at', Text, (value: string) => utcInstant(value)),
    ),
    currency: currencyField('currency'),
  },
  {
    id: Id,
    property_id: Id,
    ...each(Text, 'check_in', 'check_out', 'status', 'channel', 'source'),
    ...each(Text, 'guest_name', 'guest_email', 'guest_phone'),
    direct: Flag,
    external_reservation_id: MaybeId,
    confirmation_code: MaybeId,
    number_of_guests: Amount,
  },
)
export const VendorBooking = booking.shape
export type VendorBooking = RowOf<typeof booking>

/** The vendor writes `accomodation`; a delivery that somebody kept has the word as others write it. */
export const money = fieldTable(
  {
    accommodation: firstOf(amountField('accomodation_total'), amountField('accommodation_total')),
    cleaning: amountField('cleaning_fee'),
    extraGuests: amountField('extra_guest_charges'),
    extras: amountField('extra_charges'),
    discounts: amountField('discounts'),
    taxes: amountField('booking_taxes'),
    commission: amountField('commission'),
    commissionVat: amountField('commission_vat'),
    processing: amountField('payment_processing_fee'),
    payout: amountField('total_payout'),
    gross: amountField('gross_revenue'),
    total: amountField('total_price'),
  },
  {},
)
export type VendorMoney = ReturnType<typeof money.read>
export const VendorBookingMoney = money.shape

/** A search for a booking reads these parts. */
export const VendorFound = Type.Object({ id: Id, ...each(Text, 'check_in', 'check_out') })

export const VendorHook = Type.Object({ id: Id, ...each(Text, 'target_url', 'event') })
export type VendorHook = Static<typeof VendorHook>

/** A delivery is the booking itself and does not say what happened. */
export const VendorDelivery = Type.Object({ id: Id, property_id: MaybeId, check_in: Text })
