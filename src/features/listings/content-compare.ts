/** Compares a listing as its PMS shows it with what was requested, by section. Pure. */
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { normalizeText } from '../../platform/normalize-text.ts'

type ComparedSection = Exclude<keyof ListingDraft, 'photos'>
type ValuePairs = [wanted: unknown, shown: unknown][]

const evenOut = (value: unknown) => (typeof value === 'string' ? normalizeText(value) : (value ?? ''))

function isSame([requested, shown]: ValuePairs[number]): boolean {
  if (evenOut(requested) === evenOut(shown)) return true
  const [a, b] = [requested, shown].map((value) => (value === null || value === '' ? NaN : Number(value)))
  return a !== undefined && b !== undefined && Math.abs(a - b) < 1e-6
}

const pairs = (
  requested: object | undefined,
  shown: object | undefined | null,
  names: Record<string, string> = {},
) =>
  Object.entries(requested ?? {}).flatMap(([name, value]): ValuePairs =>
    value === undefined
      ? []
      : [[value, (shown as Record<string, unknown> | null | undefined)?.[names[name] ?? name]]],
  )

const pairsBySection: Record<ComparedSection, (change: ListingDraft, listing: ListingRecord) => ValuePairs> =
  {
    title: ({ title }, { publicName, name }) => [
      [title, evenOut(title) === evenOut(name) ? name : publicName],
    ],
    descriptions: ({ descriptions }, { content }) => pairs(descriptions, content),
    times: ({ times }, { details }) => pairs(times, details),
    capacity: ({ capacity }, { details }) => pairs(capacity, details, { maxGuests: 'personCapacity' }),
    amenities: ({ amenities }, listing) => [
      [
        [...new Set(amenities)].toSorted().join('\n'),
        (listing.amenities ?? [])
          .map(({ amenityKey }) => amenityKey)
          .toSorted()
          .join('\n'),
      ],
    ],
    houseRules: ({ houseRules }, { content }) => [[houseRules, content?.houseRules]],
    address: ({ address }, listing) => pairs(address, listing),
  }

/** The sections that already read as requested. */
export function matchingSections(
  change: ListingDraft,
  sections: readonly string[],
  listing: ListingRecord,
): string[] {
  return sections.filter((section) => {
    const compared = Object.hasOwn(pairsBySection, section)
      ? pairsBySection[section as ComparedSection](change, listing)
      : []
    return compared.length > 0 && compared.every(isSame)
  })
}

/** A picture to add, with the addresses the listing had before. */
export interface SentPhoto {
  url: string
  before: string[]
  /** Its index among the request's pictures. */
  place: number
}

/**
 * PMSs store a copy under their own address. So a picture counts as added when its address or enough new ones appear.
 * Somebody else's simultaneous picture counts as ours: better one missing than one twice.
 */
export function isPhotoThere({ url, before, place }: SentPhoto, shown: readonly string[]): boolean {
  return shown.includes(url) || shown.filter((address) => !before.includes(address)).length > place
}
