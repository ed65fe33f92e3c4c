import { readable, type JsonFields } from '../../connector-kit/answers.ts'
import { noListingFields, renamed, renamedAddress } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ListingDraft, ListingWrites } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import { getPage } from './envelope.ts'
import { roomsIn } from './properties.ts'
import { requireScope } from './scopes.ts'
import { VendorProperty } from './vendor.ts'
import { requireWritten } from './written.ts'

type ListingSection = keyof ListingDraft

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
  latitude: 'latitude',
  longitude: 'longitude',
}

export const listingWrites: ListingWrites = {
  // Names and texts exist per language; the vendor does not document if writing one keeps the others.
  fields: { ...noListingFields, times: true, capacity: true, address: true },

  async write(context, { externalId, change }) {
    await requireScope(context, 'properties')
    const { propertyId, isShared } = await placeOf(context, externalId)
    const applied: ListingSection[] = []
    const errors: SectionError[] = []
    const refuse = (section: ListingSection, message: string) =>
      void errors.push({ section, code: 'unsupported', message })
    const fields: JsonFields = {}
    const room: JsonFields = {}
    const take = (section: ListingSection, read: JsonFields | string) => {
      const outcome = isShared ? 'it belongs to a property with other room types' : read
      if (typeof outcome === 'string') return refuse(section, outcome)
      applied.push(section)
      Object.assign(fields, outcome)
    }
    if (change.times) take('times', timeFields(change.times))
    if (change.address) take('address', renamedAddress(change.address, addressNames))
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

/** A room type's address and times belong to its property. */
async function placeOf(
  { http }: VendorContext,
  roomId: string,
): Promise<{ propertyId: string; isShared: boolean }> {
  const { rows } = await getPage(http, '/v2/properties', { roomId, includeAllRooms: true })
  const [property] = readable(VendorProperty, rows)
  if (property === undefined) throw new VendorError('not_found', `no room type ${roomId}`)
  return { propertyId: String(property.id), isShared: roomsIn(property).length > 1 }
}

function timeFields(times: object): JsonFields | string {
  const wrong = Object.entries(times).find(([, time]) => time === null || !quarterHour.test(String(time)))
  return wrong === undefined ? renamed(times, timeNames) : `${wrong[0]} must be a quarter of an hour`
}
