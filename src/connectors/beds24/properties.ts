import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { currencyCode, idText, wholeNumber } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { getAll } from './envelope.ts'
import { VendorProperty, VendorRoom } from './vendor.ts'

/** Bookings and reviews do not contain these themselves. */
export interface AccountFacts {
  currencyOfProperty: ReadonlyMap<string, string | null>
  unitsOfRoom: ReadonlyMap<string, number>
  roomsOfProperty: ReadonlyMap<string, string[]>
}

const keepMs = 10 * 60_000

export function accountFacts(context: VendorContext): Promise<AccountFacts> {
  return remember(context, 'beds24 properties', keepMs, async () => {
    const rows = await getAll(context.http, '/v2/properties', { includeAllRooms: true })
    const properties = readable(VendorProperty, rows).map((property) => ({
      id: idText(property.id),
      currency: currencyCode(property.currency),
      rooms: readable(VendorRoom, roomsIn(property)),
    }))
    const rooms = properties.flatMap((property) => property.rooms)
    const numbered = properties.flatMap(({ id, ...facts }) => (id === null ? [] : [{ id, ...facts }]))
    return {
      currencyOfProperty: new Map(numbered.map(({ id, currency }) => [id, currency])),
      unitsOfRoom: new Map(rooms.map(({ id, qty }) => [String(id), unitCount(qty)])),
      roomsOfProperty: new Map(numbered.map((own) => [own.id, own.rooms.map(({ id }) => String(id))])),
    }
  })
}

export function roomsIn(property: unknown): unknown[] {
  const rooms = fieldOf(property, 'roomTypes')
  return Array.isArray(rooms) ? rooms : []
}

export function unitCount(qty: VendorRoom['qty']): number {
  return Math.max(1, wholeNumber(qty) ?? 1)
}
