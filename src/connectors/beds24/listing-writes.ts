import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingChange, ListingWrites, SectionError } from '../../connector-kit/write-operations.ts'
import { getPage } from './envelope.ts'
import { propertyCheck, roomsIn } from './properties.ts'
import { requireScope } from './scopes.ts'
import { requireWritten } from './written.ts'

type Section = keyof ListingChange
type Fields = Record<string, unknown>

const quarterHour = /^([01]\d|2[0-3]):(00|15|30|45)$/
const timeNames = {
  checkInTimeStart: 'checkInStart',
  checkInTimeEnd: 'checkInEnd',
  checkOutTime: 'checkOutEnd',
}
const addressNames = {
  street: 'address',
  city: 'city',
  state: 'state',
  postalCode: 'postcode',
  countryCode: 'country',
}

export const listingWrites: ListingWrites = {
  fields: {
    // Names and texts stand in languages, and whether sending one leaves the others is not documented.
    title: false,
    descriptions: false,
    houseRules: false,
    times: true,
    capacity: true,
    amenities: false,
    address: true,
    photosAdd: false,
    photosDelete: false,
    photosReorder: false,
    photoCaptions: false,
  },

  async write(context, { externalId, change }) {
    await requireScope(context, 'properties')
    const { propertyId, isShared } = await placeOf(context, externalId)
    const applied: Section[] = []
    const errors: SectionError[] = []
    const refuse = (section: Section, message: string) =>
      void errors.push({ section, code: 'unsupported', message })
    const fields: Fields = {}
    const room: Fields = {}
    for (const section of ['times', 'address'] as const) {
      const wanted = change[section]
      if (wanted === undefined) continue
      const outcome = isShared ? 'it belongs to a property with other room types' : readers[section](wanted)
      if (typeof outcome === 'string') {
        refuse(section, outcome)
        continue
      }
      applied.push(section)
      Object.assign(fields, outcome)
    }
    if (change.capacity) {
      const { maxGuests, ...others } = change.capacity
      if (Object.keys(others).length > 0) refuse('capacity', 'only the number of guests can be set')
      if (maxGuests !== undefined) {
        applied.push('capacity')
        room['maxPeople'] = maxGuests
      }
    }
    if (applied.length === 0) return { applied, errors }
    const isOfRoom = Object.keys(room).length > 0
    const roomTypes = isOfRoom ? { roomTypes: [{ id: Number(externalId), ...room }] } : {}
    const body = [{ id: Number(propertyId), ...fields, ...roomTypes }]
    requireWritten(await context.http.post('/v2/properties', { body }))
    return { applied, errors }
  },
}

/** The property a room type belongs to, which is where its address and its times stand. */
async function placeOf(
  { http }: VendorContext,
  roomId: string,
): Promise<{ propertyId: string; isShared: boolean }> {
  const { rows } = await getPage(http, '/v2/properties', { roomId, includeAllRooms: true })
  const property = rows.find((row) => propertyCheck.fits(row))
  if (property === undefined) throw new VendorError('not_found', `no room type ${roomId}`)
  return { propertyId: String(property.id), isShared: roomsIn(property).length > 1 }
}

const readers = {
  times(times: object): Fields | string {
    const entries = Object.entries(times) as [keyof typeof timeNames, string | null][]
    const wrong = entries.find(([, time]) => time === null || !quarterHour.test(time))
    if (wrong !== undefined) return `${wrong[0]} must be a quarter of an hour`
    return Object.fromEntries(entries.map(([name, time]) => [timeNames[name], time]))
  },
  address(address: object): Fields {
    const { latitude, longitude, ...parts } = address as NonNullable<ListingChange['address']>
    const entries = Object.entries(parts) as [keyof typeof addressNames, string][]
    return {
      ...Object.fromEntries(entries.map(([name, value]) => [addressNames[name], value])),
      ...(latitude === undefined ? {} : { latitude: Number(latitude) }),
      ...(longitude === undefined ? {} : { longitude: Number(longitude) }),
    }
  },
}
