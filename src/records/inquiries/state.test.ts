/** Random commands run against inquiries and offers beside a model that knows only what a host expects. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  afterInquiry,
  afterOffer,
  inquiryMoves,
  offerMoves,
  shownOffer,
  type InquiryMove,
  type InquiryState,
  type OfferState,
} from './state.ts'

const commands = [
  'pre_approve',
  'send_offer',
  'withdraw_offer',
  'withdraw_pre_approval',
  'book',
  'decline',
  'lapse',
  'close',
  'a_day_passes',
] as const
type Command = (typeof commands)[number]

const dayMs = 86_400_000
const channelMoves = new Set<Command>(['book', 'decline', 'lapse', 'close'])

/** A host expects one question, at most one standing offer, and one end. */
interface Model {
  end: 'booked' | 'declined' | 'expired' | 'not_possible' | null
  isApproved: boolean
  /** How many days ago the standing offer was made. */
  offerAge: number | null
}
const endOf = {
  book: 'booked',
  decline: 'declined',
  lapse: 'expired',
  close: 'not_possible',
} as const

function expected(model: Model): InquiryState {
  if (model.end !== null) return model.end
  if (model.offerAge !== null) return 'special_offer_sent'
  return model.isApproved ? 'pre_approved' : 'open'
}

class Real {
  inquiry: InquiryState = 'open'
  offers: { status: OfferState; expiresAt: Date }[] = []
  now = new Date('2026-06-15T12:00:00Z')

  shown(place: number): OfferState {
    const offer = this.offers[place]
    assert.ok(offer)
    return shownOffer(offer.status, this.inquiry, { expiresAt: offer.expiresAt, now: this.now })
  }

  /** Returns whether the command was possible. */
  do(command: Command): boolean {
    if (command === 'a_day_passes') {
      this.now = new Date(this.now.getTime() + dayMs)
      return true
    }
    if (command === 'withdraw_offer') return this.withdrawOffer()
    const move: InquiryMove = command === 'withdraw_pre_approval' ? 'withdraw' : command
    if (command === 'withdraw_pre_approval' && this.inquiry !== 'pre_approved') return false
    const next = afterInquiry(this.inquiry, move)
    if (next === undefined) return false
    this.inquiry = next
    if (command === 'send_offer')
      this.offers.push({ status: 'active', expiresAt: new Date(this.now.getTime() + dayMs) })
    return true
  }

  private withdrawOffer(): boolean {
    const place = this.offers.length - 1
    const offer = this.offers[place]
    const next = offer && afterOffer(this.shown(place), 'withdraw')
    if (!offer || next === undefined) return false
    offer.status = next
    if (this.inquiry === 'special_offer_sent')
      this.inquiry = afterInquiry(this.inquiry, 'withdraw') ?? this.inquiry
    return true
  }
}

/** Returns whether the host could do it, and updates the model. */
function step(model: Model, command: Command): boolean {
  if (command === 'a_day_passes') {
    if (model.offerAge !== null) model.offerAge += 1
    return true
  }
  if (model.end !== null) return false
  if (channelMoves.has(command)) {
    model.end = endOf[command as keyof typeof endOf]
    return true
  }
  if (command === 'pre_approve') {
    if (model.isApproved || model.offerAge !== null) return false
    model.isApproved = true
    return true
  }
  if (command === 'withdraw_pre_approval') {
    if (!model.isApproved || model.offerAge !== null) return false
    model.isApproved = false
    return true
  }
  if (command === 'send_offer') {
    // An offer replaces a pre-approval.
    model.offerAge = 0
    model.isApproved = false
    return true
  }
  if (model.offerAge === null || model.offerAge >= 1) return false
  model.offerAge = null
  return true
}

describe('inquiries and offers', () => {
  it('go the way of the model, whatever is tried', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 40 }), (tried) => {
        const real = new Real()
        const model: Model = { end: null, isApproved: false, offerAge: null }
        for (const command of tried) {
          const before = { inquiry: real.inquiry, offers: structuredClone(real.offers) }
          const [done, could] = [real.do(command), step(model, command)]
          assert.equal(done, could, `${command} while ${before.inquiry}`)
          if (!done) assert.deepEqual({ inquiry: real.inquiry, offers: real.offers }, before)
          assert.equal(real.inquiry, expected(model))
          for (const place of real.offers.keys()) {
            const shown = real.shown(place)
            if (real.inquiry === 'booked') assert.ok(shown === 'accepted' || shown === 'withdrawn')
            if (model.end !== null) assert.notEqual(shown, 'active')
          }
          const standing = real.offers.length - 1
          if (model.end === null && model.offerAge !== null)
            assert.equal(real.shown(standing), model.offerAge >= 1 ? 'expired' : 'active')
        }
      }),
    )
  })

  it('that ended stay as they are', () => {
    for (const end of ['booked', 'expired', 'declined', 'not_possible'] as const)
      assert.deepEqual(inquiryMoves[end], {})
    for (const end of ['accepted', 'declined', 'expired', 'withdrawn'] as const)
      assert.deepEqual(offerMoves[end], {})
  })
})
