/**
 * How long one request keeps all others waiting, by the processor time of the thread that serves: `npm run drills` does it with every
 * route, this with the largest bodies there are.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { slowness } from '../harness/slowness.ts'

const mostHeldMs = 100
const tries = 3
const mebibyte = 1024 * 1024

/** Somebody else's thread, so that what making the request costs is not counted. */
const sender = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async ({ url, key, text }) => {
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
    try {
      const answer = await fetch(url, { method: 'POST', headers, body: text })
      parentPort.postMessage({ status: answer.status, text: await answer.text() })
    } catch (error) {
      parentPort.postMessage({ status: 0, text: String(error.cause ?? error) })
    }
  })
`

interface Told {
  status: number
  text: string
}

describe('a request holds nobody up', () => {
  let t: TestApp
  let worker: Worker
  let origin = ''
  before(async () => {
    t = await startTestApp()
    origin = await t.listen()
    worker = new Worker(sender, { eval: true })
  })
  after(async () => {
    await worker.terminate()
    await t.close()
  })

  const send = (path: string, text: string, key: string): Promise<Told> =>
    new Promise((resolve) => {
      worker.once('message', resolve)
      worker.postMessage({ url: origin + path, key, text })
    })

  async function heldMs(work: () => Promise<unknown>): Promise<number> {
    const spent = () => process.threadCpuUsage().user / 1000
    let [most, last] = [0, spent()]
    const timer = setInterval(() => {
      const now = spent()
      most = Math.max(most, now - last)
      last = now
    }, 2)
    await work()
    // What is left of the work is over at the next turn of the timers.
    await new Promise((resolve) => setTimeout(resolve, 10))
    clearInterval(timer)
    return most
  }

  /** What all tries have in common: garbage is collected and code is compiled in one of them. */
  async function assertFree(
    path: string,
    text: string,
    { key = t.liveKey, status }: { key?: string; status: number },
  ) {
    const held: number[] = []
    while (held.length < tries && (held.at(-1) ?? Infinity) > mostHeldMs) {
      let told: Told = { status: 0, text: '' }
      const took = await heldMs(async () => void (told = await send(path, text, key)))
      held.push(took > mostHeldMs ? took / slowness() : took)
      assert.equal(told.status, status, told.text)
    }
    assert.ok(
      Math.min(...held) <= mostHeldMs,
      `${text.slice(0, 40)}… held the server for ${held.join(', ')} ms`,
    )
  }

  const migration = async () => {
    const begun = await t.post('/v1/connect', {
      redirectUrl: 'https://app.example/back',
      purpose: 'migrate',
      workspace: { name: 'A' },
    })
    assert.equal(begun.status, 201, begun.text)
    return `/v1/migrations/${begun.body['workspaceId']}/records`
  }

  it('whatever is sent to an id that nobody has', async () => {
    const text = `{"line":1,"records":[${'['.repeat(8 * mebibyte)}${']'.repeat(8 * mebibyte - 100)}]}`
    await assertFree('/v1/migrations/900900900/records', text, { key: t.sandboxKey, status: 404 })
  })

  it('with lists inside each other, a long list, many names, long names and a long text', async () => {
    const path = await migration()
    const record = (value: string) => `{"line":1,"records":[${value}]}`
    const many = (count: number, part: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => part(at)).join()
    const nested = '['.repeat(7 * mebibyte)
    await assertFree(path, record(`{"a":${nested}`), { status: 400 })
    await assertFree(path, record(`{"a":[${many(4 * mebibyte, () => '1')}]}`), { status: 413 })
    const largest = [
      `{"a":[${many(99_000, () => '1')}]}`,
      `{${many(99_000, (at) => `"name ${at}":1`)}}`,
      `{${many(15_000, (at) => `"${String(at).padEnd(1_000, 'n')}":1`)}}`,
      `{"type":"${'x'.repeat(15 * mebibyte)}"}`,
      many(1_000, (line) => `{"type":"guest",${many(90, (at) => `"${line} ${at}":"${'v'.repeat(100)}"`)}}`),
    ]
    for (const text of largest) await assertFree(path, record(text), { status: 400 })
  })
})
