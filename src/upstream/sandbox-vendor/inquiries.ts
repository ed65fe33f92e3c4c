/** Pre-approves a sandbox account's inquiries, answers them with offers and reads them back. */
import { randomUUID } from 'node:crypto'
import type { PreApprovals, SpecialOffers, StandingOffer } from '../../connector-kit/write-operations.ts'
import type { InquiryRecord } from '../../contract/records.ts'
import { accountIn, type SandboxAccount } from './account.ts'
import { tooLate, throwUnlessTold } from './failures.ts'
import { ownInquiry, insertOwnRecord, ownRecord } from './queries.ts'

const day = 24 * 3_600_000
const inADay = (now: Date) => new Date(now.getTime() + day).toISOString()

/** Adds the stored answers to the inquiry. */
export async function answered(account: SandboxAccount, inquiry: InquiryRecord): Promise<InquiryRecord> {
  const { externalId } = inquiry
  if (await standing(account, externalId)) return { ...inquiry, status: 'special_offer_sent' }
  const isApproved = (await ownRecord(account, 'approval', externalId)).has(externalId)
  return isApproved ? { ...inquiry, status: 'pre_approved' } : inquiry
}

/** Leaves out the guest, who stays unchanged. */
export async function inquiryOf(account: SandboxAccount, externalId: string): Promise<InquiryRecord | null> {
  const own = await ownInquiry(account, externalId)
  if (!own) return null
  const { sourceStatus, ...rest } = own
  return answered(account, { kind: 'inquiry', ...rest, sourceStatus: sourceStatus ?? own.status })
}

export const preApprovals: PreApprovals = {
  approve: (context, request) =>
    throwUnlessTold(request, async () => {
      const { inquiryExternalId: externalId } = request
      const expiresAt = inADay(context.now())
      await insertOwnRecord(accountIn(context), 'approval', [{ externalId, record: { expiresAt } }])
      return { expiresAt }
    }),
}

interface SandboxOffer extends StandingOffer {
  inquiryExternalId: string
  sentAt: string
  withdrawn: boolean
}

async function standing(
  account: SandboxAccount,
  inquiryExternalId: string,
): Promise<SandboxOffer | undefined> {
  const offers = [...(await ownRecord<SandboxOffer>(account, 'offer')).values()]
  return offers.find((offer) => offer.inquiryExternalId === inquiryExternalId && !offer.withdrawn)
}

export const specialOffers: SpecialOffers = {
  price: 'total',
  send: (context, draft) =>
    throwUnlessTold(draft, async () => {
      const now = context.now()
      const { inquiryExternalId } = draft
      const externalId = `sandbox-offer-${randomUUID()}`
      const expiresAt = inADay(now)
      const record: SandboxOffer = {
        externalId,
        expiresAt,
        inquiryExternalId,
        sentAt: now.toISOString(),
        withdrawn: false,
      }
      await insertOwnRecord(accountIn(context), 'offer', [{ externalId, record }])
      return { externalId, expiresAt }
    }),
  async standing(context, { inquiryExternalId, since }) {
    const offer = await standing(accountIn(context), inquiryExternalId)
    if (!offer || offer.sentAt < since.toISOString()) return null
    return { externalId: offer.externalId, expiresAt: offer.expiresAt }
  },
  async withdraw(context, { externalId }) {
    const account = accountIn(context)
    if (!(await ownRecord(account, 'offer', externalId)).has(externalId)) throw tooLate()
    await insertOwnRecord(account, 'offer', [{ externalId, record: { withdrawn: true } }])
  },
}
