/** Acts on inquiries at a vendor: how each is found again, and what is stored once it is done. */
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { StandingOffer } from '../../../connector-kit/write-operations.ts'
import { openWrite, type Write } from '../../../platform/outbox.ts'
import { closeAct, type ActKinds, type StoredAct } from '../../../upstream/acts/public.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { recordInquiryMove } from './find-inquiry.ts'
import type { InquiryState } from '../../../records/inquiries/state.ts'
import { insertOffer, replaceOffers, withdrawOffer } from '../../../records/inquiries/offer-queries.ts'
import type { NewOffer } from '../../../records/inquiries/offer-queries.ts'

interface InquiryExternalIds {
  inquiryExternalId: string
  conversationExternalId: string
}

export interface ApprovalAct {
  inquiryId: string
  inquiryExternalId: string
  from: InquiryState
}

export interface OfferAct extends InquiryExternalIds {
  /** Id under which the offer is stored once it is confirmed. */
  offerId: string
  offer: Omit<NewOffer, 'externalId' | 'expiresAt'>
  from: InquiryState
}

export interface WithdrawalAct extends InquiryExternalIds {
  offerId: string
  externalId: string
  inquiryId: string
}

/** Tolerance for the vendor's clock. */
const earlierMs = 5 * 60_000

/** null: the vendor does not show it as approved. A booked inquiry needs no approval any more. */
export async function findApproval(
  context: VendorContext,
  { operations }: Connector,
  { inquiryExternalId }: Pick<ApprovalAct, 'inquiryExternalId'>,
): Promise<{ expiresAt: string | null } | null> {
  const record = await operations.reservations?.one?.(context, inquiryExternalId)
  if (!record || record.kind === 'block') return null
  if (record.kind === 'reservation') return record.status === 'confirmed' ? { expiresAt: null } : null
  const settled = ['pre_approved', 'booked', ...(record.isOfferOrApproval ? ['special_offer_sent'] : [])]
  return settled.includes(record.status) ? { expiresAt: null } : null
}

export async function findOffer(
  context: VendorContext,
  { operations: { specialOffers } }: Connector,
  { inquiryExternalId, conversationExternalId }: InquiryExternalIds,
  since: Date,
): Promise<StandingOffer | null> {
  if (!specialOffers) throw new Error('the connector makes no offers')
  const from = new Date(since.getTime() - earlierMs)
  return specialOffers.standing(context, { inquiryExternalId, conversationExternalId, since: from })
}

/** {}: the offer no longer stands. */
export async function findWithdrawal(
  context: VendorContext,
  connector: Connector,
  kept: WithdrawalAct,
): Promise<object | null> {
  const standing = await findOffer(context, connector, kept, new Date(earlierMs))
  return standing?.externalId === kept.externalId ? null : {}
}

/** Answers the offer's id. */
export async function recordOffer(
  write: Write,
  { offerId, offer, from }: OfferAct,
  { externalId, expiresAt }: StandingOffer,
): Promise<string> {
  const { tx, scope, at } = write
  const id = await insertOffer(tx, scope, offerId, { ...offer, externalId, expiresAt }, at)
  await replaceOffers(tx, scope, { id, inquiryId: offer.inquiryId }, at)
  await recordInquiryMove(write, { id: offer.inquiryId, status: from, next: 'special_offer_sent' })
  return id
}

export async function recordWithdrawal(
  write: Write,
  { offerId, inquiryId }: Pick<WithdrawalAct, 'offerId' | 'inquiryId'>,
): Promise<void> {
  await withdrawOffer(write.tx, write.scope, offerId, write.at)
  await recordInquiryMove(write, { id: inquiryId, status: 'special_offer_sent', next: 'open' })
}

export const recordApproval = (write: Write, { inquiryId, from }: ApprovalAct): Promise<void> =>
  recordInquiryMove(write, { id: inquiryId, status: from, next: 'pre_approved' })

async function recordAndCloseAct(
  { services, scope }: Pick<ConnectionAccess, 'services' | 'scope'>,
  { key }: StoredAct,
  work: (write: Write) => Promise<unknown>,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await work(await openWrite(tx, scope, services.clock.now()))
    await closeAct(tx, scope, key)
  })
}

export const inquiryActs: Pick<ActKinds, 'pre_approve' | 'send_offer' | 'withdraw_offer'> = {
  pre_approve: {
    find: (context, connector, { request }) => findApproval(context, connector, request as ApprovalAct),
    record: (access, act) =>
      recordAndCloseAct(access, act, (write) => recordApproval(write, act.request as ApprovalAct)),
  },
  send_offer: {
    find: (context, connector, { request, asked_at: since }) =>
      findOffer(context, connector, request as OfferAct, since),
    record: (access, act) =>
      recordAndCloseAct(access, act, (write) =>
        recordOffer(write, act.request as OfferAct, act.result as StandingOffer),
      ),
  },
  withdraw_offer: {
    find: (context, connector, { request }) => findWithdrawal(context, connector, request as WithdrawalAct),
    record: (access, act) =>
      recordAndCloseAct(access, act, (write) => recordWithdrawal(write, act.request as WithdrawalAct)),
  },
}
