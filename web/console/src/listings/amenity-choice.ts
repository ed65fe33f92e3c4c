/** Which amenities a home has: the stored rows, what was changed on the screen, and the list to save. Pure. */
import type { components } from '../api/schema.ts'

export type AmenityRow = components['schemas']['AmenityRow']

/** By key, whether the home has it now; keys that nobody touched are left out. */
export type AmenityEdits = Readonly<Record<string, boolean>>

export const hasAmenity = (rows: readonly AmenityRow[], edits: AmenityEdits, key: string): boolean =>
  edits[key] ?? rows.some(({ amenityKey, isPresent }) => amenityKey === key && isPresent)

/** The edits that differ from what is stored. */
export const changedAmenities = (rows: readonly AmenityRow[], edits: AmenityEdits): AmenityEdits =>
  Object.fromEntries(
    Object.entries(edits).filter(([key, isPresent]) => hasAmenity(rows, {}, key) !== isPresent),
  )

/**
 * The whole list, as it is replaced as a whole. One that is taken away stays in it as absent, since a channel keeps what is
 * not named.
 */
export function amenitiesToSave(rows: readonly AmenityRow[], edits: AmenityEdits): AmenityRow[] {
  const known = new Set(rows.map(({ amenityKey }) => amenityKey))
  return [
    ...rows.map((row) => ({ ...row, isPresent: edits[row.amenityKey] ?? row.isPresent })),
    ...Object.entries(edits)
      .filter(([key, isPresent]) => isPresent && !known.has(key))
      .map(([amenityKey]) => ({ amenityKey, category: null, isPresent: true, instruction: null })),
  ]
}

/** A key in the form that every channel takes. */
export const amenityKeyOf = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
