import type { SeededRandom } from '../kit/random.ts'
import type { Listing } from './records.ts'

export type Description = Record<string, string | null>

export interface Photo {
  id: string
  listing_id: string
  caption: string | null
  sort_order: number
  category: string
  room_id: string | null
  amenity: string | null
  content_type: string
  filename: string | null
  url: string
  width: number
  height: number
}

export interface Room {
  id: string
  listing_id: string
  room_type: string
  beds: readonly { type: string; quantity: number }[]
  accessibility_features: readonly string[]
}

/** Descriptions, photos and rooms by listing. */
export class Content {
  readonly #descriptions = new Map<string, Map<string, Description>>()
  readonly #photos = new Map<string, Photo[]>()
  readonly #rooms = new Map<string, Map<string, Room>>()

  descriptions(listingId: string): Map<string, Description> {
    return heldIn(this.#descriptions, listingId, () => new Map())
  }

  /** In order; the first photo is the cover. */
  photos(listingId: string): Photo[] {
    return heldIn(this.#photos, listingId, () => [])
  }

  rooms(listingId: string): Map<string, Room> {
    return heldIn(this.#rooms, listingId, () => new Map())
  }

  /** Puts a photo at the requested position and moves the others. */
  place(photo: Photo, order: number | undefined): void {
    const photos = this.photos(photo.listing_id)
    const before = photos.indexOf(photo)
    if (before >= 0 && order === undefined) return
    if (before >= 0) photos.splice(before, 1)
    photos.splice(order === undefined ? photos.length : order - 1, 0, photo)
    numbered(photos)
  }

  removePhoto(photo: Photo): void {
    const photos = this.photos(photo.listing_id)
    photos.splice(photos.indexOf(photo), 1)
    numbered(photos)
  }

  remove(listingId: string): void {
    for (const map of [this.#descriptions, this.#photos, this.#rooms]) map.delete(listingId)
  }

  /** Lists what keeps a listing from being shown to guests. */
  missingIn({ id, amenity_categories }: Listing): string[] {
    const photos = this.photos(id)
    const large = photos.filter(({ width, height }) => width >= 800 && height >= 500)
    const texts = [...this.descriptions(id).values()]
    return [
      ...(photos.length < 7 ? ['At least 7 photos are needed.'] : []),
      ...(large.length < 3 ? ['At least 3 photos of 800 x 500 are needed.'] : []),
      ...((amenity_categories ?? []).length < 5 ? ['At least 5 amenities are needed.'] : []),
      ...(texts.some(({ summary }) => (summary ?? '').length >= 50)
        ? []
        : ['A description of 50 signs is needed.']),
    ]
  }

  seed(listing: Listing, language: string, random: SeededRandom): void {
    const { id, name, bedrooms } = listing
    const summary = `Bright and quiet, close to everything in ${listing.city}. Fast wifi, a real kitchen.`
    this.descriptions(id).set('en', { ...blank, name, summary, house_rules: 'No shoes inside, please.' })
    if (language !== 'en')
      this.descriptions(id).set(language, { ...blank, name, summary: `${summary} (${language})` })
    for (let index = 0; index < 8; index++) {
      const photo = random.digits(9)
      this.place(
        {
          ...{ id: `${id}_${photo}`, listing_id: id, caption: index % 3 === 0 ? `Room ${index + 1}` : null },
          ...{ sort_order: index + 1, category: 'listing', room_id: null, amenity: null, filename: null },
          ...{ content_type: 'image/jpeg', url: photoUrl(id, photo), width: 1200, height: 800 },
        },
        undefined,
      )
    }
    for (let index = 0; index < (bedrooms ?? 0); index++) {
      const room = random.digits(8)
      const beds = [
        { type: random.pick(['king_bed', 'queen_bed', 'single_bed']), quantity: random.int(1, 2) },
      ]
      this.rooms(id).set(room, {
        id: room,
        listing_id: id,
        room_type: 'bedroom',
        beds,
        accessibility_features: [],
      })
    }
  }
}

export const blank: Description = {
  ...{ name: null, summary: null, space: null, access: null, interaction: null },
  ...{ neighborhood_overview: null, transit: null, notes: null, house_rules: null },
}

export const photoUrl = (listing: string, photo: string): string =>
  `https://pictures.example.com/${listing}/${photo}.jpg`

function numbered(photos: readonly Photo[]): void {
  for (const [index, photo] of photos.entries()) photo.sort_order = index + 1
}

function heldIn<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}
