import type { ListingRecord } from '../../contract/records.ts'
import { countryOfThreeLetters } from '../../connector-kit/country-of-three-letters.ts'
import { decimalString } from '../../connector-kit/money.ts'
import {
  currencyCode,
  presentText,
  presentTexts,
  timeZoneName,
  wholeNumber,
} from '../../connector-kit/readings.ts'
import type { VendorProperty } from './vendor.ts'

/** Returns the home's id by one of the sources of ids; null if it has none. */
export const idBy = (ids: VendorProperty['ids'], source: 'EXPEDIA' | 'SUPPLIER' | 'VRBO'): string | null =>
  presentText(ids?.find(({ idSource }) => idSource === source)?.id)

/**
 * The id has the form `system/advertiser/home`, whose last two parts come from our feeds; null for other
 * software's.
 */
function ownOf(supplierId: string | null): NonNullable<ListingRecord['ours']> | null {
  const [, account, listing] = /(?:^|\/)(lw[a-z0-9]{14})\/([1-9]\d{0,17})$/.exec(supplierId ?? '') ?? []
  return account === undefined || listing === undefined ? null : { account, listing }
}

/** A property is one home, whatever its units: nights and bookings are the property's. */
export function toListing(row: VendorProperty): ListingRecord {
  const externalId = String(row.id)
  const units = (row.units ?? []).filter((unit) => unit !== null && unit.status?.state !== 'INACTIVE')
  const unitSum = units.reduce((sum, unit) => sum + (wholeNumber(unit?.count) ?? 1), 0)
  const name = presentText(row.name) ?? `Property ${externalId}`
  const lines = presentTexts(row.address?.addressLines ?? [])
  const isActive = row.activeStatus?.active !== false
  const ours = ownOf(idBy(row.ids, 'SUPPLIER'))
  const guests = units.map((unit) => wholeNumber(unit?.maxOccupancy?.total) ?? 0)
  return {
    externalId,
    model: 'home',
    ...(ours === null ? {} : { ours }),
    name: presentText(row.referenceName) ?? name,
    publicName: name,
    street: lines.length === 0 ? null : lines.join(', '),
    city: presentText(row.address?.locality),
    state: presentText(row.address?.administrativeArea),
    postalCode: presentText(row.address?.postalCode),
    countryCode: countryOfThreeLetters(presentText(row.address?.countryCode)),
    latitude: decimalString(row.location?.coordinates?.latitude),
    longitude: decimalString(row.location?.coordinates?.longitude),
    timeZone: timeZoneName(row.timeZone),
    currency: currencyCode(row.currency),
    lifecycleStatus: isActive ? 'live' : 'inactive',
    unitCount: Math.max(1, unitSum),
    content: { name },
    details: {
      propertyType: presentText(row.type?.code),
      personCapacity: guests.length === 0 ? null : Math.max(...guests) || null,
    },
    channels: [{ platform: 'vrbo', externalId, active: isActive, syncCategory: 'sync_all' }],
  }
}
