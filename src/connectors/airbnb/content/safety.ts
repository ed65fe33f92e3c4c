import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { presentText } from '../../../connector-kit/readings.ts'
import { disclosureTypes } from '../../../contract/channel-content/safety.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorBookingRules } from './vendor.ts'

const family = 'booking_settings'

/** Disclosures belong to the booking settings and are written as a whole list. */
export const safetyDisclosures: ContentPart<'safetyDisclosures'> = {
  async read(context, externalId) {
    const { listing_expectations_for_guests: expectations } = await readSettings(
      context,
      family,
      externalId,
      VendorBookingRules,
    )
    return disclosureTypes.map((type) => {
      const found = expectations?.find((one) => one.type === type)
      return { type, value: presentText(found?.added_details), declared: found !== undefined }
    })
  },
  async write(context, { externalId, change: { disclosures } }) {
    const rules = await readSettings(context, family, externalId, VendorBookingRules)
    const current = new Map(
      (rules.listing_expectations_for_guests ?? []).map((one) => [one.type, presentText(one.added_details)]),
    )
    for (const { type, value } of disclosures) {
      if (value === false) current.delete(type)
      else current.set(type, value === true ? null : value)
    }
    const list = [...current].map(([type, words]) => ({
      type,
      ...(words === null ? {} : { added_details: words }),
    }))
    await context.http.put(settingsPath(family, externalId), {
      body: { listing_expectations_for_guests: list },
    })
  },
}
