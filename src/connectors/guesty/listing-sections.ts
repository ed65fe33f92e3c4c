import type { Fields } from '../../connector-kit/answers.ts'
import { renamed } from '../../connector-kit/renamed.ts'
import type { ListingChange } from '../../connector-kit/listing-write-operations.ts'
import type { SectionError } from '../../connector-kit/write-operations.ts'

type Section = keyof ListingChange

interface Written {
  body: Fields
  sections: Section[]
  errors: SectionError[]
}

// Our names of texts to the vendor's; it has no long description beside them.
const textNames = { summary: 'summary', space: 'space', guestAccess: 'access', notes: 'notes' } as const

/** The part of a change that the listing itself takes, and what of it the vendor has no place for. */
export function listingFieldsOf(change: ListingChange): Written {
  const written: Written = { body: {}, sections: [], errors: [] }
  const take = (section: Section, fields: Fields, left: string[]): void => {
    if (Object.keys(fields).length > 0) {
      Object.assign(written.body, fields)
      written.sections.push(section)
    }
    const errors = left.map((message) => ({ section, code: 'unsupported' as const, message }))
    written.errors.push(...errors)
  }
  const { title, descriptions, times, capacity, houseRules } = change
  if (title === null) take('title', {}, ['a listing needs a title'])
  else if (title !== undefined) take('title', { title }, [])
  if (descriptions !== undefined) {
    const { description, ...texts } = descriptions
    const fields = textsOf(texts)
    const left = description === undefined ? [] : ['Guesty has summary and space, no description beside them']
    take('descriptions', Object.keys(fields).length === 0 ? {} : { publicDescription: fields }, left)
  }
  if (times !== undefined) take('times', ...timesOf(times))
  if (capacity !== undefined) take('capacity', ...capacityOf(capacity))
  if (houseRules !== undefined) {
    const before = (written.body.publicDescription ?? {}) as Fields
    take('houseRules', { publicDescription: { ...before, houseRules: houseRules ?? '' } }, [])
  }
  return written
}

function textsOf(texts: Omit<NonNullable<ListingChange['descriptions']>, 'description'>): Fields {
  const entries = Object.entries(renamed(texts, textNames))
  return Object.fromEntries(entries.map(([name, text]) => [name, text ?? '']))
}

function timesOf({
  checkInTimeStart,
  checkInTimeEnd,
  checkOutTime,
}: NonNullable<ListingChange['times']>): [Fields, string[]] {
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

function capacityOf({ maxGuests, ...rooms }: NonNullable<ListingChange['capacity']>): [Fields, string[]] {
  const left = Object.entries(rooms).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return [
    maxGuests === undefined ? {} : { accommodates: maxGuests },
    left.length === 0 ? [] : [`Guesty counts ${left.join(', ')} by its spaces, which are edited there`],
  ]
}
