import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { calendar } from './calendar.ts'
import { conversations } from './conversations.ts'
import { listings } from './listings.ts'

const uid = (digit: string) => `dd51acc0-ebfb-4659-a6b3-00000000000${digit}`
const thread = { messages: [{ id: 1, type: 'Renter', date_created: '2026-05-01T10:00:00', message: 'Hi' }] }

/** The vendor answers each path with a value or an error. */
function vendor(answers: Record<string, unknown>): VendorContext {
  const get = async (path: string): Promise<unknown> => {
    const answer = answers[path]
    if (answer instanceof Error) throw answer
    if (answer === undefined) throw new VendorError('not_found', path)
    return answer
  }
  const refuse = async () => assert.fail('only reads are expected')
  return { http: { get, post: refuse, put: refuse, patch: refuse, delete: refuse }, now: () => new Date(0) }
}

describe('one broken answer of Lodgify', () => {
  const properties = { count: 4, items: [{ id: 1 }, { id: 2 }, { name: 'no id' }, { id: 4 }] }

  it('costs one property, and is reported', async () => {
    const page = await listings.page(
      vendor({
        '/v2/properties': properties,
        '/v2/properties/1/rooms': [{ id: 11 }, { name: 'no id' }],
        '/v2/properties/2/rooms': { oops: true },
        '/v2/rates/settings': new VendorError('rejected', 'x', { vendorMessage: 'NoRateDefined: none' }),
      }),
      { cursor: null },
    )
    assert.deepEqual(
      page.records.map(({ externalId }) => externalId),
      ['1-11'],
    )
    assert.deepEqual(page.failures.map(({ externalId }) => externalId).toSorted(), [
      '1-unknown',
      '2',
      'unknown',
    ])
  })

  it('is an outage when the vendor does not answer, and stops the walk', async () => {
    const down = vendor({
      '/v2/properties': properties,
      '/v2/properties/1/rooms': new VendorError('unavailable', 'x'),
    })
    await assert.rejects(listings.page(down, { cursor: null }), /x/)
  })

  it('costs one thread, and is reported', async () => {
    const row = (id: number, digit: string) => ({ id, type: 'Booking', thread_uid: uid(digit) })
    const page = await conversations.page(
      vendor({
        '/v1/reservation': {
          total: 4,
          items: [row(1, '1'), row(2, '2'), row(3, '3'), { id: 4, thread_uid: null }],
        },
        [`/v2/messaging/${uid('1')}`]: [{ ...thread, thread_uid: uid('1') }],
        [`/v2/messaging/${uid('2')}`]: ['many'],
        [`/v2/messaging/${uid('3')}`]: [],
      }),
      { cursor: null, since: null },
    )
    assert.deepEqual(
      page.records.map(({ externalId }) => externalId),
      [uid('1')],
    )
    assert.deepEqual(
      page.failures.map(({ externalId }) => externalId),
      [uid('2')],
    )
  })

  it('gives no new calendar rather than one that is too open', async () => {
    const walk = { listing: { externalId: '1-11', unitCount: 1 }, from: '2026-05-01', to: '2026-05-03' }
    const rates = { calendar_items: [] }
    for (const periods of [{ oops: true }, [{ available: 1 }]]) {
      const context = vendor({ '/v1/availability/1/11': periods, '/v2/rates/calendar': rates })
      await assert.rejects(calendar.range(context, walk), VendorError)
    }
    const context = vendor({ '/v1/availability/1/11': [], '/v2/rates/calendar': rates })
    assert.ok((await calendar.range(context, walk)).every(({ available }) => !available))
  })
})
