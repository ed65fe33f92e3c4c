/**
 * The documentation in a real browser: search, reading, trying, keyboard, phone, dark mode and assistive technology.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import {
  openWindow,
  startChromium,
  withoutChromium,
  type Looks,
  type WatchedPage,
} from './connect/chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

/** Returns barriers that axe finds for people who cannot see or point. */
async function barriers(page: Page, within = 'body'): Promise<string[]> {
  await page.evaluate(axe)
  const checked = await page.evaluate(`axe.run('${within}', { resultTypes: ['violations'] })`)
  return (checked as AxeResult).violations.map(
    ({ id, help, nodes }) => `${id}: ${help}, e.g. ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`,
  )
}

/** When the page was usable, and what it loaded. */
const measure = `({
  ready: performance.getEntriesByName('docs-ready')[0].startTime,
  entries: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
})`

const kindsOfPage = {
  home: '/docs',
  'index of guides': '/docs/guides',
  guide: '/docs/guides/webhooks',
  overview: '/docs/api',
  // Larger pages have more of the same parts and take minutes.
  reference: '/docs/api/keys',
  'error code': '/docs/errors/pms_duplicate',
  settings: '/docs/operate/configuration',
  missing: '/docs/webhok',
}

describe('the documentation', { skip: withoutChromium(), concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  let server: ServerProcess
  let browser: Browser
  before(async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    server = await startServerProcess(folder.folder, { DATABASE_URL: database.url })
    undo.push(server.stop)
    browser = await startChromium(folder.folder)
    undo.push(() => browser.close())
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const open = (looks?: Looks): Promise<WatchedPage> =>
    openWindow(browser, [new URL(server.baseUrl).origin], looks)
  const go = async (page: Page, path: string) => {
    await page.goto(`${server.baseUrl}${path}`)
    await page.waitForFunction(`performance.getEntriesByName('docs-ready').length > 0`)
  }
  const dialog = (page: Page) => page.locator('dialog[open]')
  const operation = (page: Page, id: string) => page.locator(`[id="${id}"]`)

  for (const looks of [{}, { colorScheme: 'dark' }, { width: 360 }] satisfies Looks[]) {
    test(`has no barriers: ${JSON.stringify(looks)}`, async () => {
      const { page, complaints, context } = await open(looks)
      for (const [kind, path] of Object.entries(kindsOfPage)) {
        await go(page, path)
        assert.deepEqual(await barriers(page), [], kind)
        const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        assert.ok(over <= 0, `${kind} is ${over} pixels too wide`)
      }
      await page.keyboard.press('/')
      await dialog(page).getByRole('combobox').fill('cancel')
      await dialog(page).getByRole('option').first().waitFor()
      assert.deepEqual(await barriers(page, 'dialog'), [], 'search')
      await go(page, '/docs/api/keys')
      await operation(page, 'createKey').getByRole('button', { name: 'Try it' }).click()
      await page.getByRole('form').waitFor()
      assert.deepEqual(await barriers(page, 'form'), [], 'form')
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('is searched by keyboard alone', async () => {
    const { page, complaints, context } = await open()
    await go(page, '/docs/guides/quickstart')
    await page.keyboard.press('/')
    const field = dialog(page).getByRole('combobox')
    await field.waitFor()
    assert.ok(await page.evaluate('document.activeElement.getAttribute("role") === "combobox"'))
    await page.keyboard.type('reservation')
    await dialog(page).getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    const second = dialog(page).getByRole('option').nth(1)
    assert.equal(await second.getAttribute('aria-selected'), 'true')
    assert.equal(await field.getAttribute('aria-activedescendant'), await second.getAttribute('id'))
    await page.keyboard.press('Escape')
    assert.equal(await dialog(page).count(), 0)
    await page.keyboard.press('Control+k')
    await field.fill('idempotancy')
    await dialog(page).getByText('Nothing found').waitFor()
    await dialog(page).getByRole('button', { name: 'idempotency', exact: true }).click()
    await dialog(page).getByRole('option').first().waitFor()
    await field.fill('primaryGuest.email')
    await dialog(page).locator('mark').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#getReservation\.reply\.primaryGuest\.email$/)
    // The field is folded into its parent, and the link opens it.
    const row = operation(page, 'getReservation.reply.primaryGuest.email')
    await row.waitFor({ state: 'visible' })
    await page.waitForFunction(
      `(({ top }) => top >= 0 && top < innerHeight)(document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect())`,
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('sends what was filled in to the sandbox, with a key that only this tab has', async () => {
    const { page, complaints, context } = await open()
    await go(page, '/docs/api/listings')
    const article = operation(page, 'getListing')
    await page.getByRole('textbox', { name: 'API key' }).first().fill(server.keys.liveKey)
    await article.locator('[data-language=curl] code', { hasText: server.keys.liveKey }).waitFor()
    await article.getByRole('button', { name: 'Try it' }).click()
    const form = page.getByRole('form', { name: 'Try: Get a listing' })
    await form.getByRole('button', { name: 'Send to the sandbox' }).click()
    await form.getByText('Only sandbox keys are sent from here').waitFor()
    await form.getByRole('textbox', { name: 'API key' }).fill(server.keys.sandboxKey)
    await form.getByRole('button', { name: 'Send to the sandbox' }).click()
    // The example's id does not exist, so the answer says what to do.
    await form.getByText('404').first().waitFor()
    await form.getByRole('link', { name: 'More about not_found' }).waitFor()
    await form.getByRole('button', { name: 'Find one' }).click()
    await article.locator('[data-language=curl] code', { hasText: /listings\/9\d{8}/ }).waitFor()
    await form.getByRole('button', { name: 'Send to the sandbox' }).click()
    await form.getByText('200').first().waitFor()
    assert.match((await form.locator('.outcome figure code').textContent()) ?? '', /^\{\n {2}"id": "9\d{8}",/)
    await form.locator('.outcome summary').click()
    await form.getByText('x-request-id:').waitFor()
    // The key is kept for this tab only, not in a cookie or for other windows.
    assert.equal(await page.evaluate(() => sessionStorage.getItem('key')), server.keys.sandboxKey)
    assert.deepEqual(await context.cookies(), [])
    assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes('sk_'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('makes a booking from the form, whose body is checked while it is typed', async () => {
    const { page, complaints, context } = await open()
    await go(page, '/docs/api/reservations')
    await page.getByRole('textbox', { name: 'API key' }).first().fill(server.keys.sandboxKey)
    const headers = { authorization: `Bearer ${server.keys.sandboxKey}` }
    const listings = (await (await fetch(`${server.baseUrl}/v1/listings`, { headers })).json()) as {
      data: { id: string }[]
    }
    const article = operation(page, 'createReservation')
    await article.getByRole('button', { name: 'Try it' }).click()
    const form = page.getByRole('form', { name: 'Try: Create a reservation' })
    const body = form.getByRole('textbox', { name: 'Body' })
    await body.fill('{ "listingId": ')
    await form.getByText('No JSON yet').waitFor()
    const wanted = {
      listingId: listings.data.at(-1)?.id,
      checkIn: '2029-07-01',
      checkOut: '2029-07-05',
      guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
      guestCount: 2,
    }
    await body.fill(JSON.stringify(wanted))
    await article.getByRole('button', { name: 'Python' }).click()
    await article.locator('[data-language=python] code', { hasText: '"2029-07-01"' }).waitFor()
    await form.getByRole('button', { name: 'Send to the sandbox' }).click()
    await form.locator('.result strong').waitFor()
    assert.match((await form.locator('.result').textContent()) ?? '', /^20[01] /)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('remembers the language of examples and the colours', async () => {
    const { page, complaints, context } = await open({ colorScheme: 'light' })
    await go(page, '/docs/api/guests')
    await page.getByRole('button', { name: 'TypeScript' }).first().click()
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    await go(page, '/docs/api/listings')
    await operation(page, 'listListings').locator('[data-language=typescript]').waitFor({ state: 'visible' })
    assert.equal(await operation(page, 'listListings').locator('[data-language=curl]').isVisible(), false)
    const colour = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const dark = await colour()
    await page.getByRole('button', { name: 'Switch to light' }).click()
    assert.notEqual(await colour(), dark)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('moves nothing for who asked for calm', async () => {
    const { page, context } = await open({ reducedMotion: 'reduce' })
    await go(page, '/docs')
    const durations = (await page.evaluate(
      '[...document.querySelectorAll("*")].map((element) => getComputedStyle(element).transitionDuration)',
    )) as string[]
    assert.deepEqual([...new Set(durations)], ['0s'])
    await context.close()
  })

  test('is soon ready', async (t) => {
    for (const path of ['/docs', '/docs/guides/webhooks', '/docs/api/reservations', '/docs/api/airbnb']) {
      // The server renders each page once, so the first request is not measured.
      await fetch(`${server.baseUrl}${path}`)
      const { page, context } = await open()
      await go(page, path)
      const { ready, entries } = (await page.evaluate(measure)) as {
        ready: number
        entries: { name: string; bytes: number }[]
      }
      const sum = (ending: RegExp) =>
        entries.filter(({ name }) => ending.test(name)).reduce((all, { bytes }) => all + bytes, 0)
      const [script, style] = [sum(/\.js$/), sum(/\.css$/)]
      t.diagnostic(
        `${path}: ready after ${Math.round(ready)} ms; page ${entries[0]?.bytes} bytes, script ${script}, style ${style}`,
      )
      assert.ok(script < 20_000, `${script} bytes of script`)
      assert.ok(style < 10_000, `${style} bytes of style`)
      // The limit is generous, since the machine may be busy.
      assert.ok(ready < 10_000, `${path} was ready after ${ready} ms`)
      await context.close()
    }
  })
})
