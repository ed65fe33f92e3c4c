/** Drafts by a language model in the console: put into the answer as text, and sent by nobody but a person. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startStandIn, type StandIn } from '../../ai/stand-in.ts'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { openSandbox, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const reply = `Yes, you may arrive at two. <img src=x onerror="document.title='owned'">`

describe('drafts by a language model', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let model: StandIn
  before(async () => {
    model = await startStandIn()
    world = await startConsoleWorld({
      ALLOW_PRIVATE_TARGETS: 'true',
      AI_BASE_URL: model.url,
      AI_API_KEY: 'key-of-the-model',
      AI_MODEL: 'small',
    })
    await world.makeOwner()
  })
  after(async () => {
    await world.stop()
    await model.close()
  })

  async function openThread(): Promise<WatchedPage & { sent: () => Promise<number> }> {
    const watched = await world.signIn()
    const { page } = watched
    await openSandbox(page)
    await page.goto(world.addressOf('/inbox'))
    await settled(page)
    await page.locator('.lines a', { hasText: 'James Carter' }).click()
    await page.locator('.rules').waitFor()
    const [, thread = ''] = /\/inbox\/(\d+)/.exec(page.url()) ?? []
    const sent = async () => {
      const { baseUrl, keys } = world.server()
      const { body } = await api<{ data: { direction: string }[] }>(
        { baseUrl },
        keys.sandboxKey,
        'GET',
        `/v1/conversations/${thread}/messages`,
      )
      return body.data.filter(({ direction }) => direction === 'outbound').length
    }
    return { ...watched, sent }
  }

  test('a draft is put into the answer once, and nothing is sent', async () => {
    model.answers.push({ say: { reply, confidence: 0.8 } })
    const { page, complaints, context, sent } = await openThread()
    const before = await sent()
    await page.getByRole('button', { name: 'Draft with AI' }).dblclick()
    await page.getByText(/says it is 80\s?% sure/).waitFor()
    assert.equal(await page.getByLabel('Your answer').inputValue(), reply)
    assert.equal(await page.locator('main img[src=x]').count(), 0)
    assert.doesNotMatch(await page.title(), /owned/)
    assert.equal(model.sent.length, 1)
    assert.equal(await sent(), before)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a model that fails says so, and what was typed stays', async () => {
    model.answers.splice(0, model.answers.length, { status: 400 })
    const { page, context } = await openThread()
    await page.getByLabel('Your answer').fill('Half a sentence')
    await page.getByRole('button', { name: 'Draft with AI' }).click()
    await page.getByRole('alert').first().waitFor()
    assert.equal(await page.getByLabel('Your answer').inputValue(), 'Half a sentence')
    await context.close()
  })
})
