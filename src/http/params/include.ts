import { Type } from 'typebox'
import { ApiError } from '../../platform/api-error.ts'

/** An `include` parameter: a comma-separated choice of expansions. */
export function includeParameter(values: readonly string[]) {
  return Type.Optional(
    Type.String({ description: `Comma-separated: ${values.map((value) => `\`${value}\``).join(', ')}.` }),
  )
}

export function parseInclude(value: string | undefined, allowed: readonly string[]): string[] {
  const asked = (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const unknown = asked.find((part) => !allowed.includes(part))
  if (unknown !== undefined) {
    throw new ApiError(
      'invalid_params',
      `\`include\` knows ${allowed.join(', ')}, not \`${unknown.slice(0, 60)}\`.`,
      {
        field: 'include',
        value_received: unknown.slice(0, 200),
        valid_values: [...allowed],
      },
    )
  }
  return asked
}
