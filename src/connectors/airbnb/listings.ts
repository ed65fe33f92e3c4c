import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapping, mapRows, orFailure, plainId, readOne, together } from '../../connector-kit/paginate.ts'
import { cursorPage, hostOf } from './lists.ts'
import { toListing, type ListingSettings } from './map-listing.ts'
import { VendorBookingSettings, VendorListing, VendorPricing, VendorRules } from './vendor.ts'

export const listings: NonNullable<VendorOperations['listings']> = {
  async page(context, { cursor }) {
    const { id } = await hostOf(context)
    const { rows, next } = await cursorPage(context.http, {
      path: '/v2/listings',
      name: 'listings',
      query: { user_id: String(id) },
      cursor,
    })
    const found = await Promise.all(
      rows.map((row) => orFailure(plainId(row), async () => mapRows([row], await mappingOf(context, row)))),
    )
    return { ...together(found), next }
  },

  one(context, externalId) {
    const path = `/v2/listings/${encodeURIComponent(externalId)}`
    const read = (json: unknown) => fieldOf(json, 'listing')
    return readOne(context.http.get(path), (row) => mappingOf(context, row), read)
  },
}

const mappingOf = async (context: VendorContext, row: unknown) => {
  const settings = await settingsOf(context, plainId(row))
  return mapping('listing', VendorListing, (listing) => toListing(listing, settings))
}

/** Reads the settings beside the listing. An unfinished listing has none. */
async function settingsOf({ http }: VendorContext, id: string): Promise<ListingSettings> {
  // It is unknown if one object is under its path's name or in the singular.
  const read = async (path: string, one: string) => {
    const answer = await orNull(http.get(`/v2/${path}/${encodeURIComponent(id)}`))
    return fieldOf(answer, one) ?? fieldOf(answer, path)
  }
  const [pricing, rules, booking] = await Promise.all([
    read('pricing_settings', 'pricing_setting'),
    read('availability_rules', 'availability_rule'),
    read('booking_settings', 'booking_setting'),
  ])
  return {
    pricing: readable(VendorPricing, [pricing])[0] ?? null,
    rules: readable(VendorRules, [rules])[0] ?? null,
    booking: readable(VendorBookingSettings, [booking])[0] ?? null,
  }
}
