import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publicKey, signature } from '../../../simulators/airbnb/signature.ts'
import type { AppDelivery, AppRequest } from '../../connector-kit/app-webhook.ts'
import { appWebhookOf } from './app-webhook.ts'

const address = { host: 'hooks.example.com', path: '/v1/inbound/airbnb/secret' }
const receivedAt = new Date('2026-06-15T12:00:00Z')
const contentType = 'application/json'

interface Sent {
  method?: AppRequest['method']
  under?: string
  query?: object
  body?: unknown
  rawBody?: string
  sentAt?: Date
}

/** Signs a request as the vendor does. */
function signed({
  method = 'POST',
  under,
  query = {},
  body,
  rawBody,
  sentAt = receivedAt,
}: Sent): AppRequest {
  const text = rawBody ?? (body === undefined ? '' : JSON.stringify(body))
  const path = under === undefined ? address.path : `${address.path}/${under}`
  const date = sentAt.toUTCString()
  const url = new URL(`https://${address.host}:8443${path}`)
  const authorization = signature({ method, url, date, contentType, body: text })
  return {
    ...{ method, query, receivedAt, under: under ?? null, rawBody: Buffer.from(text) },
    addresses: [{ host: address.host, path }],
    headers: { authorization, date, 'content-type': contentType },
  }
}

const unproven = appWebhookOf(undefined)
const read = (sent: Sent): AppDelivery => unproven.receive(signed(sent))
const stay = { listing_id: '123', start_date: '2026-07-01', nights: 3, confirmation_code: 'HMABC' }

describe('signatures', () => {
  const webhook = appWebhookOf(publicKey())
  const notice = { body: { action: 'test_notification', listing_id: '0' } }
  const kindOf = (request: AppRequest) => webhook.receive(request).kind

  it('of the vendor count, for every kind of request and wherever the address is known', () => {
    assert.equal(kindOf(signed(notice)), 'news')
    assert.equal(kindOf(signed({ method: 'PUT', under: 'HMABC', body: stay })), 'question')
    const query = { action: 'check_availability', ...stay }
    assert.equal(kindOf(signed({ method: 'GET', query })), 'question')
    const request = signed(notice)
    const inside = { host: '10.0.0.7', path: address.path }
    assert.equal(kindOf({ ...request, addresses: [inside, ...request.addresses] }), 'news')
  })

  const spoiled: Record<string, (request: AppRequest) => Partial<AppRequest>> = {
    'of nobody': ({ headers }) => ({ headers: { ...headers, authorization: undefined } }),
    'of another body': () => ({ rawBody: Buffer.from('{"action":"authorization_revoked"}') }),
    'of another address': () => ({ addresses: [{ ...address, host: 'other.example.com' }] }),
    'of another path': () => ({ addresses: [{ ...address, path: '/v1/inbound/airbnb/other' }] }),
    'of another method': () => ({ method: 'PUT' }),
    'of another moment': ({ headers }) => ({
      headers: { ...headers, date: new Date(receivedAt.getTime() - 1000).toUTCString() },
    }),
    'that are no signatures': ({ headers }) => ({
      headers: { ...headers, authorization: 'Signature algorithm="rsa-sha256",signature="AAAA"' },
    }),
    'that leave the body out': ({ headers }) => ({
      headers: { ...headers, authorization: headers.authorization?.replace(' body"', '"') },
    }),
    'without a date': ({ headers }) => ({ headers: { ...headers, date: undefined } }),
  }
  for (const [fault, spoil] of Object.entries(spoiled)) {
    it(`${fault} do not count`, () => {
      const request = signed(notice)
      assert.equal(kindOf({ ...request, ...spoil(request) }), 'forged')
    })
  }

  it('count for five minutes', () => {
    const agoMs = (ms: number) => new Date(receivedAt.getTime() - ms)
    assert.equal(kindOf(signed({ ...notice, sentAt: agoMs(299_000) })), 'news')
    assert.equal(kindOf(signed({ ...notice, sentAt: agoMs(301_000) })), 'forged')
    assert.equal(kindOf(signed({ ...notice, sentAt: agoMs(-301_000) })), 'forged')
  })
})

