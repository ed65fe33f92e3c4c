/** Rooms of a claimed property, as the claimant sees them. */
import type { ClaimedRooms } from '../../../contract/booking-claim.ts'
import { driftAction } from '../../../contract/channel-mapping.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionById, type ConnectionRow } from '../connections/queries.ts'
import { accountUnits, listingOptions } from '../../calendar/public.ts'
import { claimableProvider } from './claim.ts'
import { findSession, type OpenSession } from './sessions.ts'
import { afterMove, assertAlive } from './session-state.ts'
import { areUnitsRead } from './units-read.ts'
import { toMappedAccount, suggestForUnits, toOption } from './unit-view.ts'

const mostOptions = 500

/** The property the session claimed. Throws `claim_not_stored` before that, and an error where the session ended otherwise. */
export async function findClaim(
  db: Queryable,
  { key, row }: OpenSession,
  now: Date,
): Promise<{ hotel: ConnectionRow; scope: Scope }> {
  const { state, provider, connection_id: id } = row
  if (state === 'completed') assertAlive(row, now)
  else afterMove(row, 'finish', now)
  if (state !== 'pending' && provider !== claimableProvider) {
    throw new ApiError('invalid_state', `This connect session is one of ${provider}.`, {
      field: 'sessionId',
      currentStatus: state,
    })
  }
  const hotel = state === 'pending' || id === null ? undefined : await connectionById(db, key.scope, id)
  if (hotel) return { hotel, scope: key.scope }
  throw new ApiError('claim_not_stored', 'This connect session has claimed no property yet.', {
    field: 'sessionId',
    session_status: state,
  })
}

const numberOrNull = (id: string | null | undefined) => (id === null || id === undefined ? null : Number(id))

export async function viewClaimedRooms(services: Services, sessionId: string): Promise<ClaimedRooms> {
  const { db, clock } = services
  const session = await findSession(services, sessionId)
  const { hotel, scope } = await findClaim(db, session, clock.now())
  const shown = { sessionId, hotelId: hotel.external_account_id, hotelName: hotel.account_name }
  const isOpen = session.row.state === 'awaiting_room_mapping'
  if (isOpen && !(await areUnitsRead(services, scope, hotel.id)))
    return { ...shown, status: 'importing', rooms: [], listingOptions: [] }
  const units = await accountUnits(db, scope, hotel.id)
  const account = toMappedAccount({ id: hotel.id, provider: claimableProvider })
  // An ended session shows only the listings it mapped.
  const suggested = isOpen
    ? await suggestForUnits(services, scope, account, units)
    : new Map<string, string>()
  const options = isOpen
    ? await listingOptions(db, scope, account, { q: undefined, limit: mostOptions })
    : { rows: [] }
  return {
    ...shown,
    status: isOpen ? 'ready' : 'completed',
    rooms: units.map((unit) => ({
      roomId: unit.externalId,
      roomName: unit.name,
      maxGuests: unit.maxGuests,
      numberOfRooms: unit.unitCount,
      currency: unit.currency,
      currentListingId: numberOrNull(unit.listingId),
      suggestedListingId: numberOrNull(suggested.get(unit.externalId)),
      onDrift: driftAction(unit.mendsDrift),
      roomBookingId: unit.externalId,
    })),
    listingOptions: options.rows.map(toOption),
  }
}
