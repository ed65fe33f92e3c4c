/** A home that Hostaway keeps: guests book it there and here, and staff sets its nights here. */
import assert from 'node:assert/strict'
import type { RunningSimulator } from '../../simulators/index.ts'
import { relayedFields } from '../../simulators/relayed-bookings.ts'

/** As much of the vendor's rows as is looked at. */
interface PmsReservation {
  id: number
  listingMapId: number
  arrivalDate: string
  departureDate: string
  guestName: string
  status: string
}

interface PmsDay {
  date: string
  isAvailable: 0 | 1
}

interface PmsState {
  listings: readonly { id: number; specialStatus: string | null }[]
  reservations: readonly PmsReservation[]
  calendar: readonly { id: number; days: readonly PmsDay[] }[]
}

const stateOf = ({ operations }: RunningSimulator, ...parts: string[]) =>
  operations.state(new Set(parts)) as unknown as PmsState

const lastWordOf = (name: string) => name.split(' ').at(-1) ?? ''

/** Returns the id of a home that can be booked for all these nights and is none of the others. */
export function openHomeAt(
  pms: RunningSimulator,
  { first, last }: { first: string; last: string },
  others: ReadonlySet<string | null>,
): string {
  const { listings, calendar } = stateOf(pms, 'calendar')
  const home = listings.find(({ id, specialStatus }) => {
    const days = calendar.find((one) => one.id === id)?.days ?? []
    const wanted = days.filter(({ date }) => date >= first && date <= last)
    return (
      specialStatus === null &&
      !others.has(String(id)) &&
      wanted.every(({ isAvailable }) => isAvailable === 1)
    )
  })
  assert.ok(home, 'every home of the PMS has closed nights')
  return String(home.id)
}

export interface PmsWish {
  pmsId: string
  name: string
  arrival: string
  departure: string
}

/** What the PMS is asked to put in when somebody books there; null if the nights are taken or closed. */
export function bookingAtPms(pms: RunningSimulator, wish: PmsWish): object | null {
  const { pmsId, name, arrival, departure } = wish
  const isClosed = ({ date, isAvailable }: PmsDay) => date >= arrival && date < departure && isAvailable === 0
  const days = stateOf(pms, 'calendar').calendar.find(({ id }) => String(id) === pmsId)?.days ?? []
  if (days.some(isClosed)) return null
  return {
    ...relayedFields('hostaway', { homeId: pmsId, channel: 'direct', code: '', arrival, departure }),
    ...{ guestName: `Sim ${name}`, guestFirstName: 'Sim', guestLastName: name, guestEmail: null },
  }
}

/** Nights of the home that guests of the PMS can book. */
export function openNightsAt(pms: RunningSimulator, pmsId: string): ReadonlySet<string> {
  const days = stateOf(pms, 'calendar').calendar.find(({ id }) => String(id) === pmsId)?.days ?? []
  return new Set(days.flatMap(({ date, isAvailable }) => (isAvailable === 1 ? [date] : [])))
}

export interface HeldBooking {
  pmsId: string
  name: string
  arrival: string
  departure: string
  isCancelled: boolean
}

export const bookingsAt = (pms: RunningSimulator): HeldBooking[] =>
  stateOf(pms).reservations.map((row) => ({
    pmsId: String(row.listingMapId),
    name: lastWordOf(row.guestName),
    arrival: row.arrivalDate,
    departure: row.departureDate,
    isCancelled: row.status === 'cancelled',
  }))

export function pmsIdOfBooking(pms: RunningSimulator, name: string): string {
  const row = stateOf(pms).reservations.find(({ guestName }) => lastWordOf(guestName) === name)
  return String(row?.id ?? assert.fail(`the PMS has no booking of ${name}`))
}

/** The vendor refuses what is taken unless it is forced to take it, so two bookings of a night are a fault of ours. */
export function doubleSalesAt(pms: RunningSimulator): string[] {
  const held = bookingsAt(pms).filter(({ isCancelled }) => !isCancelled)
  return held.flatMap((one, index) =>
    held
      .slice(index + 1)
      .filter(
        (other) =>
          other.pmsId === one.pmsId && other.arrival < one.departure && one.arrival < other.departure,
      )
      .map((other) => `the PMS holds ${one.name} and ${other.name} for one night`),
  )
}
