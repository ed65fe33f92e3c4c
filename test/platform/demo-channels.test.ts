/** The demo of both channels as a user runs it: what is booked at one of them on its page closes at the other. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runScript, type Child } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'

/** It sets a database up and imports three accounts, on a machine that may be busy. */
const withinMs = 90_000

interface Now {
  homes: string[]
  nights: { dates: string[]; at: Record<'airbnb' | 'here' | 'booking', { left: number; price: number }[]> }
  stays: { id: string; source: string; confirmationCode: string; checkIn: string }[]
  entries: { words: string; took: Record<string, number | null> }[]
}

const { folder, remove } = testFolder()
let child: Child
let page = ''
before(async () => {
  child = runScript('src/cli.ts', ['demo', '--channels', '--port', '0'], {
    env: { DATA_DIR: path.join(folder, 'data') },
    cwd: folder,
  })
  ;[, page = ''] = await child.line(/^Page +(http:\/\/127\.0\.0\.1:\d+)/m, withinMs)
})
after(async () => {
  child.process.kill('SIGINT')
  await child.ended
  remove()
})

/** Every look at the page is some requests to the server, which takes 600 a minute of a key. */
const seldom = { everyMs: 500 }
const now = async () => {
  const answer = await fetch(`${page}/now?home=0`)
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text) as Now
}
const act = async (body: object) => {
  const answer = await fetch(`${page}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ home: 0, ...body }),
  })
  return { status: answer.status, body: (await answer.json()) as { words?: string; error?: string } }
}
/** Once all three places show it. */
const shown = (words: string) =>
  until(
    `"${words}" to show everywhere`,
    async () => {
      const { entries } = await now()
      const entry = entries.find((one) => one.words === words)
      const took = Object.values(entry?.took ?? {})
      return took.length === 3 && !took.includes(null) ? entry : null
    },
    seldom,
  )
const leftOn = async (index: number) => {
  const { at } = (await now()).nights
  return [at.airbnb[index]?.left, at.here[index]?.left, at.booking[index]?.left]
}

test('the page is there, and every night is open at all three places', async () => {
  const answer = await fetch(page)
  assert.match(await answer.text(), /<title>One calendar on two channels<\/title>/)
  assert.equal((await now()).homes.length, 2)
  await until(
    'the first calendars to be written',
    async () => {
      const { at } = (await now()).nights
      return Object.values(at).every((nights) => nights.every(({ left }) => left === 1))
    },
    seldom,
  )
})

for (const [index, place, words] of [
  [1, 'airbnb', 'A guest booked on Airbnb'],
  [3, 'booking', 'A guest booked at Booking.com'],
  [5, 'here', 'Somebody booked by the API'],
] as const) {
  test(`what is booked by ${place} closes everywhere, and opens when it is called off`, async () => {
    const date = (await now()).nights.dates[index] ?? ''
    const booked = await act({ act: `${place}.book`, from: date, to: date })
    assert.deepEqual(booked, { status: 200, body: { words } })
    await shown(words)
    assert.deepEqual(await leftOn(index), [0, 0, 0])
    const stay = (await now()).stays.find(({ checkIn }) => checkIn === date)
    assert.ok(stay)
    const id = place === 'here' ? stay.id : stay.confirmationCode
    const cancelled = await act({ act: `${place}.cancel`, id, from: date, to: date })
    assert.equal(cancelled.status, 200, cancelled.body.error ?? '')
    await shown(cancelled.body.words ?? '')
    assert.deepEqual(await leftOn(index), [1, 1, 1])
  })
}

test('what the host closes and prices shows at both channels; what cannot be is said', async () => {
  const [date = ''] = (await now()).nights.dates
  await act({ act: 'here.price', from: date, to: date, price: 177 })
  await shown('The host wants 177 for it')
  const { at } = (await now()).nights
  assert.deepEqual([at.airbnb[0]?.price, at.booking[0]?.price], [177, 177])
  await act({ act: 'here.close', from: date, to: date })
  await shown('The host closed it')
  const refused = await act({ act: 'booking.book', from: date, to: date })
  assert.deepEqual([refused.status, refused.body.error?.startsWith('not to be booked')], [409, true])
  assert.equal((await act({ act: 'here.burn', from: date, to: date })).status, 409)
})
