/** What the handwritten examples share. Their annotations prove the static types too. */
import type { Static, TSchema } from 'typebox'
import type { RecordAccount } from './shared.ts'

export const at = '2026-05-14T09:30:00.000Z'

export const account: RecordAccount = { provider: 'hostaway', externalAccountId: '64127', connectionId: '3' }

export const page = { nextCursor: null, hasMore: false, total: 1 }

/** A schema and values it accepts. */
export const entry = <S extends TSchema>(schema: S, ...samples: Static<S>[]) => ({
  schema: schema as TSchema,
  samples,
})

/** What the rules of the specification forbid, by a name for it. */
export type ForbiddenExamples = Record<string, { schema: TSchema; value: unknown }>
