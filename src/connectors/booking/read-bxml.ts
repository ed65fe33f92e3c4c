/** Bookings as B.XML tells them. Of one that was called off hardly anything is there. */
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../connector-kit/xml.ts'
import type { BookedRoom, Booking } from './booking.ts'

export function bxmlBooking(row: Xml): Booking {
  const customer = childOf(row, 'customer')
  return {
    id: textIn(row, 'id')?.trim() ?? '',
    status: textIn(row, 'status')?.trim() ?? '',
    bookedAt: presentText(textIn(row, 'booked_at')) ?? momentIn(row),
    booker: {
      firstName: textIn(customer, 'first_name'),
      lastName: textIn(customer, 'last_name'),
      email: textIn(customer, 'email'),
      phone: textIn(customer, 'telephone'),
      country: textIn(customer, 'countrycode'),
    },
    remarks: textIn(customer, 'remarks'),
    rooms: childrenOf(row, 'room').map(roomIn),
  }
}

function momentIn(row: Xml): string | undefined {
  const [date, time] = [textIn(row, 'date')?.trim(), textIn(row, 'time')?.trim()]
  return date && time ? `${date} ${time}` : undefined
}

function roomIn(room: Xml): BookedRoom {
  const counts = childrenOf(childOf(room, 'guest_counts'), 'guest_count')
  const countOf = (type: string) =>
    wholeNumber(counts.find(({ attributes }) => attributes.type === type)?.attributes.count)
  return {
    id: textIn(room, 'roomreservation_id')?.trim() ?? '',
    roomId: textIn(room, 'id')?.trim() ?? '',
    arrival: textIn(room, 'arrival_date')?.trim(),
    departure: textIn(room, 'departure_date')?.trim(),
    adults: countOf('adult'),
    children: countOf('child') ?? (counts.length > 0 ? 0 : null),
    total: textIn(room, 'totalprice'),
    commission: textIn(room, 'commissionamount'),
    currency: textIn(room, 'currencycode'),
    guestName: textIn(room, 'guest_name'),
    mealPlan: textIn(room, 'meal_plan'),
  }
}
