/** A problem of a line with its position in the file. */
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

export interface LinePosition {
  /** Its index in the request. */
  index: number
  /** Its line in the file. */
  line: number
}

export function importProblem(
  { index, line }: LinePosition,
  {
    field,
    message,
    value,
    extra = {},
  }: { field: string; message: string; value?: unknown; extra?: ErrorExtras },
): ApiError {
  const place = `records[${index}]${field === '' ? '' : `.${field}`}`
  return new ApiError(
    'invalid_body',
    `Line ${line} of the file: ${message}`,
    { ...extra, field: place, index, ...(value === undefined ? {} : { value_received: value }) },
    {
      fix: `Correct \`${field === '' ? 'type' : field}\` in line ${line} and send these lines again: none of them was taken in.`,
    },
  )
}
