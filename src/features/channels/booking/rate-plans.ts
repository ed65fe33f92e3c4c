/** Checks updates against the property's rates. Pure. */
import type { RatedRoom, VendorRatePlan } from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingUpdated } from '../../../contract/channel-booking-rates.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { HotelRoom } from './rooms.ts'
import type { CheckedUpdate } from './rate-updates.ts'

/** Throws for a rate that the room lacks, or that cannot be set. */
export function checkRate(
  rooms: ReadonlyMap<string, RatedRoom>,
  { roomId, rateId }: Pick<CheckedUpdate, 'roomId' | 'rateId'>,
  index: number,
): void {
  const rates = rooms.get(roomId)?.rates
  if (rates === undefined) return
  const field = `updates[${index}].rateId`
  const rate = rates.find(({ id }) => id === rateId)
  const open = rates.filter(({ isDerived, isReadOnly }) => !isDerived && !isReadOnly).map(({ id }) => id)
  const details = { field, value_received: rateId, valid_values: open }
  if (!rate) throw new ApiError('not_found', `Room ${roomId} has no rate ${rateId}.`, details)
  if (rate.isReadOnly)
    throw new ApiError('invalid_body', `Rate ${rateId} is read-only at Booking.com.`, details)
  if (rate.isDerived) {
    throw new ApiError(
      'invalid_body',
      `Rate ${rateId} follows ${parentIn(rates, rate)}; set that, or change the rule in the extranet.`,
      details,
    )
  }
}

/** The parent's name where the room has it: that rate can be set instead. */
function parentIn(rates: readonly VendorRatePlan[], { parentId }: VendorRatePlan): string {
  const parent = rates.find(({ id }) => id === parentId)
  if (parent) return `rate ${parent.id} (${parent.name})`
  return parentId === null ? 'another one' : `rate ${parentId}`
}

export const otherCurrencyError = (index: number, value: string, currency: string) =>
  new ApiError('invalid_body', `Prices of this property are in ${currency}.`, {
    field: `updates[${index}].currency`,
    value_received: value,
    valid_values: [currency],
  })

interface RoomSizes {
  rated: ReadonlyMap<string, RatedRoom>
  known: ReadonlyMap<string, HotelRoom>
}
type UpdateOccupancy = BookingUpdated['occupancy'][number]

export function mostGuestsOf(
  { roomId, rateId }: CheckedUpdate,
  { rated, known }: RoomSizes,
): Pick<UpdateOccupancy, 'value' | 'source'> | undefined {
  const ofPlan = rated.get(roomId)?.rates.find(({ id }) => id === rateId)?.maxPersons
  if (ofPlan) return { value: ofPlan, source: 'rate_plan' }
  const capacity = known.get(roomId)?.capacity
  return capacity ? { value: capacity, source: 'room' } : undefined
}

export function occupancyOf(update: CheckedUpdate, index: number, sizes: RoomSizes): UpdateOccupancy[] {
  const { price, roomId, rateId } = update
  if (price === undefined) return []
  const { occupancy } = price
  const found =
    occupancy === undefined ? mostGuestsOf(update, sizes) : { value: occupancy, source: 'request' as const }
  return found ? [{ index, roomId, rateId, ...found }] : []
}
