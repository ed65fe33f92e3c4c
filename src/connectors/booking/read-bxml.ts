/** Reads bookings from B.XML, which contains hardly anything of a cancelled one. */
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../connector-kit/xml.ts'
import { partyIn, type AgeGroup } from './booked-party.ts'
import type { BookedRoom, ChannelBooking } from './booking.ts'
import { statusNamed } from './status-named.ts'
import { spanOfNights } from './span-of-nights.ts'

export function bxmlBooking(row: Xml): ChannelBooking {
  const customer = childOf(row, 'customer')
  const rooms = childrenOf(row, 'room')
  return {
    id: textIn(row, 'id')?.trim() ?? '',
    status: statusNamed(textIn(row, 'status'), ''),
    bookedAt: presentText(textIn(row, 'booked_at')) ?? momentIn(row),
    booker: {
      firstName: textIn(customer, 'first_name'),
      lastName: textIn(customer, 'last_name'),
      email: textIn(customer, 'email'),
      phone: textIn(customer, 'telephone'),
      country: textIn(customer, 'countrycode'),
    },
    remarks: textIn(customer, 'remarks'),
    rooms: rooms.map((room) => roomIn(room, row, rooms.length === 1)),
  }
}

function momentIn(row: Xml): string | undefined {
  const [date, time] = [textIn(row, 'date')?.trim(), textIn(row, 'time')?.trim()]
  return date && time ? `${date} ${time}` : undefined
}

const ageGroups: Readonly<Record<string, AgeGroup>> = {
  adult: 'adults',
  child: 'children',
  infant: 'infants',
}

/** The only room takes missing fields from the booking, since both are the same. */
function roomIn(room: Xml, booking: Xml, isOnly: boolean): BookedRoom {
  const counts = childrenOf(childOf(room, 'guest_counts'), 'guest_count').map(({ attributes }) => ({
    group: ageGroups[attributes.type?.trim().toLowerCase() ?? ''],
    count: attributes.count,
  }))
  const first = (...texts: (string | undefined)[]): string | undefined => presentTexts(texts)[0]
  const ofBooking = (name: string) => (isOnly ? textIn(booking, name) : undefined)
  const nights = spanOfNights(childrenOf(room, 'price').map(({ attributes }) => attributes.date))
  return {
    id: textIn(room, 'roomreservation_id')?.trim() ?? '',
    roomId: textIn(room, 'id')?.trim() ?? '',
    arrival: first(textIn(room, 'arrival_date'), nights.arrival),
    departure: first(textIn(room, 'departure_date'), nights.departure),
    party: partyIn(counts, textIn(room, 'numberofguests')),
    total: first(textIn(room, 'totalprice'), ofBooking('totalprice')),
    commission: first(textIn(room, 'commissionamount'), ofBooking('commissionamount')),
    currency: first(textIn(room, 'currencycode'), textIn(booking, 'currencycode')),
    guestName: textIn(room, 'guest_name'),
    mealPlan: textIn(room, 'meal_plan'),
    remarks: textIn(room, 'remarks'),
  }
}
