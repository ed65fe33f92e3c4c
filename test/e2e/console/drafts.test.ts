/** A session that ends while somebody writes loses no word of theirs, and shows none of them to anybody else. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium } from '../connect/chromium.ts'
import { assertReadable, openSandbox, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const attack = '<img src=x onerror="document.title=\'owned\'">'
const words = `Half a text ${attack}`

describe('drafts in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let villa: string
  let thread: string
  let review: string
  before(async () => {
    world = await startConsoleWorld()
    await world.makeOwner()
    const first = async (path: string, isWanted: (row: Record<string, string>) => boolean = () => true) => {
      const { sandboxKey } = world.server().keys
      const answer = await api<{ data: Record<string, string>[] }>(world.server(), sandboxKey, 'GET', path)
      return answer.body.data.find(isWanted)?.['id'] ?? ''
    }
    villa = await first('/v1/listings', ({ name }) => name?.includes('Ocean View') === true)
    thread = await first('/v1/conversations', ({ guestName }) => guestName?.includes('James') === true)
    review = await first('/v1/reviews?status=unanswered')
    assert.ok(villa && thread && review)
  })
  after(() => world.stop())

  const tokensOf = async (context: BrowserContext): Promise<string[]> =>
    (await context.cookies(`${world.origin()}/v1`))
      .filter(({ name }) => name.endsWith('session'))
      .map(({ value }) => value)

  /** Ends all sessions of the window from elsewhere. */
  async function revoke(context: BrowserContext): Promise<void> {
    for (const token of await tokensOf(context)) {
      const { body } = await api<{ data: { id: string; current: boolean }[] }>(
        world.server(),
        token,
        'GET',
        '/v1/sessions?limit=100',
      )
      const own = body.data.find(({ current }) => current)
      const { status } = await api(world.server(), token, 'DELETE', `/v1/sessions/${own?.id ?? ''}`)
      assert.equal(status, 200)
    }
  }

  async function enter(page: Page, link: string): Promise<void> {
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('button.main').click()
    await page.locator('nav.side').waitFor({ state: 'attached' })
    await openSandbox(page)
  }
  const open = async (page: Page, screen: string) => {
    await page.goto(world.addressOf(screen))
    await settled(page)
  }
  const offer = (page: Page) => page.getByRole('button', { name: 'Take it up again' })

  test('texts come back after signing in again, to their writer alone, until they are sent or signed out from', async () => {
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    const [owner = ''] = await tokensOf(context)
    const invited = await api<{ invitationLink: string }>(world.server(), owner, 'POST', '/v1/members', {
      email: 'eve@example.com',
      role: 'manager',
    })

    await open(page, '/inbox/reviews')
    await page.getByRole('button', { name: 'Answer', exact: true }).first().click()
    await page.getByRole('dialog').getByLabel('Your answer').fill(words)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await open(page, `/inbox/${thread}`)
    await page.getByLabel('Your answer').fill(words)
    await open(page, `/listings/${villa}/content`)
    await page.getByLabel('Title for guests').fill(words)
    await revoke(context)
    await page.getByRole('button', { name: 'Save texts and rules' }).click()
    await page.getByLabel('E-mail address').waitFor()

    // Somebody else signs in in the same window.
    const link = new URL(invited.body.invitationLink)
    await enter(page, `${world.origin()}/console${link.search}${link.hash}`)
    await open(page, `/listings/${villa}/content`)
    await page.getByLabel('Title for guests').waitFor()
    assert.equal(await offer(page).count(), 0)
    await open(page, `/inbox/${thread}`)
    assert.equal(await page.getByLabel('Your answer').inputValue(), '')
    assert.ok(!(await page.content()).includes('Half a text'))
    await revoke(context)
    await page.reload()
    await page.getByLabel('E-mail address').waitFor()

    await enter(page, await world.printLink())
    await open(page, `/listings/${villa}/content`)
    await offer(page).waitFor()
    await assertReadable(page, 'draft desktop')
    await offer(page).click()
    assert.equal(await page.getByLabel('Title for guests').inputValue(), words)
    await page.getByText('1 unsaved change').waitFor()
    await page.getByRole('button', { name: 'Save texts and rules' }).click()
    await page.getByText('Saved: title.').waitFor()
    await open(page, `/listings/${villa}/content`)
    assert.equal(await offer(page).count(), 0)

    await open(page, `/inbox/${thread}`)
    assert.equal(await page.getByLabel('Your answer').inputValue(), words)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.messages', { hasText: 'Half a text' }).waitFor()
    assert.equal(await page.getByLabel('Your answer').inputValue(), '')

    await page.setViewportSize({ width: 360, height: 800 })
    await open(page, '/inbox/reviews')
    await page.getByRole('button', { name: 'Answer', exact: true }).first().press('Enter')
    await offer(page).waitFor()
    await assertReadable(page, 'draft phone')
    await page.getByRole('button', { name: 'Discard it' }).click()
    assert.equal(await offer(page).count(), 0)
    await page.getByRole('dialog').getByLabel('Your answer').fill('Thank')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('details.menu summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail address').waitFor()
    const kept = await page.evaluate(`JSON.stringify([{ ...sessionStorage }, { ...localStorage }])`)
    assert.doesNotMatch(String(kept), /Thank|Half/)
    assert.notEqual(await page.title(), 'owned')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
