import { ApiError, type ErrorExtras } from '../../platform/api-error.ts'

/** Throws `unsupported_field` naming every one of these fields that was sent. */
export function refuseFields(
  body: object,
  fields: readonly string[],
  why: string,
  extra: ErrorExtras = {},
): void {
  const sent = fields.filter((field) => (body as Record<string, unknown>)[field] !== undefined)
  const [field] = sent
  if (field === undefined) return
  throw new ApiError(
    'unsupported_field',
    `${sent.map((name) => `\`${name}\``).join(', ')} cannot be sent here: ${why}`,
    {
      field,
      fields: sent,
      ...extra,
    },
  )
}
