/** Credentials as they were sent, in the shape the provider needs, or an error that names what is wrong. */
import type { Static, TSchema } from 'typebox'
import type { Connector } from '../../../connector-kit/connector.ts'
import { readCredentials } from '../../../connector-kit/credentials.ts'
import { ApiError } from '../../../platform/api-error.ts'

export function acceptCredentials(connector: Connector, given: Record<string, unknown>): Static<TSchema> {
  const read = readCredentials(connector, given)
  if (read.ok) return read.credentials
  const names = connector.manifest.credentials.map(({ key }) => key)
  const [missing] = read.missing
  const [unknown] = read.unknown
  const [wrong = 'credentials'] = read.invalid
  if (missing !== undefined) {
    throw new ApiError('invalid_body', `\`credentials.${missing}\` is missing.`, {
      field: `credentials.${missing}`,
    })
  }
  if (unknown !== undefined) {
    throw new ApiError('invalid_body', `\`credentials.${unknown}\` is no field of this provider.`, {
      field: `credentials.${unknown}`,
      valid_values: names,
    })
  }
  // The value is not repeated: it may be a secret that landed in the wrong field.
  const help = connector.manifest.credentials.find(({ key }) => key === wrong)?.help ?? ''
  throw new ApiError(
    'invalid_body',
    `\`credentials.${wrong}\` does not have the right form. ${help}`.trim(),
    {
      field: `credentials.${wrong}`,
    },
  )
}
