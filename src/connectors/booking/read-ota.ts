/** Bookings as the queues of OTA tell them: amounts are whole numbers with the places of their decimals. */
import { wholeNumber } from '../../connector-kit/readings.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../connector-kit/xml.ts'
import type { BookedRoom, Booking, Person } from './booking.ts'

export type Queue = 'new' | 'modified'

/** The names of the message that a queue speaks. */
export const otaNames = {
  new: { message: 'OTA_HotelResNotif', list: 'HotelReservations', one: 'HotelReservation' },
  modified: { message: 'OTA_HotelResModifyNotif', list: 'HotelResModifies', one: 'HotelResModify' },
} as const satisfies Record<Queue, object>

const statuses: Readonly<Record<string, string>> = { Commit: 'new', Modify: 'modified', Cancel: 'cancelled' }
const [adult, child] = ['10', '8']

/** The first element along a path of names. */
const along = (xml: Xml | undefined, ...names: readonly string[]): Xml | undefined =>
  names.reduce((found, name) => childOf(found, name), xml)

export function otaBooking(row: Xml): Booking {
  const stays = childrenOf(childOf(row, 'RoomStays'), 'RoomStay')
  const guests = childrenOf(childOf(row, 'ResGuests'), 'ResGuest')
  const global = childOf(row, 'ResGlobalInfo')
  const ids = along(global, 'HotelReservationIDs', 'HotelReservationID')?.attributes ?? {}
  const { ResStatus: status = '', CreateDateTime: created } = row.attributes
  return {
    id: ids.ResID_Value ?? '',
    status: statuses[status] ?? status,
    // A day alone does not say whether it was before or after the account was connected.
    bookedAt: /T\d\d:/.test(ids.ResID_Date ?? '') ? ids.ResID_Date : created,
    booker: personIn(along(global, 'Profiles', 'ProfileInfo', 'Profile', 'Customer')),
    remarks: textIn(along(global, 'Comments', 'Comment'), 'Text'),
    // Which room a guest is in is told of no guest.
    rooms: stays.map((stay) =>
      roomIn(stay, stays.length === 1 && guests.length === 1 ? guests[0] : undefined),
    ),
  }
}

function personIn(customer: Xml | undefined): Person {
  const name = childOf(customer, 'PersonName')
  return {
    firstName: textIn(name, 'GivenName'),
    lastName: textIn(name, 'Surname'),
    email: textIn(customer, 'Email'),
    phone: childOf(customer, 'Telephone')?.attributes.PhoneNumber,
    country: along(customer, 'Address', 'CountryName')?.attributes.Code,
  }
}

function roomIn(stay: Xml, guest: Xml | undefined): BookedRoom {
  const span = childOf(stay, 'TimeSpan')?.attributes ?? {}
  const counts = childrenOf(childOf(stay, 'GuestCounts'), 'GuestCount').map(({ attributes }) => attributes)
  const countOf = (age: string) =>
    wholeNumber(counts.find(({ AgeQualifyingCode }) => AgeQualifyingCode === age)?.Count)
  const total = childOf(stay, 'Total')?.attributes ?? {}
  const paid = along(stay, 'RatePlans', 'RatePlan', 'Commission', 'CommissionPayableAmount')?.attributes ?? {}
  return {
    id: stay.attributes.IndexNumber ?? '',
    roomId: along(stay, 'RoomTypes', 'RoomType')?.attributes.RoomTypeCode ?? '',
    arrival: span.Start,
    departure: span.End,
    adults: countOf(adult),
    children: countOf(child) ?? (counts.length > 0 ? 0 : null),
    total: amountOf(total.AmountAfterTax ?? total.AmountBeforeTax, total.DecimalPlaces),
    commission: amountOf(paid.Amount, paid.DecimalPlaces),
    currency: total.CurrencyCode,
    guestName: nameIn(guest),
    mealPlan: textIn(along(stay, 'RoomTypes', 'RoomType', 'RoomDescription'), 'MealPlan'),
  }
}

function nameIn(guest: Xml | undefined): string | undefined {
  const { firstName, lastName } = personIn(along(guest, 'Profiles', 'ProfileInfo', 'Profile', 'Customer'))
  const words = [firstName, lastName].filter((word) => word !== undefined && word.trim() !== '')
  return words.length === 0 ? undefined : words.join(' ')
}

/** 13350 with two places is 133.50. What is no such amount stays as it is, and is refused where amounts are read. */
export function amountOf(digits: string | undefined, places = '0'): string | undefined {
  const [, sign = '', whole = ''] = /^(-?)(\d{1,14})$/.exec(digits ?? '') ?? []
  if (whole === '' || !/^[0-3]$/.test(places))
    return digits === undefined ? undefined : `${digits} with ${places} places`
  if (places === '0') return digits
  const count = Number(places)
  const padded = whole.padStart(count + 1, '0')
  return `${sign}${padded.slice(0, -count)}.${padded.slice(-count)}`
}
