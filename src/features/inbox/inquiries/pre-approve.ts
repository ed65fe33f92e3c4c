/** Pre-approves the guest of an inquiry. */
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { PreApprovals } from '../../../connector-kit/write-operations.ts'
import type { PreApprovalBody, PreApproved } from '../../../contract/offer-write.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { toPmsField } from '../../../records/relay.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { actKeyFor } from '../../../upstream/acts/key.ts'
import { unsupported } from '../../../upstream/errors.ts'
import { actOnce, closeAct } from '../../../upstream/acts/public.ts'
import type { RouteWriteContext } from '../../route.ts'
import { findApproval, recordApproval, type ApprovalAct } from './inquiry-acts.ts'
import {
  accessOf,
  findInquiry,
  findRelayConnector,
  findAnswerableInquiry,
  refusedAnswerError,
  findInquiryThread,
  unknownAnswerError,
} from './find-inquiry.ts'

/** The connector's operation. Throws where its vendor has none, or not with this wish. */
function findPreApprovals(
  { manifest: { id: provider, byHand }, operations: { preApprovals } }: Connector,
  { blockInstantBooking }: { blockInstantBooking: boolean },
): PreApprovals {
  if (byHand?.preApprovals !== undefined)
    throw new ApiError('channel_not_supported', byHand.preApprovals, { channel: provider })
  if (!preApprovals) throw unsupported(provider, 'pre-approve inquiries')
  if (blockInstantBooking && !preApprovals.blocksInstantBooking)
    throw unsupported(provider, 'keep others from booking at once', ['blockInstantBooking'])
  return preApprovals
}

export async function preApprove(
  context: RouteWriteContext,
  id: string,
  body: PreApprovalBody,
  dryRun: boolean,
): Promise<PreApproved> {
  const { services, scope } = context
  const thread = await findInquiryThread(services, scope, id)
  const connector = findRelayConnector(thread, services)
  const provider = connector.manifest.id
  const blockInstantBooking = body.blockInstantBooking === true
  const preApprovals = findPreApprovals(connector, { blockInstantBooking })
  const access = await accessOf(services, scope, thread)
  const reply = (channel: string, expiresAt: string | null): PreApproved => ({
    conversationId: id,
    channel,
    status: 'pre_approved',
    blockInstantBooking,
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
    message: body.message ?? null,
    ...toPmsField({ provider }),
  })
  const channel = thread.inquiry_channel ?? thread.platform ?? provider
  if (dryRun) return { ...reply(findAnswerableInquiry(thread, 'pre_approve').channel, null), dryRun: true }
  // Without a key no earlier request can have done it.
  if (context.idempotencyKey === undefined) findAnswerableInquiry(thread, 'pre_approve')
  const key = actKeyFor(context.idempotencyKey)
  const asked = findInquiry(thread, 'pre_approve')
  const kept: ApprovalAct = {
    inquiryId: asked.id,
    inquiryExternalId: asked.externalId,
    from: asked.status,
  }
  const done = await actOnce<{ expiresAt: string | null }>(access, key, {
    kind: 'pre_approve',
    request: [id, body.message ?? null, ...(blockInstantBooking ? ['blockInstantBooking'] : [])],
    kept,
    async send(vendor) {
      const inquiry = findAnswerableInquiry(await findInquiryThread(services, scope, id), 'pre_approve')
      return preApprovals.approve(vendor, {
        inquiryExternalId: inquiry.externalId,
        conversationExternalId: inquiry.conversationExternalId,
        ...(body.message === undefined ? {} : { message: body.message }),
        ...(blockInstantBooking ? { blockInstantBooking } : {}),
      })
    },
    ...(connector.operations.reservations?.one
      ? { find: (vendor: VendorContext, used: Connector) => findApproval(vendor, used, kept) }
      : {}),
    refused: (error) => refusedAnswerError(error, provider, thread),
    unknown: (message, retryAfter) => unknownAnswerError(thread, message, retryAfter),
  })
  return writeOnce(context, async (tx) => {
    const write = await openWrite(tx, scope, services.clock.now())
    await recordApproval(write, kept)
    await closeAct(tx, scope, key)
    return reply(channel, done.expiresAt)
  })
}
