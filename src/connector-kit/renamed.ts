/** Ours to the vendor's names. */
import type { Fields } from './answers.ts'
import type { ListingWrites } from './write-operations.ts'

/** What is absent stays absent, and so does what the vendor has no name for. */
export function renamed(values: object, names: Readonly<Record<string, string>>): Fields {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    names[name] === undefined || value === undefined ? [] : [[names[name], value]],
  )
  return Object.fromEntries(entries) as Fields
}

/** The fields of a change that the vendor takes, by our names and by its own. */
export function taken(
  change: object,
  names: Readonly<Record<string, string>>,
): { applied: string[]; fields: Fields } {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const applied = Object.keys(names).filter((name) => given.some(([known]) => known === name))
  return { applied, fields: renamed(change, names) }
}

type ListingFields = ListingWrites['fields']

/** Sections of a listing that are written; no others. */
export function listingFields(...written: (keyof ListingFields)[]): ListingFields {
  const isWritten = (section: keyof ListingFields) => written.includes(section)
  return {
    title: isWritten('title'),
    descriptions: isWritten('descriptions'),
    times: isWritten('times'),
    capacity: isWritten('capacity'),
    amenities: isWritten('amenities'),
    houseRules: isWritten('houseRules'),
    address: isWritten('address'),
    photosAdd: isWritten('photosAdd'),
    photosDelete: isWritten('photosDelete'),
    photosReorder: isWritten('photosReorder'),
    photoCaptions: isWritten('photoCaptions'),
  }
}
