import type { LinkedListingRecord, ListingRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { mappedPage, mapping, readOne } from '../../connector-kit/paginate.ts'
import { idText, presentText, timeZoneName } from '../../connector-kit/readings.ts'
import { apiPath, listPage, ofAgency, uidOf } from './envelope.ts'
import { propertyTable, VendorProperty } from './vendor.ts'

const mapped = mapping('listing', VendorProperty, toListing, uidOf)
const linked = mapping('linkedListing', VendorProperty, toLinkedListing, uidOf)

export const propertyPage = (context: VendorContext, cursor: string | null) =>
  listPage(context.http, { name: 'properties', query: ofAgency(context), cursor })

export const propertyOf = (json: unknown): unknown => fieldOf(json, 'property')

export const listings: NonNullable<VendorOperations['listings']> = {
  page: async (context, { cursor }) => mappedPage(await propertyPage(context, cursor), mapped),
  one: ({ http }, externalId) => readOne(http.get(apiPath('properties', externalId)), mapped, propertyOf),
}

export const channelLinks: NonNullable<VendorOperations['channelLinks']> = {
  page: async (context, { cursor }) => mappedPage(await propertyPage(context, cursor), linked),
}

const nameOf = ({ uid, name }: VendorProperty): string => presentText(name) ?? `Property ${uid}`

function toListing(row: VendorProperty): ListingRecord {
  const { latitude, longitude, ...fields } = propertyTable.read(row)
  const isLocated = Number(latitude) !== 0 || Number(longitude) !== 0
  const timeZone = timeZoneName(row.timeZone)
  return {
    externalId: row.uid,
    model: 'home',
    name: nameOf(row),
    ...fields,
    ...(isLocated ? { latitude, longitude } : {}),
    ...(timeZone === null ? {} : { timeZone }),
    lifecycleStatus: row.isActive === false ? 'inactive' : 'live',
    unitCount: 1,
  }
}

function toLinkedListing(row: VendorProperty): LinkedListingRecord {
  const airbnbId = idText(row.airbnbData?.airbnbId)
  return {
    externalId: row.uid,
    name: nameOf(row),
    links: airbnbId === null ? [] : [{ platform: 'airbnb', externalId: airbnbId }],
  }
}
