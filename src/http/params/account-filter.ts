import { Type } from 'typebox'

/** The `account` filter of lists: `provider:externalAccountId`. */
export const AccountFilter = Type.Optional(
  Type.String({
    // PostgreSQL's text cannot hold the character NUL.
    pattern: '^[a-z0-9_-]+:[^\\u0000]+$',
    maxLength: 300,
    description: 'Only records of one connected account: `provider:externalAccountId`.',
    examples: ['hostaway:64127'],
  }),
)

export function parseAccount(
  value: string | undefined,
): { provider: string; externalAccountId: string } | undefined {
  if (value === undefined) return undefined
  const colon = value.indexOf(':')
  return { provider: value.slice(0, colon), externalAccountId: value.slice(colon + 1) }
}
