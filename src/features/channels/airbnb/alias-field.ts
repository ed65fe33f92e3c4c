import { ApiError } from '../../../platform/api-error.ts'

/** The value of a field with two spellings. Throws where both are sent. */
export function resolveAlias<T>(
  [name, value]: [string, T | undefined],
  [alias, other]: [string, T | undefined],
): T | undefined {
  if (value !== undefined && other !== undefined)
    throw new ApiError('invalid_body', `\`${name}\` and \`${alias}\` mean the same: send one of them.`, {
      field: alias,
    })
  return value ?? other
}
