/** Describes a list whose counts are kept with its rows (`0009_counts.sql`), and requests for counts. */
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** Tables with a `listed_as` column, which says what a row is counted as. */
type KeptTable = {
  [T in keyof Database]: Database[T] extends { listed_as: string[] | null } ? T : never
}[keyof Database]

export interface KeptList<Trait extends string = string> {
  table: Exclude<KeptTable, 'reservations'>
  /** In the order of the SQL function `traits_of`. */
  traits: readonly Trait[]
  /** The columns that order the list. */
  orderedBy: readonly string[]
  /** The columns that identify a row in a workspace; `id` unless given. */
  key?: readonly string[]
}

/** Several values of which one must match, or a query that finds the value. */
export type TraitValues = readonly string[] | RawBuilder<string | null>

/** Selects which counts to add up. */
export interface KeptCountRequest<Trait extends string = string> {
  /** If absent, counts of every place are added. */
  place?: { countedBy: string; isMeant: RawBuilder<boolean>; belongs: RawBuilder<boolean> }
  traits: Partial<Record<Trait, TraitValues>>
  /** A further condition on the counts `c`. */
  also?: RawBuilder<boolean>
}

/** Selects the page among the rows that match. */
export interface ListCut {
  after: RawBuilder<boolean> | undefined
  orderBy: RawBuilder<unknown>
  limit: number
  offset: number
}
