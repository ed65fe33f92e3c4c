import type { JsonFields } from '../../connector-kit/answers.ts'
import { renamed } from '../../connector-kit/renamed.ts'
import type { ListingDraft } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'

type ListingSection = keyof ListingDraft

interface WrittenSections {
  body: JsonFields
  sections: ListingSection[]
  errors: SectionError[]
}

// Our names of texts to the vendor's; it has no long description beside them.
const textNames = { summary: 'summary', space: 'space', guestAccess: 'access', notes: 'notes' } as const

type TakenSection = [fields: JsonFields, left: string[]]
type Taker<S extends ListingSection> = (wanted: Exclude<ListingDraft[S], undefined>) => TakenSection

/** What the listing itself takes of each section, and in words what it has no place for. */
const takers: { [S in ListingSection]?: Taker<S> } = {
  title: (title) => (title === null ? [{}, ['a listing needs a title']] : [{ title }, []]),
  descriptions: ({ description, ...texts }) => [
    textsOf(texts),
    description === undefined ? [] : ['Guesty has summary and space, no description beside them'],
  ],
  times: timesOf,
  capacity: capacityOf,
  houseRules: (houseRules) => [{ publicDescription: { houseRules: houseRules ?? '' } }, []],
}

/** The part of a change that the listing itself takes, and what of it the vendor has no place for. */
export function listingFieldsOf(change: ListingDraft): WrittenSections {
  const sections: WrittenSections = { body: {}, sections: [], errors: [] }
  for (const section of Object.keys(takers) as ListingSection[]) {
    const value = change[section]
    if (value === undefined) continue
    const [fields, left] = (takers[section] as Taker<ListingSection>)(value)
    if (Object.keys(fields).length > 0) sections.sections.push(section)
    const texts = { ...(sections.body.publicDescription as object), ...(fields.publicDescription as object) }
    Object.assign(sections.body, fields, fields.publicDescription && { publicDescription: texts })
    sections.errors.push(...left.map((message) => ({ section, code: 'unsupported' as const, message })))
  }
  return sections
}

function textsOf(texts: Omit<NonNullable<ListingDraft['descriptions']>, 'description'>): JsonFields {
  const entries = Object.entries(renamed(texts, textNames))
  if (entries.length === 0) return {}
  return { publicDescription: Object.fromEntries(entries.map(([name, text]) => [name, text ?? ''])) }
}

function timesOf({
  checkInTimeStart,
  checkInTimeEnd,
  checkOutTime,
}: NonNullable<ListingDraft['times']>): TakenSection {
  const isCleared = checkInTimeStart === null || checkOutTime === null
  return [
    {
      ...(checkInTimeStart ? { defaultCheckInTime: checkInTimeStart } : {}),
      ...(checkOutTime ? { defaultCheckOutTime: checkOutTime } : {}),
    },
    [
      ...(checkInTimeEnd === undefined ? [] : ['Guesty has no latest time of arrival']),
      ...(isCleared ? ['Guesty keeps a time of arrival and of departure'] : []),
    ],
  ]
}

function capacityOf({ maxGuests, ...rooms }: NonNullable<ListingDraft['capacity']>): TakenSection {
  const left = Object.entries(rooms).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return [
    maxGuests === undefined ? {} : { accommodates: maxGuests },
    left.length === 0 ? [] : [`Guesty counts ${left.join(', ')} by its spaces, which are edited there`],
  ]
}
