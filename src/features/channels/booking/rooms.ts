import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { linkedUnits, type LinkedUnit, type LinkedUnitFilter } from '../engine/linked-unit-queries.ts'
import { provider } from './provider.ts'

/** A property's room with its listing. */
export interface HotelRoom extends LinkedUnit {
  roomId: string
}

/** Rooms of all properties, including disconnected ones, without those of archived listings. */
export async function hotelRooms(
  db: Queryable,
  scope: Scope,
  filter?: LinkedUnitFilter,
): Promise<HotelRoom[]> {
  const rows = await linkedUnits(db, scope, provider, filter)
  return rows.filter(({ archived }) => !archived).map((row) => ({ ...row, roomId: row.externalId }))
}
