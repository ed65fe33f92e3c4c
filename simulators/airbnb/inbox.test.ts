import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { until } from '../kit/testing/until.ts'
import { openAccount } from './test-account.ts'
import { openApp } from './test-app.ts'

type Made = { id: string }
type Thread = JsonRow & { id_str: string; attachment: JsonRow & { booking_details: JsonRow } }

async function openInbox(t: TestContext, options = {}) {
  const hook = await openApp(t)
  const account = await openAccount(t, { listings: 2, reservations: 0, ...options })
  await account.control('PUT', '/webhook', { url: hook.url })
  const [home] = account.own()
  const stay = { arrival: '2026-07-01', nights: 3, adults: 2 }
  const inquire = async () =>
    (await account.control<{ id: string }>('POST', '/guests/inquire', { listingId: home?.id, ...stay })).body
      .id
  const thread = async (id: string) =>
    (await account.get<{ thread: Thread }>(`/threads/${id}?_format=for_api_partners`)).body.thread
  const messages = async (id: string) =>
    (await account.get<{ messages: JsonRow[] }>(`/threads/${id}/messages`)).body.messages
  const rested = () => until(() => account.simulator.webhooks.isIdle(), 'the deliveries')
  return { ...account, hook, home, inquire, thread, messages, rested }
}

test('an inquiry opens a conversation; what is said on both sides is told', async (t) => {
  const { hook, inquire, thread, messages, send, get, rested, tokens } = await openInbox(t)
  const id = await inquire()
  const { id_str, attachment, users, ...rest } = await thread(id)
  assert.deepEqual([id_str, attachment.type, attachment.status], [id, 'Inquiry', 'active'])
  assert.deepEqual([attachment.booking_details.nights, attachment.booking_details.number_of_adults], [3, 2])
  assert.deepEqual(
    (attachment.roles as JsonRow[]).map(({ role, user_ids }) => [role, user_ids]),
    (users as JsonRow[]).map((user, place) => [['owner', 'guest'][place], [user.id]]),
  )
  assert.ok(!('messages' in rest), 'messages are asked for by themselves')
  const made = await send<Made>('POST', '/messages', { thread_id: id, message: 'Hello 🙂\n"you"' })
  assert.deepEqual(Object.keys(made.body), ['id'])
  const [newest, first] = await messages(id)
  assert.deepEqual(
    [newest?.id, newest?.message, newest?.user_id],
    [made.body.id, 'Hello 🙂\n"you"', tokens.user_id],
  )
  const answer = { thread_id: id, message: 'As said', parent_message_id: first?.id }
  assert.equal((await send('POST', '/messages', answer)).status, 200)
  assert.equal((await send('POST', '/messages', { ...answer, parent_message_id: '1' })).status, 400)
  assert.equal((await send('POST', '/messages', { thread_id: id })).status, 400)
  assert.equal((await send('POST', '/messages', { thread_id: '5', message: 'x' })).status, 404)
  await rested()
  assert.deepEqual(hook.told(), ['message_added', 'message_added', 'message_added'])
  assert.equal((hook.heard[1]?.body.message as JsonRow).id, made.body.id)
  const list = (await get<{ threads: Thread[] }>('/threads?selected_inbox_type=host')).body.threads
  assert.deepEqual(
    list.map((row) => row.id_str),
    [id],
  )
  assert.equal((await get('/threads?selected_inbox_type=guest')).status, 400)
})

