/** Creates properties and rooms from listings; repeated requests create nothing twice. */
import type { BookingSetUp } from '../../../contract/channel-booking-setup.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { BuiltUnit } from '../../../connector-kit/property-setup-operations.ts'
import { addUnitOnce, createPropertyOnce, createUnitOnce, markerOf, unitKey } from './setup-acts.ts'
import {
  openAnyProperty,
  findOrInviteEntity,
  findNamedListing,
  findNamedProperty,
  type SetupCall,
  type SetupStep,
} from './setup-context.ts'
import { type BuiltListing, areUnitsOpen, lockRoom } from './setup-queries.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { provider } from './provider.ts'

/** Serialises changes of a room's unit count: each request reads the count and sets another. */
interface RoomRef {
  propertyId: string
  roomId: string
}

const tries = 100
const betweenMs = 100

/**
 * Waits up to ten seconds for requests of any process; only the working one holds a database connection. `key` names
 * the request, whose own open act does not block it. Throws while another request's outcome is unknown.
 */
async function withRoomLock<R>(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  room: RoomRef,
  key: string | null,
  work: () => Promise<R>,
): Promise<R> {
  for (let tried = 1; tried <= tries; tried += 1) {
    const result = await db.transaction().execute(async (tx) => {
      if (!(await lockRoom(tx, room))) return null
      if (await areUnitsOpen(db, scope, room, key)) throw roomBusyError(room)
      return { result: await work() }
    })
    if (result !== null) return result.result
    await pause(betweenMs)
  }
  throw roomBusyError(room)
}

const roomBusyError = ({ roomId }: RoomRef) =>
  new ApiError(
    'booking_rate_limited',
    `Another request changes how many units room ${roomId} has; one goes after the other.`,
    { channel: provider, retry_after: 1 },
  )

const usualCheckIn = { from: '15:00', until: '22:00' }
const usualGuests = 2

const assumptions = (listing: BuiltListing) => [
  'The unit was made as an apartment with one bed; correct type, name and beds in the extranet.',
  `Check-in was set to ${usualCheckIn.from} until ${usualCheckIn.until}.`,
  ...(listing.capacity === null
    ? [`The listing does not say for how many guests it is: ${usualGuests}.`]
    : []),
]

/** The address fields Booking.com requires. */
function toAddress(listing: BuiltListing) {
  const { id, latitude, longitude, street, city, country } = listing
  if (latitude === null || longitude === null)
    throw new ApiError('missing_coordinates', undefined, { field: 'listing_id', listing_id: id })
  const missing = Object.entries({ street, city, country }).flatMap(([name, value]) => (value ? [] : [name]))
  if (!street || !city || !country) {
    throw new ApiError(
      'invalid_state',
      `Listing ${id} has no whole address: ${missing.join(', ')} is missing.`,
      { field: 'listing_id', value_received: id, currentStatus: `no ${missing.join(', no ')}` },
      { fix: `Set the address with \`PUT /v1/listings/${id}/content\`, then repeat the request.` },
    )
  }
  return { latitude, longitude, street, city, country }
}

const unitOf = ({ access }: SetupCall, listing: BuiltListing, propertyId: string) =>
  createUnitOnce(access, listing.id, {
    propertyId,
    marker: markerOf(access.scope.workspaceId, listing.id),
    units: Math.max(1, listing.units),
    maxGuests: listing.capacity ?? usualGuests,
  })

export async function createProperty(step: SetupStep): Promise<Partial<BookingSetUp>> {
  const listing = await findNamedListing(step)
  const place = toAddress(listing)
  const call = await openAnyProperty(step)
  const legalEntity = await findOrInviteEntity(step, call)
  const target = step.body.target ?? 'production'
  const { name, isHotel, postalCode, currency, units } = listing
  const { id: propertyId } = await createPropertyOnce(call.access, listing.id, {
    ...{ name, isHotel, postalCode, currency, target, legalEntityId: legalEntity.id },
    ...place,
    marker: markerOf(call.access.scope.workspaceId, listing.id),
    checkIn: usualCheckIn,
    rooms: Math.max(1, units),
  })
  const { roomId } = await unitOf(call, listing, propertyId).catch((error: unknown) => {
    throw error instanceof ApiError ? partialSetupError(error, propertyId) : error
  })
  return {
    ...{ listingId: listing.id, propertyId, roomId, legalEntity, target },
    status: 'being_built',
    sellable: false,
    nextSteps: [
      `Connect the property: POST /v1/connect/booking/credentials with hotelId ${propertyId}.`,
      `Say which listing the room is: POST /v1/channels/booking/listings/map with roomBookingId ${roomId}.`,
      'Describe it and name its contacts: POST /v1/channels/booking/content.',
      'Have the contract of the legal entity signed, which comes by e-mail.',
      'Open it: POST /v1/channels/booking/setup with advance.',
    ],
    warnings: assumptions(listing),
  }
}

function partialSetupError(error: ApiError, propertyId: string): ApiError {
  const { booking_ruid } = error.extra
  return new ApiError(
    'booking_create_partial',
    `Property ${propertyId} was made; its room was not: ${error.message}`,
    {
      applied: ['legal_entity', 'property'],
      not_attempted: ['room'],
      property_id: propertyId,
      ...(booking_ruid === undefined ? {} : { booking_ruid }),
    },
    {
      cause: error,
      fix: 'Send the same request again: the property is not made a second time, only what is missing.',
    },
  )
}

export async function addRoom(step: SetupStep): Promise<Partial<BookingSetUp>> {
  const listing = await findNamedListing(step)
  const call = await findNamedProperty(step)
  const { propertyId } = call
  const { roomId, name } = await unitOf(call, listing, propertyId)
  return {
    ...{ listingId: listing.id, propertyId, roomId, rateId: null, guestFacingName: name },
    nextSteps: [
      `Say which listing the room is: POST /v1/channels/booking/listings/map with roomBookingId ${roomId}.`,
    ],
    warnings: assumptions(listing),
  }
}

/** Sets a total, so a lost answer does no harm: the count can be read. Each key adds one unit. */
export async function addUnit(step: SetupStep): Promise<Partial<BookingSetUp>> {
  const call = await findNamedProperty(step)
  const { services, scope, idempotencyKey } = step.context
  const room = { propertyId: call.propertyId, roomId: String(step.body.room_id) }
  const key =
    step.body.units === undefined && idempotencyKey !== undefined ? unitKey(room, idempotencyKey) : null
  return withRoomLock(services, scope, room, key, async () => {
    const { units: standing } = await roomAt(call, room)
    const units = step.body.units ?? standing + 1
    if (key !== null) return { ...room, ...(await addUnitOnce(call.access, key, { ...room, units })) }
    await setUnits(call, room, units)
    return { ...room, units }
  })
}

async function roomAt({ ask, operation }: SetupCall, { propertyId, roomId }: RoomRef): Promise<BuiltUnit> {
  const standing = await ask((vendor) => operation.unit(vendor, propertyId, roomId))
  if (standing) return standing
  throw new ApiError('not_found', `Property ${propertyId} has no room ${roomId}.`, {
    field: 'room_id',
    value_received: roomId,
  })
}

async function setUnits(
  { ask, operation }: SetupCall,
  { propertyId, roomId }: RoomRef,
  units: number,
): Promise<void> {
  try {
    await ask((vendor) => operation.setUnits(vendor, propertyId, roomId, units))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'booking_error') throw error
    const now = await ask((vendor) => operation.unit(vendor, propertyId, roomId))
    if (now?.units !== units) throw error
  }
}
