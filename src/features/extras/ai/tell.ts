/** Writing down how an operation ended: its tokens and its event, in one transaction with what else it does. */
import type { AiOperationName } from '../../../contract/ai.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { eventOf } from '../../../records/events.ts'
import { dayOf } from '../../tenancy/public.ts'
import type { Subject } from './gather.ts'
import type { Used } from './model.ts'
import { isForgotten } from './queries.ts'
import { insertUse } from './usage-queries.ts'

export interface Ended {
  id: string
  /** Whose key asked: quotas are counted there, also of what is about a workspace that it made. */
  countedFor: Scope
  type: AiOperationName | 'generate-content'
  subject: Pick<Subject, 'about' | 'summary' | 'guestId'>
  used: Used
  startedAt: Date
  now: Date
}

async function countTokens(tx: Queryable, ended: Ended): Promise<void> {
  const { id, countedFor, type, used, startedAt, now } = ended
  await insertUse(tx, countedFor, {
    ...{ source: 'operation', id, day: dayOf(now), operation: type, ...used },
    ...{ latencyMs: now.getTime() - startedAt.getTime(), fallback: null, projectId: null, now },
  })
}

/** By the record it is about, so that it goes with the guest of a conversation or a review who is forgotten. */
const aboutOf = ({ subject: { about } }: Ended) => ({
  object: { type: about.type, id: about.id, revision: 0 },
  listingId: about.listingId,
})

/** Who was forgotten while the model thought is not brought back by what it says. */
async function assertRemembered(tx: Queryable, scope: Scope, { subject: { guestId } }: Ended): Promise<void> {
  if (guestId === null || !(await isForgotten(tx, scope, guestId))) return
  throw new ApiError(
    'invalid_state',
    'The guest whom this is about was forgotten meanwhile.',
    {},
    { fix: 'Nothing is to be done: there is nobody to answer.' },
  )
}

export async function tellCompleted(
  tx: Queryable,
  scope: Scope,
  ended: Ended,
  output: string,
): Promise<void> {
  await countTokens(tx, ended)
  const write = await openWrite(tx, scope, ended.now)
  await assertRemembered(tx, scope, ended)
  const { id: operationId, type, subject, used } = ended
  await appendEvents(write, [
    eventOf('ai.operation.completed', {
      ...aboutOf(ended),
      data: {
        ...{ operationId, type, inputSummary: subject.summary, output },
        tokensUsed: used.tokensIn + used.tokensOut,
        completedAt: write.at.toISOString(),
      },
    }),
  ])
}

export async function tellFailed(
  tx: Queryable,
  scope: Scope,
  ended: Ended,
  { code, message }: ApiError,
): Promise<void> {
  await countTokens(tx, ended)
  const write = await openWrite(tx, scope, ended.now)
  const { id: operationId, type } = ended
  await appendEvents(write, [
    eventOf('ai.operation.failed', {
      ...aboutOf(ended),
      data: { operationId, type, error: { code, message }, failedAt: write.at.toISOString() },
    }),
  ])
}
