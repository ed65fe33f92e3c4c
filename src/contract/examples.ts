/** Handwritten examples share these. Their annotations prove the static types too. */
import type { Static, TSchema } from 'typebox'
import type { RecordAccount } from './shared.ts'

export const at = '2026-05-14T09:30:00.000Z'

export const account: RecordAccount = { provider: 'hostaway', externalAccountId: '64127', connectionId: '3' }

export const page = { nextCursor: null, hasMore: false, total: 1 }

/** Pairs a schema with values it accepts. */
export const entry = <S extends TSchema>(schema: S, ...samples: Static<S>[]) => ({
  schema: schema as TSchema,
  samples,
})

/** The specification forbids these values; each has a name. */
export type ForbiddenExamples = Record<string, { schema: TSchema; value: unknown }>
