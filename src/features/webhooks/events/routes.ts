import { Type } from 'typebox'
import { EventLog, eventKinds } from '../../../contract/events.ts'
import { apiVersions } from '../../../contract/webhook.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { JsonText, RouteReply } from '../../../http/route.ts'
import { recoveryState } from '../../../platform/recovery-state.ts'
import { AccountFilter, parseAccount } from '../../../http/params/account-filter.ts'
import { assertListingActive, assertRecordListingActive } from '../../../records/listings/active.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { renderEnvelope, typesForInactiveListings } from '../delivery/envelope.ts'
import { listKnownPatterns, findUnknownPattern } from '../rules.ts'
import { eventLogPage, type EventLogRow } from './queries.ts'

const defaultLimit = 100
const known = listKnownPatterns(eventKinds)
const apiVersion = apiVersions[apiVersions.length - 1] as string

const Query = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER - 1_000_000,
        description: 'Only events behind this sequence; 0, the beginning of the log, when left out.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: `Events in an answer; ${defaultLimit} when left out.`,
      }),
    ),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Only these kinds or families, separated by commas: `reservation.*,listing.updated`.',
      }),
    ),
    account: AccountFilter,
    listing_id: IdFilter('Only events about this listing.'),
    reservation_id: IdFilter('Only events about this stay, its messages and its alterations.'),
    conversation_id: IdFilter('Only events about messages and inquiries of this conversation.'),
  },
  { additionalProperties: false },
)

function patternsOf(type: string | undefined): string[] | undefined {
  const patterns = type?.split(',').map((part) => part.trim())
  const unknown = patterns && findUnknownPattern(patterns, known)
  if (!unknown) return patterns
  throw new ApiError('invalid_params', `\`type\` names no kind of event: \`${unknown.value}\`.`, {
    field: 'type',
    value_received: unknown.value,
    valid_values: known,
    ...(unknown.didYouMean ? { did_you_mean: unknown.didYouMean } : {}),
  })
}

/** A sequence beyond the log's end: the database was restored from a backup and numbers begin again. */
const aheadOfLog = (after: number, latest: number) =>
  new ApiError(
    'invalid_params',
    `\`after\` is ${after}, and the latest event of this log is ${latest}.`,
    { field: 'after', value_received: after },
    {
      fix: `Send the \`nextAfter\` of this log. If the server came back from a backup, go on from ${latest} and read your records anew.`,
    },
  )

const bodyOf = (workspaceId: string) => (row: EventLogRow) =>
  renderEnvelope(
    { ...row, workspaceId, isChild: row.is_child, purpose: null, createdAt: row.created_at },
    apiVersion,
  )

export const eventRoutes = [
  route({
    method: 'GET',
    url: '/v1/events',
    id: 'listEvents',
    family: 'events',
    ofListings: 'narrows',
    tag: 'Webhooks',
    summary: 'Read the event log',
    description:
      'The same events as webhooks get, by asking: oldest first, behind a sequence. Begin with the sequence you have, send each answer’s `nextAfter` as the next `after`, and ask again later when `hasMore` is false: nothing is passed over. An `after` that the log has not reached is refused.',
    query: Query,
    reply: EventLog,
    errors: ['listing_inactive'],
    handle: async ({ services, scope, query }) => {
      if (query.listing_id !== undefined) await assertListingActive(services.db, scope, query.listing_id)
      await assertRecordListingActive(services.db, scope, 'reservations', query.reservation_id)
      await assertRecordListingActive(services.db, scope, 'conversations', query.conversation_id)
      const { after = 0, limit = defaultLimit } = query
      const page = await eventLogPage(services.db, scope, {
        after,
        limit,
        patterns: patternsOf(query.type),
        account: parseAccount(query.account),
        listingId: query.listing_id,
        reservationId: query.reservation_id,
        conversationId: query.conversation_id,
        shownAnyway: typesForInactiveListings,
      })
      if (after > page.latest) throw aheadOfLog(after, page.latest)
      const rows = page.rows.slice(0, limit)
      const full = page.rows.length > limit
      const reached = full ? Number(rows.at(-1)?.sequence) : page.scannedTo
      const rest = {
        nextAfter: Math.max(after, reached),
        hasMore: full || reached < page.latest,
        log: { oldest: page.oldest, latest: page.latest },
      }
      const texts = rows.map(bodyOf(scope.workspaceId))
      const body = new JsonText(`{"data":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`)
      const { epoch } = recoveryState()
      return epoch === 1 ? body : new RouteReply(body, { headers: { 'event-epoch': String(epoch) } })
    },
  }),
]
