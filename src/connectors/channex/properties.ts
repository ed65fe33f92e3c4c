import { fieldOf, readable } from '../../connector-kit/answers.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { remember, rememberSettings } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, dataRow, everyRowAt, oneRow, pathOf } from './envelope.ts'
import { VendorProperty, ChannexRatePlan } from './vendor.ts'

const keepMs = 10 * 60_000
export const byTitle = { 'order[title]': 'asc' }

/** Returns the properties that the key reaches, by id. */
export function propertiesOf(context: VendorContext): Promise<ReadonlyMap<string, VendorProperty>> {
  return remember(context, 'channex properties', keepMs, async () => {
    const rows = readable(VendorProperty, await everyRowAt(context.http, `${base}/properties`, byTitle))
    return new Map(rows.map((row) => [row.id, row]))
  })
}

/** Returns the property that a room type belongs to. */
export function propertyOf(context: VendorContext, roomTypeId: string): Promise<string> {
  return rememberSettings(context, `channex property of ${roomTypeId}`, keepMs, async () => {
    const row = await oneRow(context.http, pathOf('room_types', roomTypeId))
    if (row === null) throw new VendorError('not_found', `no room type ${roomTypeId}`)
    const id = presentText(fieldOf(fieldOf(row, 'related'), 'property'))
    if (id !== null) return id
    throw new VendorError('malformed', `room type ${roomTypeId} without its property`)
  })
}

/** The rate plans of a property. */
export interface RatePlans {
  /** The first plan of a room type is shown and priced: one whose prices follow from no other's, if there is any. */
  of: (roomTypeId: string) => readonly ChannexRatePlan[]
  /** False if a plan could not be read, or names no room type: it may be any room type's. */
  isWhole: boolean
}

export function ratePlansOf(context: VendorContext, propertyId: string): Promise<RatePlans> {
  return rememberSettings(context, `channex rate plans ${propertyId}`, keepMs, async () => {
    const query = { 'filter[property_id]': propertyId, ...byTitle }
    const rows = await everyRowAt(context.http, `${base}/rate_plans`, query)
    const plans = readable(ChannexRatePlan, rows)
    const ownFirst = plans.toSorted(
      (a, b) => Number(a.inherit_rate === true) - Number(b.inherit_rate === true),
    )
    const byRoomType = Map.groupBy(ownFirst, ({ related }) => presentText(related?.room_type) ?? '')
    return {
      of: (roomTypeId) => byRoomType.get(roomTypeId) ?? [],
      isWhole: plans.length === rows.length && !byRoomType.has(''),
    }
  })
}

export interface PropertyRules {
  /** The name under which the property takes the fewest nights of a stay. */
  leastNights: 'min_stay_through' | 'min_stay_arrival'
  timeZone: string | null
}

export function rulesOfProperty(context: VendorContext, propertyId: string): Promise<PropertyRules> {
  return rememberSettings(context, `channex rules of ${propertyId}`, keepMs, async () => {
    const row = dataRow(await context.http.get(pathOf('properties', propertyId)))
    const isThrough = fieldOf(fieldOf(row, 'settings'), 'min_stay_type') === 'through'
    return {
      leastNights: isThrough ? 'min_stay_through' : 'min_stay_arrival',
      timeZone: presentText(fieldOf(row, 'timezone')),
    }
  })
}
