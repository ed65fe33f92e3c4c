/** Tasks that a scripted agent solves by the texts of the tools alone; the API is asked for the right answers. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectAgent, rowsOf, type Agent, type AnswerRow } from '../agents/agent-client.ts'
import { createScriptedAgent, type ScriptedAgent } from '../agents/scripted-agent.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const undo: (() => unknown)[] = []
let server: ServerProcess
let agent: Agent
let scripted: ScriptedAgent
/** The sandbox's own records, as the API answers them. */
let listings: AnswerRow[]
let stays: AnswerRow[]
let conversations: AnswerRow[]
let accounts: AnswerRow[]
/** A channel's stay is cancelled at the channel, so this one is made here. */
let ownStay: string

async function get(url: string): Promise<AnswerRow> {
  const { status, body } = await api<AnswerRow>(server, server.keys.sandboxKey, 'GET', url)
  assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`)
  return body
}
const readIds = async (url: string) => rowsOf(await get(url)).map(({ id }) => id)
const ids = (name: string) => (answer: AnswerRow) => rowsOf(answer, name).map(({ id }) => id)
const textOf = (value: unknown) => (value as { text?: string } | null)?.text
const dayAfter = (date: string, days = 1) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const villa = () => listings.find(({ name }) => name === 'Ocean View Villa') ?? {}
const confirmed = () =>
  stays.find(({ status, listingId }) => status === 'confirmed' && listingId === villa()['id']) ?? {}
const arrival = () => String(confirmed()['checkIn'])
const departure = () => String(confirmed()['checkOut'])

const freeNights = () => [dayAfter(departure(), 60), dayAfter(departure(), 61)]

interface AgentTask {
  ask: string
  facts?: () => Record<string, unknown>
  answer: (answer: AnswerRow) => unknown
  truth: () => unknown
}

const tasks: AgentTask[] = [
  {
    ask: 'Which listings are there?',
    answer: ids('listings'),
    truth: () => readIds('/v1/listings?limit=10'),
  },
  {
    ask: 'Find the listing with the name Mountain Cabin.',
    facts: () => ({ query: 'Mountain' }),
    answer: ids('listings'),
    truth: () => readIds('/v1/listings?q=Mountain'),
  },
  {
    ask: 'Which listings are in the city of Wien?',
    facts: () => ({ query: 'Wien' }),
    answer: ids('listings'),
    truth: () => readIds('/v1/listings?q=Wien'),
  },
  {
    ask: 'Find the listing by its name: which channels has it?',
    facts: () => ({ query: 'Ocean' }),
    answer: (answer) => rowsOf(answer, 'listings')[0]?.['channels'],
    truth: () => rowsOf(villa(), 'channels').map(({ platform }) => platform),
  },
  {
    ask: 'Find archived listings.',
    facts: () => ({ status: 'archived' }),
    answer: ids('listings'),
    truth: () => readIds('/v1/listings?status=archived'),
  },
  {
    ask: 'Is the night open, and what is its price?',
    facts: () => ({ listing_id: villa()['id'], from: dayAfter(departure()), to: dayAfter(departure()) }),
    answer: (answer) => rowsOf(answer, 'nights').map(({ available, price }) => [available, price]),
    truth: async () => {
      const day = dayAfter(departure())
      const { days } = await get(`/v1/availability/${villa()['id']}?from=${day}&to=${day}`)
      return (days as AnswerRow[]).map(({ available, price }) => [available, price])
    },
  },
  {
    ask: 'What is the minimum stay of each night?',
    facts: () => ({ listing_id: villa()['id'], from: arrival(), to: departure() }),
    answer: (answer) => rowsOf(answer, 'nights').map(({ min_nights }) => min_nights),
    truth: async () => {
      const { days } = await get(`/v1/availability/${villa()['id']}?from=${arrival()}&to=${departure()}`)
      return (days as AnswerRow[]).map(({ minNights }) => minNights)
    },
  },
  {
    ask: 'Which stays are on the closed nights of the villa?',
    facts: () => ({ query: 'Ocean', from: arrival(), to: arrival() }),
    answer: (answer) => rowsOf(answer, 'nights')[0]?.['stay_ids'],
    truth: () => [confirmed()['id']],
  },
  {
    ask: 'What does a stay of three nights cost? Price it.',
    facts: () => ({
      listing_id: villa()['id'],
      check_in: dayAfter(departure(), 40),
      check_out: dayAfter(departure(), 43),
    }),
    answer: ({ total }) => total,
    truth: async () => {
      const dates = `check_in=${dayAfter(departure(), 40)}&check_out=${dayAfter(departure(), 43)}`
      return ((await get(`/v1/quotes?property_id=${villa()['id']}&${dates}`))['pricing'] as AnswerRow)[
        'total'
      ]
    },
  },
  {
    ask: 'Can these nights be booked, and if not, for what reason?',
    facts: () => ({ listing_id: villa()['id'], check_in: arrival(), check_out: departure() }),
    answer: ({ available, reason }) => [available, reason],
    truth: () => [false, 'taken'],
  },
  {
    ask: 'Price a stay for a party of forty.',
    facts: () => ({
      listing_id: villa()['id'],
      check_in: dayAfter(departure(), 40),
      check_out: dayAfter(departure(), 43),
      guests: 40,
    }),
    answer: ({ reason }) => reason,
    truth: async () => {
      const dates = `check_in=${dayAfter(departure(), 40)}&check_out=${dayAfter(departure(), 43)}`
      return (await get(`/v1/quotes?property_id=${villa()['id']}&${dates}&guests=40`))['reason']
    },
  },
  {
    ask: 'Which prices are recommended for the next nights, and with what reasons?',
    facts: () => ({ listing_id: villa()['id'] }),
    answer: (answer) => rowsOf(answer, 'nights').map(({ date, recommended }) => [date, recommended]),
    truth: async () => {
      const from = new Date().toISOString().slice(0, 10)
      const dates = `startDate=${from}&endDate=${dayAfter(from, 13)}`
      const answer = await get(`/v1/listings/${villa()['id']}/pricing?${dates}`)
      return rowsOf(answer, 'recommendations').map(({ date, recommendedPrice }) => [date, recommendedPrice])
    },
  },
  {
    ask: 'Which stays wait for an answer?',
    facts: () => ({ status: 'pending' }),
    answer: ids('stays'),
    truth: () => readIds('/v1/reservations?status=pending'),
  },
  {
    ask: 'Find cancelled reservations.',
    facts: () => ({ status: 'cancelled' }),
    answer: ids('stays'),
    truth: () => readIds('/v1/reservations?status=cancelled'),
  },
  {
    ask: 'Find the stays that were booked through Airbnb.',
    facts: () => ({ platform: 'airbnb' }),
    answer: ids('stays'),
    truth: () => readIds('/v1/reservations?platform=airbnb'),
  },
  {
    ask: 'Find the stays of the villa.',
    facts: () => ({ listing_id: villa()['id'] }),
    answer: ids('stays'),
    truth: () => readIds(`/v1/reservations?listing_id=${villa()['id']}`),
  },
  {
    ask: 'Which stays begin on this day or later? Find them by their dates.',
    facts: () => ({ check_in_after: arrival() }),
    answer: ids('stays'),
    truth: () => readIds(`/v1/reservations?check_in_after=${arrival()}`),
  },
  {
    ask: 'Which reservations end by then? Find stays by dates.',
    facts: () => ({ check_out_before: departure() }),
    answer: ids('stays'),
    truth: () => readIds(`/v1/reservations?check_out_before=${departure()}`),
  },
  {
    ask: 'How much does the guest pay for the stay? Find stays of this status.',
    facts: () => ({ status: 'confirmed' }),
    answer: (answer) => rowsOf(answer, 'stays').map(({ total, currency }) => [total, currency]),
    truth: async () =>
      rowsOf(await get('/v1/reservations?status=confirmed&limit=10')).map(({ financials }) => {
        const { totalPrice, currency } = financials as AnswerRow
        return [totalPrice, currency]
      }),
  },
  {
    ask: 'Tell the whole story of this stay.',
    facts: () => ({ reservation_id: confirmed()['id'] }),
    answer: ({ stay }) => (stay as AnswerRow)['code'],
    truth: () => confirmed()['confirmationCode'],
  },
  {
    ask: 'How can I contact the guest of this stay?',
    facts: () => ({ reservation_id: confirmed()['id'] }),
    answer: ({ email, phone }) => [textOf(email), textOf(phone)],
    truth: () => {
      const { email, phone } = confirmed()['primaryGuest'] as AnswerRow
      return [email, phone]
    },
  },
  {
    ask: 'What changed on the stay, and by whom?',
    facts: () => ({ reservation_id: confirmed()['id'] }),
    answer: (answer) => rowsOf(answer, 'changes').map(({ change, at }) => [change, at]),
    truth: async () =>
      rowsOf(await get(`/v1/reservations/${confirmed()['id']}/history`)).map(({ change, at }) => [
        change,
        at,
      ]),
  },
  {
    ask: 'Which conversation belongs to the story of this stay?',
    facts: () => ({ reservation_id: confirmed()['id'] }),
    answer: ({ conversation_id }) => conversation_id,
    truth: () =>
      conversations.find(({ reservationId }) => reservationId === confirmed()['id'])?.['id'] ?? null,
  },
  {
    ask: 'Who arrives on this day?',
    facts: () => ({ date: arrival() }),
    answer: (answer) => rowsOf(answer, 'arrivals').map(({ stay_id }) => stay_id),
    truth: () => readIds(`/v1/reservations?check_in_after=${arrival()}&check_in_before=${arrival()}`),
  },
  {
    ask: 'Who leaves on this day?',
    facts: () => ({ date: departure() }),
    answer: (answer) => rowsOf(answer, 'departures').map(({ stay_id }) => stay_id),
    truth: () => readIds(`/v1/reservations?check_out_after=${departure()}&check_out_before=${departure()}`),
  },
  {
    ask: 'Who arrives at which listing in these days?',
    facts: () => ({ date: arrival(), days: 1 }),
    answer: (answer) => textOf(rowsOf(answer, 'arrivals')[0]?.['listing']),
    truth: () => 'Ocean View Villa',
  },
  {
    ask: 'Which conversations with guests are there?',
    answer: ids('conversations'),
    truth: () => readIds('/v1/conversations?limit=10'),
  },
  {
    ask: 'Find the conversations on Booking.com.',
    facts: () => ({ platform: 'booking' }),
    answer: ids('conversations'),
    truth: () => readIds('/v1/conversations?platform=booking'),
  },
  {
    ask: 'How many messages are unread? Find conversations.',
    answer: (answer) => rowsOf(answer, 'conversations').reduce((sum, { unread }) => sum + Number(unread), 0),
    truth: () => conversations.reduce((sum, { unreadCount }) => sum + Number(unreadCount), 0),
  },
  {
    ask: 'Read the messages of the latest conversation.',
    answer: (answer) => rowsOf(answer, 'messages').map(({ body }) => textOf(body)),
    truth: async () =>
      rowsOf(await get(`/v1/conversations/${conversations[0]?.['id']}/messages?limit=10`)).map(
        ({ body }) => body,
      ),
  },
  {
    ask: 'Have the draft of a reply written in the conversation.',
    facts: () => ({ conversation_id: conversations[0]?.['id'], draft: true }),
    answer: ({ draft }) => /language model/.test(String((draft as AnswerRow)['problem'])),
    truth: () => true,
  },
  {
    ask: 'Read the newest reviews.',
    answer: ids('reviews'),
    truth: () => readIds('/v1/reviews?limit=10'),
  },
  {
    ask: 'Which reviews are without a reply?',
    facts: () => ({ status: 'unanswered' }),
    answer: ids('reviews'),
    truth: () => readIds('/v1/reviews?status=unanswered'),
  },
  {
    ask: 'Which reviews gave a bad rating?',
    facts: () => ({ rating_max: 4 }),
    answer: (answer) => rowsOf(answer, 'reviews').map((row) => [row['rating'], textOf(row['public'])]),
    truth: async () =>
      rowsOf(await get('/v1/reviews?rating_max=4')).map(({ rating, publicReview }) => [rating, publicReview]),
  },
  {
    ask: 'Which accounts are connected, and in which state?',
    answer: (answer) => rowsOf(answer, 'accounts').map(({ id, status }) => [id, status]),
    truth: () => accounts.map(({ id, status }) => [id, status]),
  },
  {
    ask: 'Why is the data stale?',
    answer: (answer) => rowsOf(answer, 'accounts').map(({ stale }) => stale),
    truth: async () => {
      const providers = await Promise.all(accounts.map(({ provider }) => get(`/v1/connect/${provider}`)))
      return providers.map(({ dataFreshness }) => (dataFreshness as AnswerRow)['stale'])
    },
  },
  {
    ask: 'Which records of the account could not be read?',
    facts: () => ({ account_id: accounts[0]?.['id'] }),
    answer: (answer) => rowsOf(answer, 'failures').length,
    truth: async () => rowsOf(await get(`/v1/connections/${accounts[0]?.['id']}/failures`)).length,
  },
  {
    ask: 'Are there double sales, or sold nights at risk on a channel?',
    answer: ({ at_risk, double_sales }) => [(at_risk as []).length, (double_sales as []).length],
    truth: async () => [rowsOf(await get('/v1/exposure')).length, 0],
  },
  {
    ask: 'Which moves from another system are there? Report the migration.',
    answer: (answer) => rowsOf(answer, 'migrations').length,
    truth: async () => rowsOf(await get('/v1/migrations')).length,
  },
  {
    ask: 'What does this error code mean?',
    facts: () => ({ error_code: 'listing_inactive' }),
    answer: ({ error }) => String(error).split('\n')[0],
    truth: async () =>
      (await (await fetch(`${server.baseUrl}/docs/errors/listing_inactive.md`)).text()).split('\n')[0],
  },
  {
    ask: 'Why did this request fail? Explain it.',
    facts: () => ({ request_id: 'task-request' }),
    answer: ({ request }) => [(request as AnswerRow)['status'], (request as AnswerRow)['error_code']],
    truth: () => [404, 'not_found'],
  },
  {
    ask: 'Which plan do we have, and how much of its limits is used and left?',
    answer: ({ plan, left_today }) => [plan, left_today],
    truth: async () => {
      const { tier, remaining } = await get('/v1/usage/summary?range=7d')
      return [tier, (remaining as AnswerRow)['daily']]
    },
  },
  {
    ask: 'Search the documentation: how are webhooks signed?',
    facts: () => ({ query: 'verify the signature of a webhook' }),
    answer: (answer) => rowsOf(answer, 'results').some(({ page }) => String(page).includes('webhooks')),
    truth: () => true,
  },
  {
    ask: 'Plan to close two nights of the listing.',
    facts: () => ({ listing_id: villa()['id'], dates: freeNights(), available: false }),
    answer: ({ summary, channels_touched }) => [
      freeNights().every((night) => String(summary).includes(night)),
      channels_touched,
    ],
    truth: () => [true, rowsOf(villa(), 'channels').map(({ platform }) => platform)],
  },
  {
    ask: 'Plan another price for the nights.',
    facts: () => ({ listing_id: villa()['id'], dates: freeNights().slice(0, 1), price: 777 }),
    answer: (answer) => rowsOf(answer, 'changes').map(({ after: value }) => textOf(value)),
    truth: () => ['777'],
  },
  {
    ask: 'Plan the cancellation of the stay.',
    facts: () => ({ reservation_id: ownStay }),
    answer: ({ summary }) => String(summary).includes(ownStay),
    truth: () => true,
  },
  {
    ask: 'Plan a message to the guest of the conversation.',
    facts: () => ({ conversation_id: conversations[0]?.['id'], text: 'Of course.' }),
    answer: (answer) => rowsOf(answer, 'guests_told').map(textOf),
    truth: () => [conversations[0]?.['guestName']],
  },
]

describe(`${tasks.length} tasks of an agent`, { concurrency: false }, () => {
  before(async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    server = await startServerProcess(folder.folder, { DATABASE_URL: database.url })
    undo.push(server.stop)
    agent = await connectAgent({ url: server.baseUrl, key: server.keys.sandboxKey })
    undo.push(agent.close)
    scripted = await createScriptedAgent(agent)
    const read = async (url: string) => rowsOf(await get(url))
    ;[listings, stays, conversations, accounts] = await Promise.all([
      read('/v1/listings'),
      read('/v1/reservations?limit=100'),
      read('/v1/conversations'),
      read('/v1/connect'),
    ])
    const made = await api<{ id: string }>(server, server.keys.sandboxKey, 'POST', '/v1/reservations', {
      listingId: villa()['id'],
      checkIn: dayAfter(departure(), 100),
      checkOut: dayAfter(departure(), 103),
      guest: { firstName: 'Ada' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    ownStay = made.body.id
    await api(server, server.keys.sandboxKey, 'GET', '/v1/listings/1', undefined, {
      'x-request-id': 'task-request',
    })
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  for (const { ask, facts = () => ({}), answer: read, truth } of tasks)
    it(ask, async () => {
      const { answer, isError, used } = await scripted.solve(ask, facts())
      assert.equal(isError, false, `${used.join(', ')}: ${JSON.stringify(answer)}`)
      assert.deepEqual(read(answer), await truth(), used.join(', '))
    })
})
