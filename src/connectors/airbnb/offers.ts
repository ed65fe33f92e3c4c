/**
 * Sends special offers, and pre-approvals, which are offers at the current price. A new one replaces the one
 * before.
 */
import { demand, demandMade, fieldOf, orNull } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, daysBetween, utcInstant } from '../../connector-kit/dates.ts'
import { idText, meaningOf } from '../../connector-kit/readings.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  PreApprovals,
  ReadOffer,
  SpecialOffers,
  StandingOffer,
} from '../../connector-kit/write-operations.ts'
import { threadPath, threadQuery } from './threads.ts'
import { VendorOffer, VendorThread } from './vendor.ts'

const path = '/v2/special_offers'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

async function readOffer({ http }: VendorContext, id: string): Promise<VendorOffer | null> {
  const answer = await orNull(http.get(pathOf(id)))
  return answer === null ? null : demand(VendorOffer, fieldOf(answer, 'special_offer'), `offer ${id}`)
}

/** Only the offer itself has its expiry; without that its creation is still certain. */
async function createOffer(context: VendorContext, body: object): Promise<StandingOffer> {
  const id = fieldOf(await context.http.post(path, { body }).catch(tooLate), 'id')
  const externalId = demandMade(idText(typeof id === 'number' ? id : String(id ?? '')), 'special offer')
  const offer = await readOffer(context, externalId).catch(() => null)
  return { externalId, expiresAt: utcInstant(offer?.expires_at) }
}

export const preApprovals: PreApprovals = {
  blocksInstantBooking: true,
  async approve(context, { conversationExternalId, blockInstantBooking }) {
    const { expiresAt } = await createOffer(context, {
      type: 'preapproval',
      thread_id: conversationExternalId,
      ...(blockInstantBooking ? { block_instant_booking: true } : {}),
    })
    return { expiresAt }
  },
}

export const specialOffers: SpecialOffers = {
  price: 'total',

  send(context, { conversationExternalId, listingExternalId, checkIn, checkOut, guests, totalPrice }) {
    if (listingExternalId === null || checkIn === null || checkOut === null)
      throw new VendorError('rejected', 'An offer names its listing and its dates.')
    return createOffer(context, {
      type: 'special_offer',
      thread_id: conversationExternalId,
      listing_id: listingExternalId,
      start_date: checkIn,
      nights: daysBetween(checkIn, checkOut),
      adults: guests?.adults,
      children: guests?.children,
      total_price: Number(totalPrice),
    })
  },

  async standing(context, { conversationExternalId, since }) {
    const answer = await orNull(context.http.get(threadPath(conversationExternalId), { query: threadQuery }))
    if (answer === null) return null
    const { attachment } = demand(VendorThread, fieldOf(answer, 'thread'), 'the thread')
    if (attachment?.type !== 'SpecialOffer' || attachment.status !== 'pending') return null
    const externalId = idText(attachment.special_offer_id)
    if (externalId === null)
      throw new VendorError('malformed', 'An offer stands, and Airbnb does not tell which.')
    const offer = await readOffer(context, externalId)
    const madeAt = utcInstant(offer?.created_at)
    const isEarlier = madeAt !== null && compareInstants(madeAt, since.toISOString()) < 0
    if (offer === null || offer.type === 'preapproval' || isEarlier) return null
    return { externalId, expiresAt: utcInstant(offer.expires_at) }
  },

  async withdraw({ http }, { externalId }) {
    await http.put(pathOf(externalId), { body: { update_type: 'withdraw' } }).catch(tooLate)
  },

  async read(context, externalId) {
    const offer = await readOffer(context, externalId)
    if (offer === null) return null
    return { state: meaningOf(states, offer.status) ?? null, expiresAt: utcInstant(offer.expires_at) }
  },
}

/** A new offer replaces the one before, which the guest can no longer accept. */
const states: Record<string, ReadOffer['state']> = {
  pending: 'active',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  canceled: 'withdrawn',
  withdrawn: 'withdrawn',
  replaced: 'withdrawn',
}

/** An inquiry or offer that has moved on is refused in words that Airbnb does not publish. */
function tooLate(error: unknown): never {
  const isOver =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /no longer|not open|expired|pending/i.test(error.vendorMessage ?? '')
  throw isOver ? because(error, 'too_late') : error
}
