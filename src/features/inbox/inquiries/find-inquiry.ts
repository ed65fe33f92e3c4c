/** Finds the inquiry to answer and checks that it can be answered. */
import type { Connector } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { appendEvents, type Write } from '../../../platform/outbox.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { relayAccess, type RelayAccount } from '../../../upstream/acts/public.ts'
import type { Services } from '../../../services.ts'
import { insertHistory } from '../../../records/history-queries.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { vendorFailure } from '../../../upstream/errors.ts'
import { channelCodesOf } from '../../../upstream/failure-codes.ts'
import { inquiryThread, type InquiryThread } from './answer-queries.ts'
import { inquiryEvents } from '../../../records/inquiries/events.ts'
import { afterInquiry, type InquiryMove, type InquiryState } from '../../../records/inquiries/state.ts'
import { moveInquiry } from '../../../records/inquiries/move-inquiry-queries.ts'

/** Throws `not_found` or `listing_inactive`. */
export async function findInquiryThread(
  services: Services,
  scope: Scope,
  id: string,
): Promise<InquiryThread> {
  const row = await inquiryThread(services.db, scope, id, services.clock.now())
  if (!row) throw new ApiError('not_found', `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(services.db, scope, row.listing_id)
  return row
}

export const channelOf = (thread: InquiryThread): { channel?: string } => {
  const channel = thread.inquiry_channel ?? thread.platform
  return channel === null ? {} : { channel }
}

export function notSupportedError(thread: InquiryThread, what: string): ApiError {
  const { channel = 'no channel' } = channelOf(thread)
  const pms = thread.relay === null ? {} : { pms: thread.relay.provider }
  return new ApiError('channel_not_supported', `This conversation is on ${channel}, ${what}.`, {
    ...channelOf(thread),
    ...pms,
  })
}

function relayFor(thread: InquiryThread): RelayAccount {
  if (thread.relay !== null) return thread.relay
  throw notSupportedError(thread, 'and no PMS is connected that could answer inquiries there')
}

/** The connector that relays this conversation. Throws where none is connected. */
export function findRelayConnector(thread: InquiryThread, { connectors }: Services): Connector {
  const connector = connectors[relayFor(thread).provider]
  if (connector) return connector
  throw notSupportedError(thread, 'and no PMS is connected that could answer inquiries there')
}

export interface AnswerableInquiry {
  id: string
  externalId: string
  conversationExternalId: string
  channel: string
  listingId: string | null
  status: InquiryState
}

/** The conversation's inquiry in any state. Throws where there is none. */
export function findInquiry(thread: InquiryThread, move: InquiryMove): AnswerableInquiry {
  const { inquiry_id: id, inquiry_external_id: externalId, inquiry_status: status } = thread
  const conversationExternalId = thread.external_id
  const channel = thread.inquiry_channel ?? thread.platform
  if (
    id !== null &&
    externalId !== null &&
    conversationExternalId !== null &&
    status !== null &&
    channel !== null
  )
    return { id, externalId, conversationExternalId, channel, listingId: thread.inquiry_listing_id, status }
  if (thread.reservation_id !== null) throw alreadyBookedError(thread, move)
  if (thread.platform !== 'airbnb') throw notSupportedError(thread, 'and holds no inquiry')
  throw new ApiError(
    'airbnb_link_missing',
    `No inquiry is known yet in conversation ${thread.id}.`,
    channelOf(thread),
  )
}

const alreadyBookedError = (thread: InquiryThread, move: InquiryMove) =>
  new ApiError(
    move === 'pre_approve' ? 'conversation_already_booked' : 'inquiry_no_longer_open',
    `The guest of conversation ${thread.id} has booked.`,
    channelOf(thread),
  )

/** The conversation's inquiry; throws unless the move is possible now. */
export function findAnswerableInquiry(thread: InquiryThread, move: InquiryMove): AnswerableInquiry {
  const inquiry = findInquiry(thread, move)
  const { status } = inquiry
  if (thread.reservation_id !== null || status === 'booked') throw alreadyBookedError(thread, move)
  if (afterInquiry(status, move) !== undefined) return inquiry
  throw new ApiError(
    status === 'expired' ? 'inquiry_expired' : 'inquiry_no_longer_open',
    `The inquiry of conversation ${thread.id} is ${status}.`,
    channelOf(thread),
  )
}

/** Access for reading the outcome. */
export function readingAccessOf(
  services: Services,
  scope: Scope,
  thread: InquiryThread,
): Promise<ConnectionAccess> {
  return relayAccess(services, scope, relayFor(thread), null)
}

export function accessOf(services: Services, scope: Scope, thread: InquiryThread): Promise<ConnectionAccess> {
  return relayAccess(services, scope, relayFor(thread), 'messages')
}

/** For a definite refusal by the vendor. */
export function refusedAnswerError(error: VendorError, provider: string, thread: InquiryThread): ApiError {
  if (error.kind === 'not_found' || (error.kind === 'rejected' && error.reason === 'too_late')) {
    return new ApiError(
      'inquiry_no_longer_open',
      `${provider} says that the inquiry has moved on: ${error.vendorMessage ?? error.message}`,
      channelOf(thread),
      { cause: error },
    )
  }
  return vendorFailure(error, provider, 'inquiry')
}

export function unknownAnswerError(
  thread: InquiryThread,
  message: string,
  retryAfter: number | null,
  offerId?: string,
): ApiError {
  const rest =
    retryAfter === null
      ? 'there is no way to find out, so look there before you ask with a new key.'
      : 'it is looked for before it is asked for again.'
  const { provider } = relayFor(thread)
  return new ApiError(
    channelCodesOf(provider)?.failed ?? 'offer_action_failed',
    `${provider} did not say what became of the request (${message}); ${rest}`,
    {
      ...channelOf(thread),
      ...(retryAfter === null ? {} : { retry_after: retryAfter }),
      ...(offerId === undefined ? {} : { offer_id: offerId }),
    },
  )
}

/** Stores the inquiry's new state and its event, after the vendor changed it. */
export async function recordInquiryMove(
  write: Write,
  inquiry: { id: string; status: InquiryState; next: InquiryState },
): Promise<void> {
  const { tx, scope, at } = write
  const { id, status: from, next: to } = inquiry
  if (from === to) return
  const moved = await moveInquiry(tx, scope, id, { from, to, at })
  // A sync stored it first.
  if (!moved) return
  const previous = {
    status: from,
    ...(moved.respondedAt === null ? { respondedAt: null } : {}),
  }
  const { revision } = moved
  await insertHistory(tx, scope, [{ type: 'inquiry', id, revision, change: 'updated', previous }], {
    origin: 'api',
    runId: null,
    at,
  })
  await appendEvents(write, await inquiryEvents(write, [{ id, previous }]))
}
