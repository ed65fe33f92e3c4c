/**
 * A PMS that keeps some homes and sells them on both channels. Its channel manager is played here: it closes booked
 * nights elsewhere a moment later, and lists channels' bookings with their codes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { controlWords } from '../../../simulators/control-words.ts'
import { isOfHome, relayedFields } from '../../../simulators/relayed-bookings.ts'
import type { Sale, Wish } from './guests.ts'
import { control, type StormWorld } from './world.ts'

/** Until then other places may sell the night again. */
const tellsAfterMs = 500

interface Booked {
  id: string | number
  [field: string]: unknown
}

function isFree({ pms }: StormWorld, { home, from, to }: Wish): boolean {
  const { vendor, operations } = pms
  const words = controlWords[vendor]
  if (words === undefined) throw new Error(`${vendor} has no words`)
  const { reservations } = operations.state(new Set()) as { reservations: readonly Booked[] }
  const day = (row: Booked, field: string) => String(row[field]).slice(0, 10)
  return !reservations.some(
    (row) =>
      row[words.status] !== words.cancelled &&
      isOfHome(vendor, row, home.pmsId ?? '') &&
      day(row, words.arrival) < to &&
      from < day(row, words.departure),
  )
}

/** Books at the PMS's own page. */
export async function bookAtPms(world: StormWorld, wish: Wish): Promise<Sale | null> {
  if (!isFree(world, wish)) return null
  const code = String((await putIntoPms(world, wish, '')).id)
  return { ...wish, code, soldAtMs: world.airbnb.clock.nowMs() }
}

function putIntoPms({ pms }: StormWorld, { place, home, from, to }: Wish, code: string): Promise<Booked> {
  const channel = place === 'airbnb' || place === 'booking' ? place : 'direct'
  const booking = { homeId: home.pmsId ?? '', channel, code, arrival: from, departure: to } as const
  return control<Booked>(pms, 'POST', '/reservations', relayedFields(pms.vendor, booking))
}

/** Tells every place where it was not sold. */
export async function tellOthers(world: StormWorld, sale: Sale): Promise<void> {
  const { place, home, from, to, code } = sale
  await pause(tellsAfterMs)
  const nights = { from, to: String(Temporal.PlainDate.from(to).subtract({ days: 1 })) }
  const closed = { ...nights, room_id: home.roomId, rooms_to_sell: 0 }
  if (place === 'airbnb' || place === 'booking') await putIntoPms(world, sale, code)
  if (place !== 'airbnb')
    await control(world.airbnb, 'POST', `/listings/${home.airbnbId}/calendar`, {
      ...nights,
      availability: 'unavailable',
    })
  if (place !== 'booking') await control(world.booking, 'POST', '/extranet/nights', closed)
}
