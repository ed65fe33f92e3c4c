import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { findBooked } from '../../connector-kit/find-booked.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { guesty } from './index.ts'
import { openAccount } from './testing/account.ts'

const marker = 'abcdefghij0123456789'

/** An account with one booking that was sent and whose answer was lost. */
async function lost(t: TestContext, habits: Record<string, number> = {}) {
  const account = await openAccount(t, { listings: 3, reservations: 0, habits })
  const context = account.open()
  const { simulator } = account
  const listings = simulator.operations.state(new Set()).listings as { id: string; type: string }[]
  const listingExternalId = listings.find(({ type }) => type === 'MTL')?.id ?? ''
  const draft: ReservationDraft = {
    listingExternalId,
    checkIn: '2027-02-01',
    checkOut: '2027-02-06',
    status: 'confirmed',
    platform: 'direct',
    guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '+440000000' },
    adults: 2,
    children: 0,
    currency: 'EUR',
    marker,
  }
  const sentAt = new Date(simulator.clock.nowMs())
  simulator.clock.advanceSeconds(5)
  const create = guesty.operations.reservationWrites?.create
  assert.ok(create)
  const book = async (more: Partial<ReservationDraft> = {}) =>
    (await create(context, { ...draft, ...more })).externalId
  const edit = (id: string, code = 'VIP-1') =>
    void simulator.operations.updateReservation(id, { confirmationCode: code })
  const others = new Set<string>()
  const isOthers = async (externalId: string) => others.has(externalId)
  const look = (at = sentAt) => findBooked(account.open(), guesty, draft, { sentAt: at, isOthers })
  return { simulator, book, edit, look, draft, others }
}

describe('a Guesty booking whose answer was lost', () => {
  for (const habits of [{}, { legacyRetired: 1 }, { newerClosed: 1 }] as Record<string, number>[]) {
    it(`is found although somebody has edited its code (${Object.keys(habits).join() || 'both'})`, async (t) => {
      const { book, edit, look } = await lost(t, habits)
      assert.equal(await look(), null)
      const id = await book()
      assert.equal(await look(), id)
      edit(id)
      assert.equal(await look(), id)
    })
  }

  it('is not another stay, of the same guest or of another', async (t) => {
    const { simulator, book, edit, look, draft } = await lost(t)
    const { guest } = draft
    edit(await book({ marker: 'b'.repeat(20), checkIn: '2027-02-10', checkOut: '2027-02-15' }), 'A-00001')
    const other = { ...guest, email: 'other@example.com' }
    edit(await book({ marker: 'c'.repeat(20), guest: other }), 'A-00002')
    const gone = await book({ marker: 'd'.repeat(20), checkIn: '2027-02-20', checkOut: '2027-02-25' })
    simulator.operations.cancelReservation(gone, {})
    assert.equal(await look(), null)
  })

  it('is not one that was there before it was sent', async (t) => {
    const { simulator, book, edit, look } = await lost(t)
    edit(await book(), 'A-00001')
    simulator.clock.advanceSeconds(600)
    assert.equal(await look(new Date(simulator.clock.nowMs())), null)
  })

  it('is told apart from one that looks the same, or not at all', async (t) => {
    const { book, edit, look, others } = await lost(t)
    const [one, two] = [await book(), await book({ marker: 'e'.repeat(20) })]
    assert.equal(await look(), one)
    edit(one)
    await assert.rejects(look(), (error) => error instanceof VendorError && error.kind === 'unavailable')
    others.add(two)
    assert.equal(await look(), one)
    others.add(one)
    assert.equal(await look(), null)
  })
})
