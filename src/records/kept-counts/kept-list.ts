/** A list whose counts are kept with its rows (`0009_counts.sql`), and what is asked of it. */
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** Tables whose rows say what they are counted as. */
type KeptTable = {
  [T in keyof Database]: Database[T] extends { listed_as: string[] | null } ? T : never
}[keyof Database]

export interface KeptList<Trait extends string = string> {
  table: Exclude<KeptTable, 'reservations'>
  /** As `traits_of` gives them. */
  traits: readonly Trait[]
  /** The columns that its order is made of. */
  orderedBy: readonly string[]
  /** What tells its rows apart in a workspace: their `id`, unless it is said. */
  key?: readonly string[]
}

/** One of several values, or what a query finds. */
export type TraitValues = readonly string[] | RawBuilder<string | null>

/** Which counts are meant. */
export interface KeptCountRequest<Trait extends string = string> {
  /** Absent: every row in one place. */
  place?: { countedBy: string; isMeant: RawBuilder<boolean>; belongs: RawBuilder<boolean> }
  traits: Partial<Record<Trait, TraitValues>>
  /** What else is true for the counts `c` that are meant. */
  also?: RawBuilder<boolean>
}

/** Which rows of those that match are the page. */
export interface ListCut {
  after: RawBuilder<boolean> | undefined
  orderBy: RawBuilder<unknown>
  limit: number
  offset: number
}
