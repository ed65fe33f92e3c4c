/** Maps rooms of a claimed property to listings, all or none, and ends the session. */
import type { MappedRooms, MapRoomsBody } from '../../../contract/booking-claim.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import type { Services } from '../../../services.ts'
import {
  channelUnits,
  mapUnits,
  newListing,
  toMappingError,
  stayCount,
  toMendsDrift,
  type MappedUnit,
  type UnitMappingRequest,
} from '../../calendar/public.ts'
import { findClaim } from './claimed-rooms.ts'
import { claimableProvider } from './claim.ts'
import { areUnitsRead } from './units-read.ts'
import { finishSession } from './session-hooks.ts'
import { lockSession } from './queries.ts'
import { findSession, unknownSessionError } from './sessions.ts'

type RoomMappingBody = MapRoomsBody['mappings'][number]
type RoomMappingRequest = Pick<UnitMappingRequest, 'listingId' | 'mendsDrift'> & {
  roomId: string
  field: string
}

/** Throws `invalid_body` for a mapping with neither or both targets, and for a room named twice. */
function parseRoomMappings(bodies: readonly RoomMappingBody[]): RoomMappingRequest[] {
  const ids = bodies.map(({ roomId }) => roomId)
  return bodies.map(({ roomId, listingId, create = false, onDrift }, i) => {
    const field = `mappings[${i}]`
    if (create === (listingId !== undefined)) {
      throw new ApiError('invalid_body', 'Send `listingId` or `create: true` for every room, and not both.', {
        field,
      })
    }
    if (ids.indexOf(roomId) !== i) {
      throw new ApiError('invalid_body', 'A room can be mapped to one listing only.', {
        field: `${field}.roomId`,
      })
    }
    const target = listingId === undefined ? newListing : listingId === null ? null : String(listingId)
    const mendsDrift = toMendsDrift(onDrift, { isWritten: target !== null, field: `${field}.onDrift` })
    return { roomId, listingId: target, mendsDrift, field }
  })
}

export async function mapRooms(
  services: Services,
  { sessionId, mappings }: MapRoomsBody,
): Promise<MappedRooms> {
  const wanted = parseRoomMappings(mappings)
  const session = await findSession(services, sessionId)
  await findClaim(services.db, session, services.clock.now())
  return services.db.transaction().execute(async (tx) => {
    const row = await lockSession(tx, session.key)
    if (!row) throw unknownSessionError()
    const open = { ...session, row }
    const { hotel, scope } = await findClaim(tx, open, services.clock.now())
    const account = {
      provider: claimableProvider,
      connectionId: hotel.id,
      externalAccountId: hotel.external_account_id,
    }
    // Move the session first: a second request that waited for it changes nothing.
    const finished = await finishSession(services, tx, open, account)
    const units = new Map(
      (await channelUnits(tx, scope, claimableProvider, { connectionId: hotel.id })).map((one) => [
        one.externalId,
        one,
      ]),
    )
    const isRead = await areUnitsRead({ ...services, db: tx }, scope, hotel.id)
    const known = wanted.map(({ roomId, listingId, mendsDrift, field }) => {
      const unit = units.get(roomId)
      if (!unit) throw isRead ? foreignRoomError(roomId) : unreadRoomError(roomId, field)
      return { unit, listingId, sells: true, mendsDrift, field }
    })
    const results = await mapUnits(tx, scope, servicesIn(services, scope), known)
    const rooms = results.map((result, i) => toRoomResult(result, known[i]))
    await appendEvents(await openWrite(tx, scope, services.clock.now()), [finished])
    const mapped = rooms.filter(({ listingId }) => listingId !== null).length
    return {
      success: true as const,
      mapped,
      unmapped: rooms.length - mapped,
      reservationsImported: await stayCount(
        tx,
        scope,
        hotel.id,
        rooms.flatMap(({ listingId }) => listingId ?? []).map(String),
      ),
      sessionId,
      connectionId: hotel.id,
      rooms,
    }
  })
}

const foreignRoomError = (roomId: string) =>
  new ApiError(
    'forbidden',
    `Room ${roomId} is not one of the property that this session claimed.`,
    undefined,
    {
      fix: 'Map the rooms that `GET /v1/connect/booking/rooms` shows.',
    },
  )

const unreadRoomError = (roomId: string, field: string) =>
  new ApiError('claim_not_stored', `Room ${roomId} was not read yet.`, { field: `${field}.roomId` })

function toRoomResult(
  result: Awaited<ReturnType<typeof mapUnits>>[number],
  request: (UnitMappingRequest & { field: string }) | undefined,
): MappedRooms['rooms'][number] {
  if (!request) throw new Error('more was mapped than was asked for')
  const { unit, listingId, field } = request
  if ('kind' in result) {
    const bodies = listingId === null || listingId === newListing ? unit.listingId : listingId
    const { code, message, extra } = toMappingError(result, bodies)
    throw new ApiError(code, message, 'field' in extra ? { ...extra, field: `${field}.listingId` } : extra)
  }
  return toMappedRoom(unit.externalId, result)
}

const toMappedRoom = (
  roomId: string,
  { listingId, writtenBy, mendsDrift }: MappedUnit,
): MappedRooms['rooms'][number] => ({
  roomId,
  listingId: listingId === null ? null : Number(listingId),
  writtenBy,
  onDrift: driftAction(mendsDrift),
})
