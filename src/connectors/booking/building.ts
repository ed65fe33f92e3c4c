/** Creates properties and their units by API, and finds existing ones by their marker. */
import { fieldOf, isFields, listIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type {
  BuiltUnit,
  PropertyDraft,
  PropertySetup,
  UnitDraft,
} from '../../connector-kit/property-setup-operations.ts'
import { everyPage } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn, XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import { childOf, childrenOf } from '../../connector-kit/xml.ts'

const properties = '/property-api/properties'
const propertyPath = (id: string) => `${properties}/${encodeURIComponent(id)}`
const unitsPath = (id: string) => `/rooms-api/properties/${encodeURIComponent(id)}/units`

/** OTA has these codes for kinds of property. */
const category = { hotel: 20, apartment: 3 }
/** The vendor lists these values (`/rooms-api/meta`); the extranet can change the unit later. */
const usualUnit = {
  configuration: {
    unit_type_id: 1,
    rooms: [{ type: 'GUEST_ROOM', bed_configurations: [{ beds: [{ bed_type_id: 1, bed_count: 1 }] }] }],
  },
  unit_name_id: 1,
}

function idIn(data: unknown, field: string): string {
  const id = idText(fieldOf(data, field) as string | number | null | undefined)
  if (id === null) throw new VendorError('malformed', `${field} is not in the answer`)
  return id
}

const propertyBody = (draft: PropertyDraft) => ({
  property_name: draft.name,
  legal_entity_id: Number(draft.legalEntityId),
  property_category: draft.isHotel ? category.hotel : category.apartment,
  physical_address: {
    address_line: draft.street,
    city_name: draft.city,
    country_code: draft.country.toLowerCase(),
    ...(draft.postalCode === null ? {} : { postal_code: draft.postalCode }),
  },
  position: { latitude: draft.latitude, longitude: draft.longitude },
  check_in: draft.checkIn,
  room_count: draft.rooms,
  target: draft.target,
  provider_property_id: draft.marker,
  ...(draft.currency === null ? {} : { currency_code: draft.currency }),
})

const dataAt = async ({ http }: VendorContext, path: string): Promise<unknown> =>
  fieldOf(await http.get(path), 'data')

const toUnit = (row: unknown): BuiltUnit => ({
  roomId: idIn(row, 'unit_id'),
  name: presentText(fieldOf(row, 'name')),
  units: Number(fieldOf(row, 'number_of_units') ?? 1),
})

const unitRows = async (context: VendorContext, propertyId: string): Promise<unknown[]> =>
  listIn(await dataAt(context, unitsPath(propertyId)), 'units').filter(isFields)

/** The vendor finds this server's own properties by name. */
async function namedProperties({ http, now }: VendorContext, name: string): Promise<string[]> {
  const TimeStamp = `${now().toISOString().slice(0, 19)}Z`
  const root = { xmlns: 'http://www.opentravel.org/OTA/2003/05', Version: '2.001', TimeStamp }
  const read = async (page: number | null) => {
    const Page = page ?? 1
    const pagination = xml('TPA_Extensions', {}, xml('Pagination', { Page, PageSize: 100 }))
    const body = new XmlDocument(xml('OTA_HotelSearchRQ', root, pagination))
    const answer = rootIn(
      await http.post('/hotels/ota/OTA_HotelSearch', { body, safe: true }),
      'OTA_HotelSearchRS',
    )
    const rows = childrenOf(childOf(answer, 'Properties'), 'Property')
    return { rows, next: rows.length < 100 ? null : Page + 1 }
  }
  const found: string[] = []
  for await (const { rows } of everyPage('the list of properties', read)) {
    found.push(
      ...rows.flatMap(({ attributes }) =>
        attributes.HotelName === name && attributes.HotelCode ? [attributes.HotelCode] : [],
      ),
    )
  }
  return found
}

export const building: Omit<PropertySetup, 'inviteEntity' | 'findEntity' | 'check' | 'open'> = {
  async createProperty({ http }, draft) {
    const answer = await http.post(properties, { body: propertyBody(draft) })
    return { id: idIn(fieldOf(answer, 'data'), 'property_id') }
  },

  async findProperty(context, draft) {
    for (const id of await namedProperties(context, draft.name)) {
      const marker = presentText(fieldOf(await dataAt(context, propertyPath(id)), 'provider_property_id'))
      if (marker === draft.marker) return { id }
    }
    return null
  },

  async entityOf(context, propertyId) {
    const data = await dataAt(context, propertyPath(propertyId))
    return idText(fieldOf(data, 'legal_entity_id') as string | number | null | undefined)
  },

  async createUnit(context, draft: UnitDraft) {
    const body = {
      ...usualUnit,
      number_of_units: draft.units,
      occupancy_details: { max_guests: draft.maxGuests },
      partner_reference_name: draft.marker,
    }
    const answer = await context.http.post(unitsPath(draft.propertyId), { body })
    return { roomId: idIn(fieldOf(answer, 'data'), 'unit_id'), name: null, units: draft.units }
  },

  async findUnit(context, { propertyId, marker }) {
    const rows = await unitRows(context, propertyId)
    const row = rows.find((one) => presentText(fieldOf(one, 'partner_reference_name')) === marker)
    return row === undefined ? null : toUnit(row)
  },

  async unit(context, propertyId, roomId) {
    return (await unitRows(context, propertyId)).map(toUnit).find((one) => one.roomId === roomId) ?? null
  },

  async setUnits({ http }, propertyId, roomId, units) {
    const path = `${unitsPath(propertyId)}/${encodeURIComponent(roomId)}`
    await http.patch(path, { body: { number_of_units: units } })
  },
}
