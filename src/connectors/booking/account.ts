/** Identifies the account and checks what the property allows this server to do. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { AccountInfo, AccountPart, AccountPlace } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn, XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { hotelIdIn } from './calls.ts'

export interface Hotel {
  name: string | null
  currency: string | null
  /**
   * The property has switched these connections on for this server, as far as known: states by the vendor's
   * names.
   */
  connections: ReadonlyMap<string, string>
}

const dayMs = 24 * 3_600_000
/** Nothing works without these. */
const requiredAccess = ['Reservations', 'Rates and Availability'] as const
/** Without these some operations are missing. */
const optional: readonly [type: string, part: AccountPart][] = [
  ['Content', 'content'],
  ['Messaging', 'messaging'],
]
/** The states are the vendor's words; `XML Active` and `Pending Property` are known. */
const isActive = (state: string | undefined) => /\bactive\b/i.test(state ?? '')

export async function readAccount(context: VendorContext): Promise<AccountInfo> {
  const hotelId = hotelIdIn(context)
  const status = await designation(context, hotelId)
  if (status !== 'ACTIVE') throw notDesignated(hotelId, 'the connection is not active')
  const { name, connections } = await searchHotel(context)
  // A connection missing in the list may exist all the same; a call shows it.
  const isOff = (type: string) => connections.has(type) && !isActive(connections.get(type))
  const missing = requiredAccess.filter(isOff)
  if (missing.length > 0)
    throw notDesignated(hotelId, `the property has not switched on: ${missing.join(', ')}`)
  const lacks = optional.filter(([type]) => isOff(type)).map(([, part]) => part)
  const place = await placeOf(context, hotelId)
  return {
    externalAccountId: hotelId,
    accountName: name,
    ...(lacks.length > 0 ? { lacks } : {}),
    ...(place === null ? {} : { place }),
  }
}

/** OTA numbers the kinds of property; other numbers are not known here. */
const kinds: Readonly<Record<string, string>> = { '3': 'apartment', '20': 'hotel' }

/** The address belongs to another kind of connection, which may be off, and nothing depends on it. */
async function placeOf({ http }: VendorContext, hotelId: string): Promise<AccountPlace | null> {
  try {
    const property = fieldOf(
      await http.get(`/property-api/properties/${encodeURIComponent(hotelId)}`),
      'data',
    )
    const address = fieldOf(property, 'physical_address')
    const category = fieldOf(property, 'property_category')
    return {
      kind: kinds[String(category)] ?? null,
      country: countryCode(presentText(fieldOf(address, 'country_code'))),
      city: presentText(fieldOf(address, 'city_name')),
    }
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}

/** The vendor answers alike for a property that is not connected and one that does not exist. */
async function designation({ http }: VendorContext, hotelId: string): Promise<string> {
  try {
    const answer = await http.get(`/connections-api/properties/${encodeURIComponent(hotelId)}/status`)
    return presentText(fieldOf(fieldOf(answer, 'data'), 'status'))?.toUpperCase() ?? 'not told'
  } catch (error) {
    const isClosed = error instanceof VendorError && (error.status === 403 || error.status === 404)
    if (!isClosed) throw error
    const text = `Booking.com gives this server no access to property ${hotelId}: the id is another one, or the property has not named this server as its connectivity provider in the extranet`
    throw new VendorError('credentials', text, { ...error, reason: 'not_designated', cause: error })
  }
}

const notDesignated = (hotelId: string, reason: string): VendorError =>
  because(
    new VendorError(
      'rejected',
      `Property ${hotelId} is not connected to this server yet: ${reason}. It is finished in the extranet of Booking.com, under connectivity provider`,
    ),
    'not_designated',
  )

/** Name, currency and connections change rarely, so they are kept. */
export const hotelOf = (context: VendorContext): Promise<Hotel> =>
  rememberSettings(context, 'hotel', dayMs, () => searchHotel(context))

async function searchHotel(context: VendorContext): Promise<Hotel> {
  const hotelId = hotelIdIn(context)
  const moment = context.now().toISOString().slice(0, 19)
  const body = xml(
    'OTA_HotelSearchRQ',
    { xmlns: 'http://www.opentravel.org/OTA/2003/05', Version: '2.001', TimeStamp: `${moment}Z` },
    xml('Criteria', {}, xml('Criterion', {}, xml('HotelRef', { HotelCode: hotelId }))),
  )
  const answer = await context.http.post('/hotels/ota/OTA_HotelSearch', {
    body: new XmlDocument(body),
    safe: true,
  })
  const found = childrenOf(childOf(rootIn(answer, 'OTA_HotelSearchRS'), 'Properties'), 'Property')
  const row = found.find(({ attributes }) => attributes.HotelCode === hotelId)
  if (row === undefined) throw new VendorError('malformed', `property ${hotelId} is not among those found`)
  return {
    name: presentText(row.attributes.HotelName),
    currency: currencyCode(row.attributes.CurrencyCode),
    connections: connectionsOf(row),
  }
}

function connectionsOf(row: Xml): Hotel['connections'] {
  const rows = childrenOf(childOf(childOf(row, 'TPA_Extensions'), 'Connections'), 'Connection')
  return new Map(
    rows.map(({ attributes }) => [attributes.ConnectionType ?? '', attributes.ConnectionState ?? '']),
  )
}
