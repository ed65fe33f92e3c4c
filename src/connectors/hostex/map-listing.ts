import type { LinkedListingRecord, ListingRecord } from '../../contract/records.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, presentText, timeOfDay, timeZoneName } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { pricedListings } from './homes.ts'
import type { VendorProperty } from './vendor.ts'

/** A property has no texts and no rooms here; guests see those on its channels only. */
export function toListing(row: VendorProperty): ListingRecord {
  const timeZone = timeZoneName(row.timezone)
  return {
    externalId: String(row.id),
    model: 'home',
    name: nameOf(row),
    street: presentText(row.address),
    ...coordinatesOf(row),
    ...(timeZone === null ? {} : { timeZone }),
    currency: currencyOf(row),
    lifecycleStatus: 'live',
    thumbnailUrl: presentText(row.cover?.original_url),
    unitCount: 1,
    details: {
      checkInTimeStart: timeOfDay(row.default_checkin_time),
      checkOutTime: timeOfDay(row.default_checkout_time),
      wifiNetwork: presentText(row.wifi_ssid),
      wifiPassword: presentText(row.wifi_password),
    },
  }
}

const nameOf = ({ id, title }: VendorProperty): string => presentText(title) ?? `Property ${id}`

/** Only channel listings have a currency; the one whose price is shown counts. */
function currencyOf({ channels }: VendorProperty): string | null {
  const told = [...pricedListings(channels), ...(channels ?? [])].find(
    ({ currency }) => presentText(currency) !== null,
  )
  return currencyCode(told?.currency)
}

function coordinatesOf({ latitude, longitude }: VendorProperty): Partial<ListingRecord> {
  const read = (field: string, value: string | number | null | undefined) =>
    readSide(field, value, () => decimalString(value))
  const place = { latitude: read('latitude', latitude), longitude: read('longitude', longitude) }
  return Number(place.latitude) || Number(place.longitude) ? place : {}
}

const linkedPlatforms = ['airbnb', 'vrbo'] as const

export function toLinkedListing(row: VendorProperty): LinkedListingRecord {
  return {
    externalId: String(row.id),
    name: nameOf(row),
    links: (row.channels ?? []).flatMap(({ channel_type, listing_id }) => {
      const platform = linkedPlatforms.find((name) => name === channel_type)
      return platform === undefined ? [] : [{ platform, externalId: String(listing_id) }]
    }),
  }
}
