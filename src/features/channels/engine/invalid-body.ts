/** Errors of a request's own making, worded alike on all channels. Pure. */
import { ApiError } from '../../../platform/api-error.ts'

export const invalidField = (field: string, message: string, value?: unknown) =>
  new ApiError('invalid_body', message, { field, ...(value === undefined ? {} : { value_received: value }) })

/** Throws where the value is none of the choices. */
export function parseChoice<const C extends readonly string[]>(
  field: 'action' | 'type',
  value: string,
  choices: C,
): C[number] {
  const known = choices.find((name) => name === value)
  if (known !== undefined) return known
  throw new ApiError(`invalid_${field}`, `\`${field}\` is one of ${choices.join(', ')}.`, {
    field,
    value_received: value,
    valid_values: [...choices],
  })
}
