/** A request with everything that followed from it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestStory } from '../../../contract/request-story.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { timeOfUuid } from '../../../platform/time-uuid.ts'
import type { Services } from '../../../services.ts'
import { toRequestLogRow } from './map.ts'
import {
  storyDeliveries,
  storyEvents,
  linesWithRequestId,
  storyById,
  storyByRequestId,
  type StoryDeliveryRow,
  type StoryEventRow,
  type RequestStoryRow,
} from './story-queries.ts'
import { toShownTrace } from './trace.ts'

const mostOthers = 20
const open: readonly StoryDeliveryRow['state'][] = ['pending', 'sending']

const toDelivery = (row: StoryDeliveryRow): RequestStory['events'][number]['deliveries'][number] => ({
  webhookId: row.webhook_id,
  state: row.state,
  nextAttemptAt: open.includes(row.state) ? row.next_attempt_at.toISOString() : null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  attempts: row.attempts.map((attempt) => ({
    id: attempt.id,
    number: attempt.number,
    outcome: attempt.outcome,
    statusCode: attempt.status_code,
    responseTimeMs: attempt.response_time_ms,
    errorMessage: attempt.error,
    createdAt: new Date(attempt.started_at).toISOString(),
  })),
})

function toEvent(
  row: StoryEventRow,
  deliveries: readonly StoryDeliveryRow[],
): RequestStory['events'][number] {
  const sequence = Number(row.sequence)
  return {
    id: row.id,
    type: row.type,
    sequence: sequence > 0 ? sequence : null,
    objectType: row.object_type,
    objectId: row.object_id,
    createdAt: row.created_at.toISOString(),
    deliveries: deliveries
      .filter(({ event_sequence: of }) => of === row.sequence)
      .map((delivery) => toDelivery(delivery)),
  }
}

async function eventsMade(db: Queryable, scope: Scope, { events }: RequestStoryRow) {
  if (!events || events.length === 0) return []
  const rows = await storyEvents(db, scope, events)
  const deliveries = await storyDeliveries(
    db,
    scope,
    rows.map(({ sequence }) => sequence),
  )
  return rows.map((row) => toEvent(row, deliveries))
}

/** A session is shown as its member. */
const keyOf = ({ key_id: id, key_name: name, key_prefix: prefix, member_id: memberId }: RequestStoryRow) =>
  id === null || prefix === null || memberId !== null ? null : { id, name, prefix }

const memberOf = ({ member_id: id, member_name: name, member_email: email }: RequestStoryRow) =>
  id === null ? null : { id, name: name ?? email }

/** Finds a request by its line's id, or else the newest one with the caller's id. */
async function findRequestStory(db: Queryable, scope: Scope, asked: string): Promise<RequestStory | null> {
  const at = timeOfUuid(asked)
  const own = at === null ? undefined : await storyById(db, scope, { id: asked, at })
  const row = own ?? (await storyByRequestId(db, scope, asked))
  if (!row) return null
  return {
    ...toRequestLogRow(row),
    route: row.route,
    workspaceId: row.workspace_id,
    key: keyOf(row),
    member: memberOf(row),
    ...toShownTrace(row.trace),
    events: await eventsMade(db, scope, row),
    sameRequestId: await linesWithRequestId(db, scope, row, mostOthers),
  }
}

/** Another process writes its lines within this time. */
const othersWithinMs = 1_250
const againMs = 250

/** Waits only for ids that are not found, so that a caller can ask right after its answer. */
export async function awaitRequestStory(
  { db, writtenLater }: Pick<Services, 'db' | 'writtenLater'>,
  scope: Scope,
  asked: string,
): Promise<RequestStory | null> {
  for (let waited = 0; ; waited += againMs) {
    await writtenLater.now('log of requests')
    const story = await findRequestStory(db, scope, asked)
    if (story || waited >= othersWithinMs) return story
    await pause(againMs)
  }
}
