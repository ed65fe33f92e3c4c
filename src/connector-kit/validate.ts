import type { Static, TSchema } from 'typebox'
// `typebox/compile` makes the same checks, but loads 150 more files.
import { Compile } from 'typebox/schema'
import {
  CalendarDayRecord,
  ConversationRecord,
  LinkedListingRecord,
  ListingRecord,
  MessageRecord,
  ReviewRecord,
  StayRecord,
  UnitRecord,
} from '../contract/records.ts'
import { once } from '../platform/once.ts'

const schemas = {
  listing: ListingRecord,
  linkedListing: LinkedListingRecord,
  unit: UnitRecord,
  calendarDay: CalendarDayRecord,
  stay: StayRecord,
  conversation: ConversationRecord,
  message: MessageRecord,
  review: ReviewRecord,
}

export type RecordKind = keyof typeof schemas
export type RecordOf = { [K in RecordKind]: Static<(typeof schemas)[K]> }

/** `problem` is null for a value that fits. */
export interface ShapeCheck<T> {
  fits(value: unknown): value is T
  problem(value: unknown): string | null
}

const checks = new WeakMap<TSchema, ShapeCheck<unknown>>()

/** Each schema has one check, compiled when it is first used. */
export function compileCheck<S extends TSchema>(schema: S): ShapeCheck<Static<S>> {
  const check = checks.get(schema) ?? newCheck(schema)
  checks.set(schema, check)
  return check as ShapeCheck<Static<S>>
}

function newCheck<S extends TSchema>(schema: S): ShapeCheck<Static<S>> {
  const compiled = once(() => Compile(schema))
  const fits = (value: unknown): value is Static<S> => compiled().Check(value)
  return {
    fits,
    problem: (value) => {
      if (fits(value)) return null
      const [first] = compiled().Errors(value)[1]
      return first === undefined ? 'does not fit' : `${first.instancePath || '/'}: ${first.message}`
    },
  }
}

export const recordChecks = Object.fromEntries(
  Object.entries(schemas).map(([kind, schema]) => [kind, compileCheck<TSchema>(schema)]),
) as Record<RecordKind, ShapeCheck<unknown>>
