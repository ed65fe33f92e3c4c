/** Limits a body's size and nesting, and refuses larger ones. */
import { ApiError } from '../platform/api-error.ts'
import { JsonTooMuch, type JsonShape } from '../platform/json-meter.ts'

/** `kv` stores values of a hundred levels inside of a body's own levels. */
export const usualShape: JsonShape = { values: 50_000, depth: 110, nameBytes: 1_024 }

const counted = (count: number) => count.toLocaleString('en')
const nothingDone = 'nothing of it was parsed, and nothing was done.'

const refusals: Record<keyof JsonShape, (limit: number) => ApiError> = {
  depth: (limit) =>
    new ApiError(
      'invalid_body',
      `The body has more than ${limit} lists and objects inside each other; ${nothingDone}`,
      { field: 'body' },
      { fix: `Send a body of at most ${limit} levels.` },
    ),
  nameBytes: (limit) =>
    new ApiError(
      'invalid_body',
      `The body has a field whose name is longer than ${counted(limit)} bytes; ${nothingDone}`,
      { field: 'body' },
      { fix: `Send names of at most ${counted(limit)} bytes.` },
    ),
  values: (limit) =>
    new ApiError(
      'payload_too_large',
      `The body has more than ${counted(limit)} members and entries, all its lists and objects together; ${nothingDone}`,
      { limit },
      { fix: `Send at most ${counted(limit)} values at a time: split the work over several requests.` },
    ),
}

export const refusalOf = (error: unknown, shape: JsonShape): unknown =>
  error instanceof JsonTooMuch ? refusals[error.limit](shape[error.limit]) : error
