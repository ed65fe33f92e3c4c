import { demand, listIn } from '../../../connector-kit/answers.ts'
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { madeIn } from '../lists.ts'
import { VendorRoom } from './vendor.ts'

const path = '/v2/listing_rooms'
const pathOf = (listing: string, room: string) =>
  `${path}/${encodeURIComponent(listing)}/${encodeURIComponent(room)}`

export const rooms: ContentPart<'rooms'> = {
  async read({ http }, externalId) {
    const answer = await http.get(path, { query: { listing_id: externalId } })
    return listIn(answer, 'listing_rooms').map((vendorRoom, index) => {
      const row = demand(VendorRoom, vendorRoom, `a room of ${externalId}`)
      return {
        roomId: String(row.id),
        roomNumber: index + 1,
        roomType: row.room_type ?? '',
        beds: (row.beds ?? []).map(({ type, quantity }) => ({ type, quantity })),
        accessibilityFeatures: [...(row.accessibility_features ?? [])],
      }
    })
  },
  async write({ http }, { externalId, change: { roomId, change } }) {
    if (change === null) await http.delete(pathOf(externalId, roomId))
    // No call is known that writes anything of a room but its beds.
    else if (change.beds !== undefined) {
      await http.put(pathOf(externalId, roomId), { body: { beds: change.beds } })
    }
  },
  async add({ http }, { externalId, item: { room_type, beds = [] } }) {
    const answer = await http.post(path, { body: { listing_id: externalId, room_type, beds } })
    return madeIn(answer, 'room')
  },
}
