/**
 * Follows the event log and sets a door code for each stay, from its arrival to its departure by the clock of the home.
 * It ends with the log; with `FOLLOW=1` it goes on until it is stopped. `codes.json` stands in for the lock.
 */
import { createHmac } from 'node:crypto'
import type { EventKind, Schema } from 'lodgewire-sdk'
import { keepInFile, lodgewire } from './from-environment.ts'

interface DoorCode {
  code: string
  /** Local time of the home. */
  from: string
  until: string
}

const lock = keepInFile<Record<string, DoorCode>>('codes.json')
const codes = (await lock.load()) ?? {}
const usual = { arrival: '15:00', departure: '11:00' }

/** The same stay always has the same code, also when its dates move. */
const codeOf = (stay: string): string =>
  String(
    createHmac('sha256', process.env['LOCK_SECRET'] ?? 'change me')
      .update(stay)
      .digest()
      .readUInt32BE(0) % 1_000_000,
  ).padStart(6, '0')

async function setCode(stay: Schema<'Reservation'>): Promise<void> {
  if (stay.status === 'confirmed')
    codes[stay.id] = {
      code: codeOf(stay.id),
      from: `${stay.checkIn}T${stay.checkInTime ?? usual.arrival}`,
      until: `${stay.checkOut}T${stay.checkOutTime ?? usual.departure}`,
    }
  else delete codes[stay.id]
  await lock.save(codes)
}

const kinds: EventKind[] = ['reservation.created', 'reservation.updated', 'reservation.cancelled']
const events = lodgewire.events({
  types: kinds,
  keeper: keepInFile<number>('codes-place.json'),
  follow: process.env['FOLLOW'] === '1',
})
for await (const event of events)
  if (
    event.event === 'reservation.created' ||
    event.event === 'reservation.updated' ||
    event.event === 'reservation.cancelled'
  )
    await setCode(event.data.object)
console.log(`${Object.keys(codes).length} codes are set.`)
