/** Reads bookings from OTA's queues: amounts are whole numbers with a count of decimals. */
import { presentTexts } from '../../connector-kit/readings.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../connector-kit/xml.ts'
import { partyIn, type AgeGroup } from './booked-party.ts'
import type { BookedRoom, ChannelBooking, BookingPerson } from './booking.ts'
import { statusNamed } from './status-named.ts'
import { spanOfNights, type StaySpan } from './span-of-nights.ts'

export type ReservationQueue = 'new' | 'modified'

/** Each queue has a message with these names. */
export const otaNames = {
  new: { message: 'OTA_HotelResNotif', list: 'HotelReservations', one: 'HotelReservation' },
  modified: { message: 'OTA_HotelResModifyNotif', list: 'HotelResModifies', one: 'HotelResModify' },
} as const satisfies Record<ReservationQueue, object>

const ageGroups: Readonly<Record<string, AgeGroup>> = { '10': 'adults', '8': 'children', '7': 'infants' }

type XmlAttributes = Xml['attributes']

/** Follows a path of names to the first element of each. */
const along = (xml: Xml | undefined, ...names: readonly string[]): Xml | undefined =>
  names.reduce((found, name) => childOf(found, name), xml)

const firstText = (texts: readonly (string | undefined)[]): string | undefined => presentTexts(texts)[0]

export const otaBooking =
  (queue: ReservationQueue) =>
  (row: Xml): ChannelBooking => {
    const stays = childrenOf(childOf(row, 'RoomStays'), 'RoomStay')
    const guests = childrenOf(childOf(row, 'ResGuests'), 'ResGuest')
    const global = childOf(row, 'ResGlobalInfo')
    const ids = idIn(global)
    const { ResStatus, CreateDateTime: created } = row.attributes
    const whole = childOf(global, 'Total')?.attributes ?? {}
    return {
      id: ids.ResID_Value?.trim() ?? '',
      status: statusNamed(ResStatus, queue),
      // A day without a time does not say if it was before or after the account was connected.
      bookedAt: /T\d\d:/.test(ids.ResID_Date ?? '') ? ids.ResID_Date : created,
      booker: personIn(global),
      remarks: commentsIn(global),
      rooms: stays.map((stay) => roomIn(stay, { guests, whole, isOnly: stays.length === 1 })),
    }
  }

/** OTA's lists give reservations the type 14. Without a type there is only one id. */
function idIn(global: Xml | undefined): XmlAttributes {
  const all = childrenOf(childOf(global, 'HotelReservationIDs'), 'HotelReservationID').map(
    ({ attributes }) => attributes,
  )
  const filled = all.filter(({ ResID_Value }) => (ResID_Value ?? '').trim() !== '')
  return filled.find(({ ResID_Type }) => ResID_Type?.trim() === '14') ?? filled[0] ?? {}
}

/** There may be several profiles and telephones; the first non-empty ones count. */
function personIn(owner: Xml | undefined): BookingPerson {
  const customers = childrenOf(childOf(owner, 'Profiles'), 'ProfileInfo').flatMap((info) =>
    childrenOf(info, 'Profile').flatMap((profile) => childrenOf(profile, 'Customer')),
  )
  const each = (read: (customer: Xml) => readonly (string | undefined)[]) =>
    firstText(customers.flatMap(read))
  return {
    firstName: each((one) => [textIn(childOf(one, 'PersonName'), 'GivenName')]),
    lastName: each((one) => [textIn(childOf(one, 'PersonName'), 'Surname')]),
    email: each((one) => childrenOf(one, 'Email').map(({ text }) => text)),
    phone: each((one) => childrenOf(one, 'Telephone').map(({ attributes }) => attributes.PhoneNumber)),
    country: each((one) =>
      childrenOf(one, 'Address').map((address) => childOf(address, 'CountryName')?.attributes.Code),
    ),
  }
}

