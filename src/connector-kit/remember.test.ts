import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorContext } from './connector.ts'
import { remember, rememberIn, rememberSettings } from './remember.ts'

function vendor() {
  const state = { time: 0, asked: 0, fails: false }
  const refuse = () => Promise.reject(new Error('no call is expected'))
  const http = { get: refuse, post: refuse, put: refuse, patch: refuse, delete: refuse }
  const context: VendorContext = { http, now: () => new Date(state.time) }
  const ask = (key = 'names', caller = context) =>
    remember(caller, key, 1000, async () => {
      state.asked += 1
      if (state.fails) throw new Error('out of order')
      return state.asked
    })
  return { state, context, ask }
}

describe('remember', () => {
  it('asks once while it lasts, also for those who ask meanwhile', async () => {
    const { state, ask } = vendor()
    assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
    state.time = 999
    assert.equal(await ask(), 1)
    state.time = 1000
    assert.equal(await ask(), 2)
  })

  it('keeps things apart by name and by client', async () => {
    const { state, context, ask } = vendor()
    await Promise.all([ask('a'), ask('b'), ask('a', { ...context, http: { ...context.http } })])
    assert.equal(state.asked, 3)
  })

  it('asks again after a failure', async () => {
    const { state, ask } = vendor()
    state.fails = true
    await assert.rejects(ask(), /out of order/)
    state.fails = false
    assert.equal(await ask(), 2)
  })
})

describe('rememberSettings', () => {
  const settings = new Map()
  const sharing = (context: VendorContext) => {
    const http = { ...context.http }
    rememberIn(http, { work: new Map(), settings })
    return { ...context, http }
  }

  it('lasts from one piece of work to the next, where what is remembered for work does not', async () => {
    const { state, context, ask } = vendor()
    const load = async () => (state.asked += 1)
    const [first, second] = [sharing(context), sharing(context)]
    assert.equal(await rememberSettings(first, 'settings', 1000, load), 1)
    assert.equal(await rememberSettings(second, 'settings', 1000, load), 1)
    assert.deepEqual([await ask('a', first), await ask('a', second)], [2, 3])
    state.time = 1000
    assert.equal(await rememberSettings(first, 'settings', 1000, load), 4)
  })

  it('lets nobody wait for what other work is asking', async () => {
    const { context } = vendor()
    const never = rememberSettings(sharing(context), 'slow', 1000, () => new Promise<number>(() => {}))
    assert.equal(await rememberSettings(sharing(context), 'slow', 1000, async () => 7), 7)
    void never
  })

  it('keeps no more than it must', async () => {
    const { context } = vendor()
    const own = sharing(context)
    for (let i = 0; i < 600; i += 1) await rememberSettings(own, `name ${i}`, 1000, async () => i)
    assert.ok(settings.size <= 500)
  })
})
