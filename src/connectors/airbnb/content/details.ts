import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { decimalString } from '../../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../../connector-kit/readings.ts'
import { listingPath, readListing } from './listing.ts'

/** The names of what changes are those of the vendor. */
export const details: ContentPart<'details'> = {
  async read(context, externalId) {
    const row = await readListing(context, externalId)
    return {
      name: presentText(row.name),
      propertyTypeGroup: presentText(row.property_type_group),
      propertyTypeCategory: presentText(row.property_type_category),
      roomTypeCategory: presentText(row.room_type_category),
      personCapacity: wholeNumber(row.person_capacity),
      bedrooms: wholeNumber(row.bedrooms),
      beds: wholeNumber(row.beds),
      bathrooms: decimalString(row.bathrooms),
      hasAvailability: row.has_availability ?? null,
      checkInOption: {
        category: presentText(row.check_in_option?.category),
        instruction: presentText(row.check_in_option?.instruction),
      },
      listingNickname: presentText(row.listing_nickname),
      houseManual: presentText(row.house_manual),
      directions: presentText(row.directions),
      wifiNetwork: presentText(row.wifi_network),
      wifiPassword: presentText(row.wifi_password),
      quietHours: [...(row.quiet_hours ?? [])],
    }
  },
  async write({ http }, { externalId, change }) {
    await http.put(listingPath(externalId), { body: change })
  },
  // No name of theirs is known at Airbnb.
  unknownFields: ['quiet_hours'],
}
