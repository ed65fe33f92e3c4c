/**
 * A PMS that keeps some homes and sells them on both channels. Its channel manager is played here: it closes booked
 * nights elsewhere a moment later, and lists channels' bookings with their codes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Sale, Wish } from './guests.ts'
import { control, type StormWorld } from './world.ts'

/** Until then other places may sell the night again. */
const tellsAfterMs = 500
const channelNumbers: Readonly<Record<string, readonly [number, string]>> = {
  airbnb: [70_214, 'Airbnb'],
  booking: [70_215, 'Booking.com'],
}
const ownNumber = [13, 'Direct booking'] as const

interface Booked {
  id: number
  type: string
  apartment: { id: number }
  arrival: string
  departure: string
}

function isFree({ pms }: StormWorld, { home, from, to }: Wish): boolean {
  const { reservations } = pms.operations.state(new Set()) as { reservations: readonly Booked[] }
  return !reservations.some(
    ({ type, apartment, arrival, departure }) =>
      type !== 'cancellation' && apartment.id === home.pmsId && arrival < to && from < departure,
  )
}

/** Books at the PMS's own page. */
export async function bookAtPms(world: StormWorld, wish: Wish): Promise<Sale | null> {
  if (!isFree(world, wish)) return null
  const code = String((await putIntoPms(world, wish, '')).id)
  return { ...wish, code, soldAtMs: world.airbnb.clock.nowMs() }
}

function putIntoPms({ pms }: StormWorld, { place, home, from, to }: Wish, code: string): Promise<Booked> {
  const [id, name] = channelNumbers[place] ?? ownNumber
  return control<Booked>(pms, 'POST', '/reservations', {
    apartment: { id: home.pmsId },
    channel: { id, name },
    'reference-id': code,
    ...{ type: 'reservation', arrival: from, departure: to },
  })
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