describe('questions', () => {
  const questionOf = (sent: Sent) => {
    const delivery = read(sent)
    assert.equal(delivery.kind, 'question', JSON.stringify(delivery))
    return delivery.kind === 'question' ? delivery : assert.fail()
  }

  it('are answered in the words of what was asked', () => {
    const query = { action: 'check_availability', listing_id: '123', start_date: '2026-07-01', nights: '3' }
    const check = questionOf({ method: 'GET', query: { ...query, more: 'x' } })
    const question = { listingExternalId: '123', checkIn: '2026-07-01', nights: 3 }
    assert.deepEqual(check.question, { ...question, confirmationCode: null })
    assert.deepEqual(check.answer(true), { available: true })
    assert.deepEqual(check.answer(false), { available: false, failure_code: 'dates_not_available' })
    const confirm = questionOf({ body: stay })
    assert.deepEqual(confirm.question, { ...question, confirmationCode: 'HMABC' })
    assert.deepEqual(confirm.answer(false), { succeed: false, failure_code: 'dates_not_available' })
    const { confirmation_code: _, ...unnamed } = stay
    assert.equal(questionOf({ body: unnamed }).question.confirmationCode, null)
    const change = questionOf({ method: 'PUT', under: 'HMOTHER', body: stay })
    assert.deepEqual([change.question.confirmationCode, change.answer(true)], ['HMOTHER', { succeed: true }])
  })

  it('may have ids with more digits than a number holds, and the departure in place of nights', () => {
    const rawBody = '{"listing_id":1234567890123456789,"start_date":"2026-07-01","end_date":"2026-07-04"}'
    const { question } = questionOf({ rawBody })
    assert.deepEqual([question.listingExternalId, question.nights], ['1234567890123456789', 3])
  })

  const garbage: [string, Sent][] = [
    ...[undefined, 'null', '[]', '"x"', '7', '{', '{"start_date":', '\u{fffd}'].map(
      (rawBody): [string, Sent] => [`the body ${rawBody}`, { ...(rawBody === undefined ? {} : { rawBody }) }],
    ),
    ...Object.entries({
      listing_id: [null, '', {}, [], true, 'x'.repeat(65)],
      start_date: [null, '', 'tomorrow', '2026-02-30', '2026-13-01', '20260701', 5, {}],
      nights: [null, 0, -1, 1.5, 10_000, 'three', {}, []],
    }).flatMap(([name, values]) =>
      values.map((value): [string, Sent] => [
        `${name} ${JSON.stringify(value)}`,
        { body: { ...stay, [name]: value } },
      ]),
    ),
    ['another action', { method: 'GET', query: { ...stay, action: 'cancel' } }],
    ['no parameters', { method: 'GET' }],
    ['a change of nothing', { method: 'PUT', under: 'HMABC', body: {} }],
  ]
  for (const [description, sent] of garbage) {
    it(`cannot be read: ${description.slice(0, 60)}`, () => assert.equal(read(sent).kind, 'unreadable'))
  }
})

describe('notifications', () => {
  const newsOf = (body: object) => {
    const delivery = read({ body })
    assert.equal(delivery.kind, 'news')
    if (delivery.kind !== 'news') return []
    assert.deepEqual(delivery.answer, { succeed: true })
    return delivery.news
  }
  const thread = {
    id_str: '77',
    users: [
      { id: 5, role: 'booker' },
      { id: 9, role: 'owner' },
    ],
    attachment: {
      type: 'Reservation',
      booking_details: { listing_id: 123, reservation_confirmation_code: 'HM1' },
    },
  }
  const inquiry = { ...thread, attachment: { type: 'Inquiry', booking_details: { listing_id: 123 } } }
  const host = { accountExternalId: '9', listingExternalIds: ['123'] }

  it('of bookings ask for the booking', () => {
    const reservation = { confirmation_code: 'HM1', host_id: 9, listing_id_str: '123', status_type: 'accept' }
    for (const action of [
      ...['reservation_requested', 'reservation_acceptance_confirmation', 'reservation_request_voided'],
      ...[
        'reservation_alteration_confirmation',
        'reservation_cancellation_confirmation',
        'payout_notification',
      ],
    ]) {
      const hints = [{ entity: 'reservations', externalId: 'HM1' }]
      assert.deepEqual(newsOf({ action, reservation }), [{ ...host, hints }])
    }
  })

  it('of messages ask for the thread, and the stay it is about', () => {
    const conversations = { entity: 'conversations', externalId: '77' }
    const ofStay = (externalId: string) => [conversations, { entity: 'reservations', externalId }]
    assert.deepEqual(newsOf({ action: 'message_added', thread }), [{ ...host, hints: ofStay('HM1') }])
    assert.deepEqual(newsOf({ action: 'message_added', thread: inquiry }), [{ ...host, hints: ofStay('77') }])
    const roles = [
      { role: 'guest', user_ids: [5] },
      { role: 'owner', user_ids: [9] },
    ]
    const users = [{ id: 5 }, { id: 9 }]
    const besides = { ...thread, users, attachment: { ...thread.attachment, roles } }
    assert.deepEqual(newsOf({ action: 'message_added', thread: besides }), [
      { ...host, hints: ofStay('HM1') },
    ])
    assert.deepEqual(newsOf({ action: 'message_added', message: { thread_id: 77 } }), [
      { accountExternalId: null, listingExternalIds: [], hints: [conversations] },
    ])
  })

  it('of listings ask for each of them', () => {
    const hints = [{ entity: 'listings', externalId: '123' }]
    assert.deepEqual(
      newsOf({
        action: 'listing_synchronization_settings_updated',
        host_id: 9,
        updates: [{ listing_id: 123 }],
      }),
      [{ ...host, hints }],
    )
    assert.deepEqual(newsOf({ action: 'listings_unlinked', host_id: 9, listing_ids: [123] }), [
      { ...host, hints },
    ])
    const mappings = [{ listing_id: 123, updated_listing_id: 124 }]
    const [mapped] = newsOf({ action: 'listings_mapped', mappings })
    assert.deepEqual(mapped?.listingExternalIds, ['123', '124'])
  })

  it('of a permission taken away ask the vendor whether it is', () => {
    const [news] = newsOf({ action: 'authorization_revoked', host_id: 9, listing_ids: [123] })
    assert.deepEqual(news, { ...host, hints: [], isAboutAccess: true })
  })

  it('that say nothing, or nothing known, change nothing', () => {
    for (const action of ['test_notification', 'price_war_declared', 'toString', '', null, {}]) {
      assert.deepEqual(newsOf({ action, listing_id: '0', reservation: { confirmation_code: 'HM1' } }), [])
    }
    for (const reservation of [null, 'HM1', [], { confirmation_code: {} }]) {
      const [news] = newsOf({ action: 'reservation_requested', reservation })
      assert.deepEqual(news, { accountExternalId: null, listingExternalIds: [], hints: [] })
    }
  })
})
