/** Taking answers apart: they may be anything, and what is not there is an error or nothing, never a guess. */
import type { Static, TSchema } from 'typebox'
import type { VendorSignals } from './answer.ts'
import { fitRow } from './tolerance/fit-row.ts'
import { noteUnreadOf, type UnreadField } from './tolerance/unread-fields.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

export type JsonFields = Record<string, unknown>

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of something that may be anything. */
export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined)

/** A list that stands under its name in the answer. */
export function listIn(json: unknown, name: string): unknown[] {
  const rows = fieldOf(json, name)
  if (Array.isArray(rows)) return rows
  throw new VendorError('malformed', `a list was expected in ${name}`)
}

export function numberIn(json: unknown, name: string): number | null {
  const number = fieldOf(json, name)
  return typeof number === 'number' ? number : null
}

/** The first of these fields that holds words for a person. */
export const wordsIn =
  (...names: string[]): NonNullable<VendorSignals['messageOf']> =>
  (json) =>
    names.map((name) => fieldOf(json, name)).find((text) => typeof text === 'string') ?? null

/** What of some rows can be read, each without the fields that cannot. */
export function readable<S extends TSchema>(schema: S, rows: readonly unknown[]): Static<S>[] {
  return rows.flatMap((row) => {
    const fitted = fitRow(schema, row)
    return 'problem' in fitted ? [] : [withNotes(fitted)]
  })
}

function withNotes<Row>({ row, unread }: { row: Row; unread: readonly UnreadField[] }): Row {
  if (typeof row === 'object' && row !== null) noteUnreadOf(row, unread)
  return row
}

/** For answers that are right as a whole or not at all. */
export function demand<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  const fitted = fitRow(schema, value)
  if ('problem' in fitted) throw new VendorError('malformed', `${what}: ${fitted.problem}`)
  return withNotes(fitted)
}

/** It was made: an answer that does not say which one is no refusal. */
export function demandMade(id: string | null | undefined, what = 'booking'): string {
  if (id !== null && id !== undefined) return id
  throw new VendorError('malformed', `a ${what} was made and its id not told`)
}

const nullFor = async <T>(
  answer: Promise<T>,
  isMissing: (error: VendorError) => boolean,
): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof VendorError && isMissing(error)) return null
    throw error
  })

const refused: readonly VendorErrorKind[] = ['not_found', 'rejected']

/** null instead of an error for what the vendor no longer has. */
export const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => kind === 'not_found')

/** null instead of an error for what the vendor no longer has, or refuses to read. */
export const orRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => refused.includes(kind))

/** null instead of an error for a part of the API that this account has not paid for or signed for. */
export const orLocked = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ status }) => status === 403)

/** null instead of a refusal with these words of the vendor. */
export const orUnset = <T>(answer: Promise<T>, words: string): Promise<T | null> =>
  nullFor(answer, ({ vendorMessage }) => vendorMessage?.startsWith(words) === true)
