/** Rooms and photos to add to Airbnb one by one. Pure. */
import { longestCaption } from '../../../../contract/channel-content/photos.ts'
import { roomTypes, type RoomBody } from '../../../../contract/channel-content/rooms.ts'
import type { StoredJson, PublishableListing } from './queries.ts'

/** Airbnb takes a room's kind and beds. */
export type RoomToSend = Pick<RoomBody, 'room_number' | 'room_type' | 'beds'>
export interface PhotoToSend {
  url: string
  caption: string | null
}

type WarnItem = (words: string) => void

const text = (fields: StoredJson, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function bedsOf(room: StoredJson): NonNullable<RoomBody['beds']> {
  const beds = Array.isArray(room['beds']) ? (room['beds'] as StoredJson[]) : []
  return beds.flatMap((bed) => {
    const [type, quantity] = [text(bed, 'bedType'), bed['quantity']]
    return type !== null && typeof quantity === 'number' ? [{ type, quantity }] : []
  })
}

export function planRooms({ rooms }: PublishableListing, warn: WarnItem): RoomToSend[] {
  return rooms.flatMap((room, index) => {
    const roomType = text(room, 'roomType')
    const room_type = roomTypes.find((type) => type === roomType)
    if (room_type === undefined) {
      warn(
        `Room ${index + 1} is not sent: \`${(roomType ?? '').slice(0, 60)}\` is no kind of room of Airbnb.`,
      )
      return []
    }
    const beds = bedsOf(room)
    return [{ room_number: index + 1, room_type, ...(beds.length === 0 ? {} : { beds }) }]
  })
}

export function planPhotos({ photos }: PublishableListing, warn: WarnItem): PhotoToSend[] {
  const urls = new Set<string>()
  return photos.flatMap((photo) => {
    const [url, caption] = [text(photo, 'url'), text(photo, 'caption')]
    if (url === null || urls.has(url)) return []
    urls.add(url)
    if ((caption ?? '').length <= longestCaption) return [{ url, caption }]
    warn(`A caption is not sent: it has more than ${longestCaption} signs.`)
    return [{ url, caption: null }]
  })
}