const commentsIn = (owner: Xml | undefined): string | undefined => {
  const comments = childrenOf(childOf(owner, 'Comments'), 'Comment')
  const texts = presentTexts(
    comments.flatMap((comment) => childrenOf(comment, 'Text').map(({ text }) => text)),
  )
  return texts.length === 0 ? undefined : texts.join('\n')
}

interface RoomContext {
  guests: readonly Xml[]
  /** The whole booking's price is that of its only room. */
  whole: XmlAttributes
  isOnly: boolean
}

function roomIn(stay: Xml, { guests, whole, isOnly }: RoomContext): BookedRoom {
  const span = spanIn(stay)
  const counts = childrenOf(childOf(stay, 'GuestCounts'), 'GuestCount').map(({ attributes }) => ({
    group: ageGroups[attributes.AgeQualifyingCode?.trim() ?? ''],
    count: attributes.Count,
  }))
  const own = childOf(stay, 'Total')?.attributes ?? {}
  const total = amountIn(own) === undefined && isOnly ? whole : own
  const paid = along(stay, 'RatePlans', 'RatePlan', 'Commission', 'CommissionPayableAmount')?.attributes ?? {}
  return {
    id: stay.attributes.IndexNumber?.trim() ?? '',
    roomId: along(stay, 'RoomTypes', 'RoomType')?.attributes.RoomTypeCode?.trim() ?? '',
    ...span,
    party: partyIn(counts),
    total: amountIn(total),
    commission: amountOf(paid.Amount, paid.DecimalPlaces),
    currency: firstText([total.CurrencyCode, own.CurrencyCode, whole.CurrencyCode]),
    guestName: nameIn(guestOf(stay, guests, isOnly)),
    mealPlan: textIn(along(stay, 'RoomTypes', 'RoomType', 'RoomDescription'), 'MealPlan'),
    remarks: commentsIn(stay),
  }
}

/** The vendor documents the nights of prices; real messages also have a span. */
function spanIn(stay: Xml): StaySpan {
  const { Start, End } = childOf(stay, 'TimeSpan')?.attributes ?? {}
  const rates = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')
  const nights = spanOfNights(rates.map(({ attributes }) => attributes.EffectiveDate))
  return { arrival: firstText([Start, nights.arrival]), departure: firstText([End, nights.departure]) }
}

/** Guests are listed beside the rooms and referenced by number; an only guest belongs to the only room. */
function guestOf(stay: Xml, guests: readonly Xml[], isOnly: boolean): Xml | undefined {
  const numbers = childrenOf(childOf(stay, 'ResGuestRPHs'), 'ResGuestRPH').map(({ attributes, text }) =>
    firstText([attributes.RPH, text]),
  )
  const match = guests.find(({ attributes }) => numbers.includes(attributes.ResGuestRPH?.trim()))
  return match ?? (isOnly && guests.length === 1 ? guests[0] : undefined)
}

function nameIn(guest: Xml | undefined): string | undefined {
  const { firstName, lastName } = personIn(guest)
  const words = presentTexts([firstName, lastName])
  return words.length === 0 ? undefined : words.join(' ')
}

const amountIn = (total: XmlAttributes): string | undefined =>
  amountOf(firstText([total.AmountAfterTax, total.AmountBeforeTax]), total.DecimalPlaces)

/**
 * 13350 with two places is 133.50. Without places an amount is taken as written, as the vendor writes those
 * of services. Any other text is kept and refused where amounts are read.
 */
export function amountOf(digits: string | undefined, places?: string): string | undefined {
  const number = digits?.trim() ?? ''
  if (number === '') return undefined
  const count = places?.trim() ?? ''
  if (count === '') return number
  const [, sign = '', whole = ''] = /^(-?)(\d{1,14})$/.exec(number) ?? []
  if (whole === '' || !/^[0-3]$/.test(count)) return `${number} with ${count} places`
  if (count === '0') return number
  const padded = whole.padStart(Number(count) + 1, '0')
  return `${sign}${padded.slice(0, -Number(count))}.${padded.slice(-Number(count))}`
}
