/** The console in a real browser: the first sign-in, every screen, live data and the sandbox, what is written and what is refused. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type Looks } from '../connect/chromium.ts'
import {
  assertReadable,
  barriers,
  builtConsole,
  heading,
  openSandbox,
  screens,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

const kilobytes = 1000
const mostFirstView = 200 * kilobytes

describe('the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  before(async () => {
    world = await startConsoleWorld()
  })
  after(() => world.stop())

  test('its first view stays small', () => {
    const shell = readFileSync(path.join(builtConsole, 'index.html'), 'utf8')
    const sizes = readdirSync(path.join(builtConsole, 'assets'))
      .filter((name) => shell.includes(name))
      .map((name) => ({
        name,
        bytes: gzipSync(readFileSync(path.join(builtConsole, 'assets', name))).length,
      }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(`first view: ${(total / kilobytes).toFixed(1)} kB of script and style, compressed`)
    assert.ok(sizes.length >= 2 && total < mostFirstView, JSON.stringify(sizes))
  })

  test('the link that the start prints makes the first owner', async () => {
    const [, printed = ''] = /Console: (http\S+)/.exec(world.server().output()) ?? []
    assert.match(printed, /\/console#token=ol_/)
    const { page, complaints, context } = await world.open()
    await page.goto(printed)
    await heading(page).getByText('Welcome to Lodgewire').waitFor()
    assert.ok(!page.url().includes('token'), 'the secret does not stay in the address')
    assert.deepEqual(await barriers(page), [])
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page).getByText('Today').waitFor()
    assert.equal(await page.evaluate('document.cookie'), '', 'scripts see no cookie')
    await page.getByText('No homes yet').waitFor()
    await page.getByRole('button', { name: 'Look around in the sandbox' }).click()
    await page.locator('.mode').getByText('Sandbox').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
    const again = await world.open()
    await again.page.goto(printed)
    await again.page.getByLabel('E-mail address').fill('eve@example.com')
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByRole('alert').waitFor()
    await again.context.close()
  })

  // Two looks meet both widths, both languages, and light and dark.
  for (const looks of [{}, { width: 360, colorScheme: 'dark', locale: 'fr-FR' }] satisfies Looks[]) {
    test(`every screen can be read by everybody: ${JSON.stringify(looks)}`, async () => {
      const { page, complaints, context } = await world.signIn(looks)
      await openSandbox(page)
      const of = Object.values(looks).join('-') || 'desktop'
      for (const [name, address] of Object.entries(screens)) {
        await page.goto(world.addressOf(address))
        await assertReadable(page, `${name}-${of}`)
      }
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('on a phone the menu opens every screen', async () => {
    const { page, complaints, context } = await world.signIn({ width: 360 })
    await openSandbox(page)
    const menu = page.getByRole('button', { name: 'Menu' })
    for (const name of ['Calendar', 'Inbox', 'Settings']) {
      const box = await menu.boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box))
      await menu.click()
      await page.getByRole('link', { name, exact: true }).click()
      await heading(page).getByText(name).waitFor()
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('signing out in the sandbox ends both sessions', async () => {
    const { page, context } = await world.signIn()
    await openSandbox(page)
    const cookies = await context.cookies(`${world.origin()}/v1`)
    const tokens = cookies.filter(({ name }) => name.endsWith('session')).map(({ value }) => value)
    assert.equal(tokens.length, 2)
    await page.locator('details.menu summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail address').waitFor()
    for (const token of tokens)
      await until(
        'the end of a session',
        async () => (await api(world.server(), token, 'GET', '/v1/members/me')).status === 401,
      )
    await page.reload()
    await page.getByLabel('E-mail address').waitFor()
    await context.close()
  })

  test('nights are chosen by keyboard, tried, written and shown', async () => {
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    await page.goto(world.addressOf('/calendar'))
    await page.locator('.night.free').first().waitFor()
    await page.getByRole('grid').focus()
    await page.locator('.night[tabindex="0"]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    assert.equal(await page.locator('.night.chosen').count(), 2)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Price per night').fill('123.50')
    await panel.getByRole('button', { name: 'Show what would change' }).click()
    await panel.getByText('2 nights would change.').waitFor()
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').waitFor()
    await page.locator('.night[data-values*="123.5"]').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a booking is made once, changed after a trial, and cancelled after a question', async () => {
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    await page.goto(world.addressOf('/reservations/new'))
    await page.getByLabel('Listing').selectOption({ index: 1 })
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Check-in').fill(day(120))
    await page.getByLabel('Check-out').fill(day(124))
    await page.getByText('4 nights:').waitFor()
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByRole('button', { name: 'Book', exact: true }).dblclick()
    await heading(page).getByText('Grace Hopper').waitFor()
    const { body } = await api<{ data: { guestName: string }[] }>(
      world.server(),
      world.server().keys.sandboxKey,
      'GET',
      `/v1/reservations?check_in_after=${day(120)}&check_in_before=${day(120)}`,
    )
    assert.equal(body.data.filter(({ guestName }) => guestName === 'Grace Hopper').length, 1)
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Check-out').fill(day(125))
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
    await dialog.getByRole('button', { name: 'Change it now' }).click()
    await page.getByText('The stay is changed.').waitFor()
    await page.getByText('checkOut').first().waitFor()
    await page.getByRole('button', { name: 'Cancel stay' }).click()
    await dialog.getByText('Grace Hopper').waitFor()
    await dialog.getByRole('button', { name: 'Cancel the stay' }).click()
    await page.locator('.badge', { hasText: 'Cancelled' }).first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a key and a webhook show their secret once; a revoked key is refused', async () => {
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf('/developers/keys'))
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('From the console')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    const key = await dialog.locator('code.secret').innerText()
    assert.equal((await api(world.server(), key, 'GET', '/v1/listings')).status, 200)
    assert.equal((await api(world.server(), key, 'PUT', '/v1/kv/a', { value: 1 })).status, 403)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: 'From the console' }).getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key is revoked.').waitFor()
    assert.equal((await api(world.server(), key, 'GET', '/v1/listings')).status, 401)
    assert.ok(!(await page.content()).includes(key))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a member who only reads is shown no button that writes, and is handed a link without a mail server', async () => {
    const { page, context } = await world.signIn()
    await page.goto(world.addressOf('/settings/members'))
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('reader@example.com')
    await dialog.getByLabel('Role').selectOption('read_only')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = new URL(await dialog.locator('code.secret').innerText())
    await context.close()
    const reader = await world.open()
    await reader.page.goto(`${world.origin()}/console${link.search}${link.hash}`)
    await reader.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(reader.page).getByText('Today').waitFor()
    await openSandbox(reader.page)
    for (const [address, button] of [
      ['/reservations', 'New reservation'],
      ['/developers/webhooks', 'New webhook'],
      ['/developers/keys', 'New key'],
      ['/settings/members', 'Invite a person'],
      ['/accounts', 'Connect an account'],
    ] as const) {
      await reader.page.goto(world.addressOf(address))
      await settled(reader.page)
      assert.equal(await reader.page.getByText(button, { exact: true }).count(), 0, address)
    }
    const refused = await reader.page.evaluate(
      `fetch('/v1/webhooks', { method: 'POST', headers: { 'x-lodgewire-console': 'live', 'content-type': 'application/json' },
        body: '{"url":"https://example.com","events":["*"]}' }).then(({ status }) => status)`,
    )
    assert.equal(refused, 403)
    await reader.context.close()
  })

  test('what a guest wrote is text, wherever it is shown', async () => {
    const attack = '<img src=x onerror="document.title=\'owned\'">'
    const { page, complaints, context } = await world.signIn()
    await openSandbox(page)
    await page.goto(world.addressOf('/inbox'))
    await page.locator('.lines a').first().click()
    await page.getByLabel('Your answer').fill(attack)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.messages', { hasText: attack }).waitFor()
    assert.equal(await page.locator('.messages img').count(), 0)
    assert.doesNotMatch(await page.title(), /owned/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a server that is gone for a moment is said, and what was read stays', async () => {
    const { page, context } = await world.signIn()
    await openSandbox(page)
    await page.goto(world.addressOf('/listings'))
    await page.getByRole('table').waitFor()
    const rows = await page.locator('tbody tr').count()
    await world.server().kill()
    await page.locator('button.fresh').first().click()
    await page.getByText('The server did not answer.').waitFor()
    assert.equal(await page.locator('tbody tr').count(), rows)
    await world.restart()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('The server did not answer.').waitFor({ state: 'detached' })
    await context.close()
  })
})
