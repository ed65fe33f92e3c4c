/** Takes answers apart. They may hold anything, so a missing part is an error or null, never a guess. */
import type { Static, TSchema } from 'typebox'
import type { VendorSignals } from './answer.ts'
import { fitRow } from './tolerance/fit-row.ts'
import { noteUnreadOf, type UnreadField } from './tolerance/unread-fields.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

export type JsonFields = Record<string, unknown>

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a field of an unknown value. */
export const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined)

/** Reads a list that the answer has under this name. */
export function listIn(json: unknown, name: string): unknown[] {
  const rows = fieldOf(json, name)
  if (Array.isArray(rows)) return rows
  throw new VendorError('malformed', `a list was expected in ${name}`)
}

export function numberIn(json: unknown, name: string): number | null {
  const number = fieldOf(json, name)
  return typeof number === 'number' ? number : null
}

/** Finds the first of these fields that holds a message for people. */
export const wordsIn =
  (...names: string[]): NonNullable<VendorSignals['messageOf']> =>
  (json) =>
    names.map((name) => fieldOf(json, name)).find((text) => typeof text === 'string') ?? null

/** Keeps the readable rows, each without its unreadable fields. */
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

/** Requires an answer to fit as a whole; throws `malformed` otherwise. */
export function demand<S extends TSchema>(schema: S, value: unknown, subject: string): Static<S> {
  const fitted = fitRow(schema, value)
  if ('problem' in fitted) throw new VendorError('malformed', `${subject}: ${fitted.problem}`)
  return withNotes(fitted)
}

/** Throws `malformed` without an id: the record was made, so this is no refusal. */
export function demandMade(id: string | null | undefined, kind = 'booking'): string {
  if (id !== null && id !== undefined) return id
  throw new VendorError('malformed', `a ${kind} was made and its id not told`)
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

/** Returns null instead of an error for what no longer exists at the vendor. */
export const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => kind === 'not_found')

/** Returns null instead of an error for what does not exist or must not be read. */
export const orRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => refused.includes(kind))

/** Returns null instead of an error for an API part that this account has not paid or signed up for. */
export const orLocked = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ status }) => status === 403)

/** Returns null instead of a refusal with these vendor words. */
export const orUnset = <T>(answer: Promise<T>, words: string): Promise<T | null> =>
  nullFor(answer, ({ vendorMessage }) => vendorMessage?.startsWith(words) === true)