test('a picture is sent and then said, without words; links to it end after an hour', async (t) => {
  const { inquire, messages, send, control, simulator } = await openInbox(t)
  const id = await inquire()
  const bytes = Buffer.from('89504e470d0a1a0a00', 'hex')
  const upload = await send<{ id: string }>('POST', '/media_uploads', {
    content_type: 'image/png',
    image: bytes.toString('base64'),
  })
  const attachment_media = [{ id: upload.body.id }]
  const say = (more: object = {}) => send('POST', '/messages', { thread_id: id, attachment_media, ...more })
  assert.equal((await say({ attachment_media: [{ id: 'nobody' }] })).status, 400)
  assert.equal((await say({ message: 'Look.' })).status, 400)
  assert.equal((await say()).status, 200)
  const [shown] = (await messages(id))[0]?.attachment_media as { url: string }[]
  const url = shown?.url ?? ''
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes)
  const image = bytes.toString('base64')
  await control('POST', `/threads/${id}/picture`, { image, content_type: 'image/png' })
  assert.equal(((await messages(id))[0]?.attachment_media as JsonRow[])[0]?.content_type, 'image/png')
  simulator.clock.advanceSeconds(3601)
  assert.equal((await fetch(url)).status, 404)
  for (const wrong of [{ content_type: 'image/bmp', image: 'aGk=' }, { content_type: 'image/png' }])
    assert.equal((await send('POST', '/media_uploads', wrong)).status, 400)
})

test('so many messages a minute', async (t) => {
  const { inquire, send } = await openInbox(t, { rateLimit: 'vendor', habits: { limitMessages: 2 } })
  const thread_id = await inquire()
  const statuses = []
  for (let index = 0; index < 3; index++) {
    statuses.push((await send('POST', '/messages', { thread_id, message: 'x' })).status)
  }
  assert.deepEqual(statuses, [200, 200, 429])
})

test('an inquiry is pre-approved or gets an offer; the guest books at that price', async (t) => {
  const { hook, inquire, send, get, control, thread, state, home } = await openInbox(t)
  const id = await inquire()
  const offer = (body: object) => send<Made>('POST', '/special_offers', { thread_id: id, ...body })
  const first = (await offer({ type: 'preapproval' })).body.id
  assert.equal((await offer({ type: 'special_offer', start_date: '2026-07-02' })).status, 400)
  const whole = { listing_id: home?.id, start_date: '2026-07-02', nights: 4, adults: 2, children: 0 }
  const second = (await offer({ type: 'special_offer', ...whole, total_price: 321.5 })).body.id
  const statusOf = async (one: string) =>
    (await get<{ special_offer: JsonRow }>(`/special_offers/${one}`)).body.special_offer.status
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['replaced', 'pending'])
  assert.deepEqual((await thread(id)).attachment.type, 'SpecialOffer')
  const { body } = await control<{ outcome: string }>('POST', `/offers/${second}/accept`)
  assert.equal(body.outcome, 'booked')
  assert.equal(hook.questions().length, 2)
  const [row] = state().reservations ?? []
  assert.deepEqual(
    [row?.special_offer_id, row?.thread_id_str, row?.listing_base_price_accurate],
    [second, id, '321.50'],
  )
  assert.deepEqual([(await thread(id)).attachment.type, await statusOf(second)], ['Reservation', 'accepted'])
  assert.equal((await offer({ type: 'preapproval' })).status, 400, 'the inquiry is over')
})

test('an offer is withdrawn, or ends after a day', async (t) => {
  const { inquire, send, control, state } = await openInbox(t)
  const make = async () =>
    (await send<Made>('POST', '/special_offers', { thread_id: await inquire(), type: 'preapproval' })).body.id
  const [one, other] = [await make(), await make()]
  const withdraw = () => send('PUT', `/special_offers/${one}`, { update_type: 'withdraw' })
  assert.deepEqual([(await withdraw()).status, (await withdraw()).status], [200, 400])
  await control('POST', '/clock', { advanceSeconds: 86_401 })
  assert.deepEqual(
    state('offers').offers?.map(({ status }) => status),
    ['withdrawn', 'expired'],
  )
  assert.equal((await control('POST', `/offers/${other}/accept`)).status, 400)
})

test('an inquiry that nobody answers is over after a day', async (t) => {
  const { inquire, send, control, state } = await openInbox(t)
  await inquire()
  const answered = await inquire()
  await send('POST', '/messages', { thread_id: answered, message: 'Yes' })
  await control('POST', '/clock', { advanceSeconds: 86_401 })
  const statuses = (state().conversations as Thread[]).map(({ attachment }) => attachment.status)
  assert.deepEqual(statuses, ['expired', 'active'])
})
