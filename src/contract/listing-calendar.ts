import { Type } from 'typebox'
import type { Static } from 'typebox'
import { AvailabilityDay } from './availability.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './fields.ts'
import { ReservationUnit, reservationSources, reservationStatuses } from './reservation.ts'

export const CalendarNight = record({
  ...AvailabilityDay.properties,
  closedToArrival: flag('No stay may begin on this date.'),
  closedToDeparture: flag('No stay may end on this date.'),
  isKnown: flag('False where no calendar has told of the night: `available` is then a default.'),
})
export type CalendarNight = Static<typeof CalendarNight>

export const CalendarStay = record({
  id: id('The reservation.'),
  checkIn: dateOnly('Arrival.'),
  checkOut: dateOnly('Departure.'),
  status: oneOfStrings(reservationStatuses, { description: 'Never `cancelled`.' }),
  guestName: textOrNull('Name of the guest.'),
  platform: nullable(oneOfStrings(reservationSources, { description: 'Where it was booked.' })),
  unit: nullable(ReservationUnit, { description: 'Its room.' }),
})
export type CalendarStay = Static<typeof CalendarStay>

/** A row of `GET /v1/calendar`. */
export const ListingCalendar = record({
  id: id('The listing.'),
  name: text('Its name.'),
  currency: currencyOrNull('Currency of every price.'),
  timeZone: textOrNull('Its time zone, which decides what day it is there.', { examples: ['Europe/Paris'] }),
  country: textOrNull('Its country in two letters.', { examples: ['FR'] }),
  units: Type.Array(ReservationUnit, { description: 'Its rooms, by name; none for a single home.' }),
  nights: Type.Array(CalendarNight, { description: 'Every night of the window, ascending.' }),
  stays: Type.Array(CalendarStay, {
    description:
      'Stays that hold a night of the window, by arrival; none without the scope `reservations:read`.',
  }),
})
export type ListingCalendar = Static<typeof ListingCalendar>
