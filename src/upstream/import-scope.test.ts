import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connector, VendorContext } from '../connector-kit/connector.ts'
import { connectors } from '../connectors/index.ts'
import { applyImportScope } from './import-scope.ts'

const { hostaway } = connectors
assert.ok(hostaway)
const context = {} as VendorContext

const stay = {
  kind: 'reservation' as const,
  externalId: '7',
  listingExternalId: '1',
  confirmationCode: 'HM1',
  source: 'airbnb' as const,
  status: 'confirmed' as const,
  checkIn: '2026-06-01',
  checkOut: '2026-06-03',
  totalPrice: '100.00',
  currency: 'EUR',
  sourceStatus: 'new',
  guest: { firstName: 'Ada' },
  paymentStatus: 'paid',
}
const listing = {
  externalId: '1',
  model: 'home' as const,
  name: 'Loft',
  unitCount: 1,
  photos: [{ url: 'https://example.com/1.jpg', sortOrder: 0 }],
  channels: [{ platform: 'airbnb' as const, externalId: '9', active: true }],
}
const reading: Connector = {
  ...hostaway,
  operations: {
    ...hostaway.operations,
    listings: { page: async () => ({ records: [listing], failures: [], next: null }) },
    reservations: {
      page: async () => ({ records: [stay], failures: [], next: null, watermark: null }),
      one: async () => stay,
    },
  },
}
const limited = (scope: string[] | null) => applyImportScope(reading, scope).operations

describe('the scope of a migration', () => {
  it('leaves everything as it is where there is none', () => {
    assert.equal(applyImportScope(reading, null), reading)
  })

  it('takes the lists away that nothing in it needs, and no write', () => {
    const { operations } = reading
    const left = limited(['listings', 'reservations'])
    for (const gone of ['calendar', 'conversations', 'messages', 'reviews'] as const)
      assert.equal(left[gone], undefined, gone)
    assert.ok(left.listings && left.reservations)
    assert.equal(left.inbound, operations.inbound)
    assert.equal(limited(['listings']).reservations, undefined)
    assert.ok(limited(['conversations']).messages)
    assert.ok(limited(['rates']).calendar)
  })

  it('takes the parts of records away that are not in it', async () => {
    const without = limited(['reservations'])
    const [bare] = (await without.reservations?.page(context, { cursor: null, since: null }))?.records ?? []
    assert.ok(bare && !('guest' in bare) && !('paymentStatus' in bare))
    assert.equal(await without.reservations?.one?.(context, '7').then((one) => one && 'guest' in one), false)
    const [plain] = (await without.listings?.page(context, { cursor: null }))?.records ?? []
    assert.ok(plain && !('photos' in plain) && !('channels' in plain))
    const whole = limited(['reservations', 'guests', 'payments', 'photos', 'channelIds'])
    assert.deepEqual((await whole.reservations?.page(context, { cursor: null, since: null }))?.records, [
      stay,
    ])
    assert.deepEqual((await whole.listings?.page(context, { cursor: null }))?.records, [listing])
  })

  it('takes away what lies within: house rules, fees, taxes, guests of conversations and prices of nights', async () => {
    const amount = { amount: '5' }
    const day = {
      date: '2026-06-01',
      available: true,
      availableUnits: 1,
      price: '90',
      partyPrices: ['80'],
      note: 'x',
    }
    const thread = { externalId: '3', platform: null, guest: { firstName: 'Ada' }, subject: 'Keys' }
    const messageOf = (direction: 'inbound' | 'outbound') => ({
      externalId: direction,
      conversationExternalId: '3',
      direction,
      senderName: 'Ada',
      body: 'Hello',
      sentAt: '2026-06-01T00:00:00.000Z',
    })
    const home = { ...listing, content: { name: 'Loft', houseRules: 'No parties' } }
    const host = { accommodation: '80', guestFees: [amount], hostFees: [amount], taxes: [amount] }
    const guest = { totalPrice: '100', fees: [amount], taxes: [amount] }
    const page = async <R>(records: R[]) => ({ records, failures: [], next: null, watermark: null })
    const all: Connector = {
      ...reading,
      operations: {
        ...reading.operations,
        listings: { page: () => page([home]), one: async () => home },
        reservations: { page: () => page([{ ...stay, financials: { host, guest } }]) },
        conversations: { page: () => page([thread]), one: async () => thread, ofInquiry: async () => thread },
        messages: { page: () => page([messageOf('inbound'), messageOf('outbound')]) },
        calendar: {
          range: async () => [day],
          together: { listings: 5, ranges: async () => new Map([['1', [day]]]) },
        },
      },
    }
    const taken = async (scope: string[]) => {
      const { listings, reservations, conversations, messages, calendar } = applyImportScope(
        all,
        scope,
      ).operations
      const walk = { cursor: null, since: null }
      const nights = { listing: { externalId: '1', unitCount: 1 }, from: '2026-06-01', to: '2026-06-01' }
      const listed = (await listings?.page(context, walk))?.records[0]
      const stay = (await reservations?.page(context, walk))?.records[0]
      const both = await messages?.page(context, { conversationExternalId: '3', cursor: null })
      const [by, together] = [
        await calendar?.range(context, nights),
        await calendar?.together?.ranges(context, { ...nights, listings: [nights.listing] }),
      ]
      assert.deepEqual(together?.get('1'), by)
      for (const one of [conversations?.one, conversations?.ofInquiry])
        assert.deepEqual(await one?.(context, '3'), (await conversations?.page(context, walk))?.records[0])
      assert.deepEqual(await listings?.one?.(context, '1'), listed)
      return {
        content: listed?.content,
        financials: stay?.kind === 'reservation' ? stay.financials : undefined,
        thread: await conversations?.one?.(context, '3'),
        senders: both?.records.map(({ senderName }) => senderName),
        day: by?.[0],
      }
    }
    const bare = await taken(['reservations', 'payments', 'conversations', 'calendar'])
    assert.deepEqual(bare, {
      content: { name: 'Loft' },
      financials: { host: { accommodation: '80' }, guest: { totalPrice: '100' } },
      thread: { externalId: '3', platform: null, subject: 'Keys' },
      senders: [undefined, 'Ada'],
      day: { date: '2026-06-01', available: true, availableUnits: 1, note: 'x' },
    })
    const more = ['fees', 'taxes', 'guests', 'rates', 'houseRules']
    assert.deepEqual(await taken(['reservations', 'payments', 'conversations', 'calendar', ...more]), {
      content: home.content,
      financials: { host, guest },
      thread,
      senders: ['Ada', 'Ada'],
      day,
    })
    assert.equal((await taken(['rates', 'conversations'])).day?.note, undefined)
  })
})
