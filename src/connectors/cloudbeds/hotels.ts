import { demand, fieldOf, readable } from '../../connector-kit/answers.ts'
import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { remember, rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, fieldText, getRows, numberedList } from './envelope.ts'
import { sourceOf } from './sources.ts'
import { VendorHotel, VendorHotelDetails, VendorRoom, VendorSource, type Currencies } from './vendor.ts'

const keepMs = 10 * 60_000
// This is the usual size; the vendor documents no maximum for these lists.
export const pageSize = 20

/** Returns the properties that the key reaches. */
export function hotelsOf(context: VendorContext): Promise<VendorHotel[]> {
  return remember(context, 'cloudbeds hotels', keepMs, async () => {
    const idOf = (row: unknown) => fieldText(row, 'propertyID')
    const list = { method: 'getHotels', query: {}, pageSize, idOf }
    return readable(VendorHotel, await everyRow((cursor) => numberedList(context.http, list, cursor)))
  })
}

export async function readAccount(context: VendorContext): Promise<AccountInfo> {
  const hotels = await hotelsOf(context)
  const [first] = hotels
  if (first === undefined) return { externalAccountId: null, accountName: null }
  if (hotels.length === 1) {
    return { externalAccountId: String(first.propertyID), accountName: presentText(first.propertyName) }
  }
  const organization = presentText(first.organizationID)
  return { externalAccountId: organization, accountName: null }
}

export function currencyOf({ propertyCurrency }: { propertyCurrency?: Currencies }): string | null {
  const [currency] = Array.isArray(propertyCurrency) ? propertyCurrency : [propertyCurrency]
  return currencyCode(typeof currency === 'string' ? currency : currency?.currencyCode)
}

export function detailsOf(context: VendorContext, propertyID: string): Promise<VendorHotelDetails> {
  return remember(context, `cloudbeds hotel ${propertyID}`, keepMs, async () => {
    const answer = await context.http.get(`${base}/getHotelDetails`, { query: { propertyID } })
    return demand(VendorHotelDetails, fieldOf(answer, 'data'), `property ${propertyID}`)
  })
}

/** Returns the property that a room type belongs to. */
export function propertyOf(context: VendorContext, roomTypeID: string): Promise<string> {
  return rememberSettings(context, `cloudbeds property of ${roomTypeID}`, keepMs, async () => {
    const rows = await getRows(context.http, 'getRoomTypes', { roomTypeIDs: roomTypeID })
    const row = rows.find((candidate) => fieldText(candidate, 'roomTypeID') === roomTypeID)
    if (row === undefined) throw new VendorError('not_found', `no room type ${roomTypeID}`)
    return fieldText(row, 'propertyID')
  })
}

/** Returns one of the property's own sources for bookings made here; undefined if none is recognised. */
export async function sourceFor(
  context: VendorContext,
  propertyID: string,
  platform: 'direct' | 'website',
): Promise<string | undefined> {
  const sources = await rememberSettings(context, `cloudbeds sources ${propertyID}`, keepMs, async () => {
    return readable(VendorSource, await getRows(context.http, 'getSources', { propertyIDs: propertyID }))
  })
  const own = sources.filter(({ isThirdParty, status }) => isThirdParty !== true && status !== false)
  const labelled = (source: string) =>
    own.find(({ sourceName }) => sourceOf(sourceName ?? null, null) === source)
  const id = (labelled(platform) ?? labelled('direct') ?? labelled('website'))?.sourceID
  return id === undefined ? undefined : String(id)
}

/** Returns the rooms of a property, by their room type. */
export function roomsOf(context: VendorContext, propertyID: string): Promise<Map<string, VendorRoom[]>> {
  return remember(context, `cloudbeds rooms ${propertyID}`, keepMs, async () => {
    const rooms = readable(VendorRoom, await readRooms(context, { propertyIDs: propertyID }))
    return Map.groupBy(rooms, ({ roomTypeID }) => String(roomTypeID))
  })
}

/** The vendor does not document if pages count properties or rooms, so it reads until nothing is new. */
export async function readRooms({ http }: VendorContext, query: Record<string, string>): Promise<unknown[]> {
  const found = new Map<string, unknown>()
  for (let pageNumber = 1; ; pageNumber++) {
    const groups = await getRows(http, 'getRooms', { ...query, pageNumber, pageSize })
    const rooms = groups.flatMap(roomsIn)
    const fresh = rooms.filter((room) => !found.has(fieldText(room, 'roomID')))
    for (const room of fresh) found.set(fieldText(room, 'roomID'), room)
    if (rooms.length < pageSize || fresh.length === 0) return [...found.values()]
  }
}

/** Rooms are grouped by property, or listed flat. */
function roomsIn(group: unknown): unknown[] {
  const rooms = fieldOf(group, 'rooms')
  if (Array.isArray(rooms)) return rooms
  return fieldOf(group, 'roomID') === undefined ? [] : [group]
}
