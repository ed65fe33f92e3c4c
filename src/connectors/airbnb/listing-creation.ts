/** Creates a listing with our marker, because every call creates another one. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { ListingCreation, NewChannelListing } from '../../connector-kit/listing-creation-operations.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { cursorPage, hostOf, madeIn } from './lists.ts'

const path = '/v2/listings'

/** Unknown fields are left out, and the host fills them in on Airbnb. */
const withoutNull = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const bodyOf = (draft: NewChannelListing) =>
  withoutNull({
    name: draft.name,
    property_type_group: draft.propertyTypeGroup,
    property_type_category: draft.propertyTypeCategory,
    room_type_category: draft.roomTypeCategory,
    bedrooms: draft.bedrooms,
    beds: draft.beds,
    bathrooms: draft.bathrooms,
    person_capacity: draft.personCapacity,
    street: draft.street,
    city: draft.city,
    state: draft.state,
    zipcode: draft.postalCode,
    country_code: draft.countryCode,
    lat: draft.latitude,
    lng: draft.longitude,
    total_inventory_count: draft.units,
    property_external_id: draft.marker,
    // Without the category Airbnb refuses all further writes to the listing.
    synchronization_category: 'sync_all',
  })

export const listingCreation: ListingCreation = {
  async find(context, marker) {
    const { id } = await hostOf(context)
    for (let cursor: string | null = null; ;) {
      const query = { user_id: String(id) }
      const page = await cursorPage(context.http, { path, name: 'listings', query, cursor })
      const marked = page.rows.find((row) => fieldOf(row, 'property_external_id') === marker)
      if (marked !== undefined) return plainId(marked)
      if (page.next === null) return null
      cursor = page.next
    }
  },

  async create({ http }, draft) {
    return madeIn(await http.post(path, { body: bodyOf(draft) }), 'listing')
  },
}
