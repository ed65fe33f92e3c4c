import type { VendorContext } from '../../connector-kit/connector.ts'
import { remember } from '../../connector-kit/remember.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { getAll } from './envelope.ts'
import { currencyCode, wholeNumber } from './map.ts'
import { VendorProperty, VendorRoom } from './vendor.ts'

export const propertyCheck = compileCheck(VendorProperty)
export const roomCheck = compileCheck(VendorRoom)

/** What bookings and reviews do not say themselves. */
export interface AccountFacts {
  currencyOfProperty: ReadonlyMap<string, string | null>
  unitsOfRoom: ReadonlyMap<string, number>
  roomsOfProperty: ReadonlyMap<string, string[]>
}

const keepMs = 10 * 60_000

export function accountFacts(context: VendorContext): Promise<AccountFacts> {
  return remember(context, 'beds24 properties', keepMs, async () => {
    const rows = await getAll(context.http, '/v2/properties', { includeAllRooms: true })
    const properties = rows.filter((row) => propertyCheck.fits(row))
    const rooms = properties.map((property) => ({
      property,
      rooms: roomsIn(property).filter((room) => roomCheck.fits(room)),
    }))
    return {
      currencyOfProperty: new Map(properties.map(({ id, currency }) => [String(id), currencyCode(currency)])),
      unitsOfRoom: new Map(
        rooms.flatMap((entry) =>
          entry.rooms.map(({ id, qty }): [string, number] => [String(id), unitCount(qty)]),
        ),
      ),
      roomsOfProperty: new Map(
        rooms.map((entry) => [String(entry.property.id), entry.rooms.map(({ id }) => String(id))]),
      ),
    }
  })
}

export function roomsIn(property: unknown): unknown[] {
  const isObject = typeof property === 'object' && property !== null
  const rooms = isObject && 'roomTypes' in property ? property.roomTypes : undefined
  return Array.isArray(rooms) ? rooms : []
}

export function unitCount(qty: VendorRoom['qty']): number {
  return Math.max(1, wholeNumber(qty) ?? 1)
}
