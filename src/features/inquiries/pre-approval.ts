/** Letting the guest of an inquiry book. */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import type { PreApprovalBody, PreApproved } from '../../contract/offer-write.ts'
import { writeOnce } from '../../http/write-once.ts'
import { openWrite } from '../../platform/outbox.ts'
import { unsupported } from '../bookings/public.ts'
import { actOnce } from '../relay/public.ts'
import type { Writing } from '../services.ts'
import {
  accessOf,
  connectorOf,
  inquiryFor,
  recordMove,
  refusedAnswer,
  threadOf,
  unknownAnswer,
} from './asked.ts'
import type { InquiryState } from './state.ts'

interface Approved {
  expiresAt: string | null
  /** Moved on from this. */
  from?: InquiryState
}

export async function preApprove(
  context: Writing,
  id: string,
  body: PreApprovalBody,
  dryRun: boolean,
): Promise<PreApproved> {
  const { services, scope } = context
  const thread = await threadOf(services, scope, id)
  const connector = connectorOf(thread, services)
  const provider = connector.manifest.id
  const { preApprovals } = connector.operations
  if (!preApprovals) throw unsupported(provider, 'pre-approve inquiries')
  if (body.blockInstantBooking === true)
    throw unsupported(provider, 'keep others from booking at once', ['blockInstantBooking'])
  const access = await accessOf(services, scope, thread)
  const reply = (channel: string, expiresAt: string | null): PreApproved => ({
    conversationId: id,
    channel,
    status: 'pre_approved',
    blockInstantBooking: false,
    expiresAt,
    message: body.message ?? null,
    pms: { provider },
  })
  const channel = thread.inquiry_channel ?? thread.platform ?? provider
  if (dryRun) return { ...reply(inquiryFor(thread, 'pre_approve').channel, null), dryRun: true }
  // Without a key there is nothing that could have been done before.
  if (context.idempotencyKey === undefined) inquiryFor(thread, 'pre_approve')
  const externalId = thread.inquiry_external_id
  const done = await actOnce<Approved>(access, context.idempotencyKey, {
    kind: 'pre_approve',
    request: [id, body.message ?? null],
    async send(vendor) {
      const inquiry = inquiryFor(await threadOf(services, scope, id), 'pre_approve')
      const { expiresAt } = await preApprovals.approve(vendor, {
        inquiryExternalId: inquiry.externalId,
        conversationExternalId: inquiry.conversationExternalId,
        ...(body.message === undefined ? {} : { message: body.message }),
      })
      return { expiresAt, from: inquiry.status }
    },
    ...(connector.operations.reservations?.one && externalId !== null
      ? { find: (vendor: VendorContext, used: Connector) => approvedThere(vendor, used, externalId) }
      : {}),
    refused: (error) => refusedAnswer(error, provider, thread),
    unknown: (message, retryAfter) => unknownAnswer(thread, message, retryAfter),
  })
  return writeOnce(context, async (tx) => {
    const write = await openWrite(tx, scope, services.clock.now())
    if (thread.inquiry_id !== null)
      await recordMove(write, { id: thread.inquiry_id, status: done.from ?? 'open', next: 'pre_approved' })
    return reply(channel, done.expiresAt)
  })
}

/** null: the inquiry reads there as not approved. */
async function approvedThere(
  context: VendorContext,
  { operations }: Connector,
  externalId: string,
): Promise<Approved | null> {
  const record = await operations.reservations?.one?.(context, externalId)
  return record?.kind === 'inquiry' && record.status === 'pre_approved' ? { expiresAt: null } : null
}
