/** Every list of listings is counted by these traits (`0009_counts.sql`). */
import { sql, type RawBuilder } from 'kysely'
import type { KeptList } from '../kept-counts/kept-list.ts'
import { traitOf } from '../kept-counts/total-queries.ts'

const traits = ['activity', 'archived', 'lifecycle', 'account', 'connection', 'channels', 'hosts'] as const

export const keptListings: KeptList<(typeof traits)[number]> = {
  table: 'listings',
  traits,
  orderedBy: [],
}

/** The traits `channels` and `hosts` hold several names between commas. */
export const hasOneOf = (trait: 'channels' | 'hosts', names: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`string_to_array(${traitOf(keptListings, trait)}, ',') && ${[...names]}::text[]`
