import type { VendorAnswer } from '../kit/definition.ts'
import { failure } from './failure.ts'

/** Bodies of writes are checked field by field; the description knows no further names. */
export type Sent = Record<string, unknown>

export const invalid = (message: string): VendorAnswer => failure(400, 'ValidationError', message)

export const isFields = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body, or what is wrong with it. Names that are not known are refused. */
export function readSent(body: unknown, names: readonly string[]): Sent | string {
  if (!isFields(body)) return 'The body must be an object.'
  const unknown = Object.keys(body).find((name) => !names.includes(name))
  return unknown === undefined ? body : `${unknown} is not known.`
}

export const dayOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '')
