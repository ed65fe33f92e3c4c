/** Every stay here is one at a provider, with its dates, and the other way round. */
import assert from 'node:assert/strict'
import type { RecoveryWorld, Stay } from './world.ts'

interface HostawayRow {
  status: string
  arrivalDate: string
  departureDate: string
  pendingExpireDate?: string | null
}

export function assertSameStays({ airbnb, hostaway }: RecoveryWorld, ours: readonly Stay[]): void {
  const atAirbnb = airbnb.operations.state(new Set()) as {
    reservations: { confirmation_code: string; start_date: string }[]
  }
  for (const { confirmation_code: code, start_date: checkIn } of atAirbnb.reservations) {
    const stay = ours.find(({ confirmationCode }) => confirmationCode === code)
    assert.equal(stay?.checkIn, checkIn, code)
  }
  const codes = new Set(atAirbnb.reservations.map(({ confirmation_code }) => confirmation_code))
  const atHostaway = hostaway.operations.state(new Set()) as { reservations: HostawayRow[] }
  assert.deepEqual(
    ours
      .filter(({ confirmationCode }) => !codes.has(String(confirmationCode)))
      .map(({ checkIn, checkOut, status }) => `${checkIn} ${checkOut} ${status === 'cancelled'}`)
      .toSorted(),
    atHostaway.reservations
      .filter(({ status }) => !/inquiry/i.test(status))
      .map((row) => `${row.arrivalDate} ${row.departureDate} ${isOff(row)}`)
      .toSorted(),
  )
}

/** A request that nobody answered in time has lapsed here; the simulator shows it as pending for good. */
const isOff = ({ status, pendingExpireDate: until }: HostawayRow): boolean =>
  /cancel|decline|expire|unknown/i.test(status) ||
  (status === 'pending' && until != null && Date.parse(`${until.replace(' ', 'T')}Z`) < Date.now())
