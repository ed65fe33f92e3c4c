/** One request at a time changes how many units a room of Booking.com has: each reads how many there are, and sets another number. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { provider } from './provider.ts'
import { areUnitsOpen, takeRoom } from './setup-queries.ts'

export interface RoomOf {
  propertyId: string
  roomId: string
}

const tries = 100
const betweenMs = 100

/**
 * Waits up to ten seconds for others in any process; whoever waits holds no connection of the database, whoever works one.
 * `key`: of the request, whose own open act is no other's. Throws while nobody knows what became of another request.
 */
export async function whileRoomIsOurs<R>(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  room: RoomOf,
  key: string | null,
  work: () => Promise<R>,
): Promise<R> {
  for (let tried = 1; tried <= tries; tried += 1) {
    const done = await db.transaction().execute(async (tx) => {
      if (!(await takeRoom(tx, room))) return null
      if (await areUnitsOpen(db, scope, room, key)) throw busy(room)
      return { result: await work() }
    })
    if (done !== null) return done.result
    await pause(betweenMs)
  }
  throw busy(room)
}

const busy = ({ roomId }: RoomOf) =>
  new ApiError(
    'booking_rate_limited',
    `Another request changes how many units room ${roomId} has; one goes after the other.`,
    { channel: provider, retry_after: 1 },
  )
