/** Records an ended operation: its tokens and its event, in the caller's transaction. */
import type { AiOperationName } from '../../../contract/ai.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { eventOf } from '../../../records/events.ts'
import { toUtcDay, insertModelUse } from '../../tenancy/public.ts'
import type { ModelSubject } from './gather-subject.ts'
import type { TokenUsage } from './fault.ts'
import { isForgotten } from './queries.ts'

export interface EndedOperation {
  id: string
  /** The workspace whose quota counts, even for records of a child workspace. */
  countedFor: Scope
  type: AiOperationName | 'generate-content'
  subject: Pick<ModelSubject, 'about' | 'summary' | 'guestId'>
  used: TokenUsage
  startedAt: Date
  now: Date
}

async function storeTokenUse(tx: Queryable, ended: EndedOperation): Promise<void> {
  const { id, countedFor, type, used, startedAt, now } = ended
  await insertModelUse(tx, countedFor, {
    ...{ source: 'operation', id, day: toUtcDay(now), operation: type, ...used },
    ...{ latencyMs: now.getTime() - startedAt.getTime(), fallback: null, projectId: null, now },
  })
}

/** The event names its record, so forgetting the guest of a conversation or a review erases it. */
const aboutOf = ({ subject: { about } }: EndedOperation) => ({
  object: { type: about.type, id: about.id, revision: 0 },
  listingId: about.listingId,
})

/** Throws if the guest was forgotten meanwhile, so that the answer does not bring the guest back. */
async function assertRemembered(
  tx: Queryable,
  scope: Scope,
  { subject: { guestId } }: EndedOperation,
): Promise<void> {
  if (guestId === null || !(await isForgotten(tx, scope, guestId))) return
  throw new ApiError(
    'invalid_state',
    'The guest whom this is about was forgotten meanwhile.',
    {},
    { fix: 'Nothing is to be done: there is nobody to answer.' },
  )
}

export async function recordCompleted(
  tx: Queryable,
  scope: Scope,
  ended: EndedOperation,
  output: string,
): Promise<void> {
  await storeTokenUse(tx, ended)
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

export async function recordFailed(
  tx: Queryable,
  scope: Scope,
  ended: EndedOperation,
  { code, message }: ApiError,
): Promise<void> {
  await storeTokenUse(tx, ended)
  const write = await openWrite(tx, scope, ended.now)
  const { id: operationId, type } = ended
  await appendEvents(write, [
    eventOf('ai.operation.failed', {
      ...aboutOf(ended),
      data: { operationId, type, error: { code, message }, failedAt: write.at.toISOString() },
    }),
  ])
}
