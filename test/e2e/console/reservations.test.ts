/** Reservations in a real browser: filters, files, the story of a stay, and answers that were lost. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type Looks } from '../connect/chromium.ts'
import {
  assertReadable,
  heading,
  openSandbox,
  openScreen,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

describe('the reservations of the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let receiver: Server
  let stayId = ''
  const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
    api<T>(world.server(), world.server().keys.sandboxKey, method, path, body)
  before(async () => {
    receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve)
    })
    world = await startConsoleWorld({ ALLOW_PRIVATE_TARGETS: 'true' })
    const { page, context } = await world.open()
    await page.goto(await world.printLink())
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('nav.side').waitFor()
    await openSandbox(page)
    await context.close()
    const { port } = receiver.address() as AddressInfo
    const hook = await ask('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['*'] })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    const { body: listings } = await ask<{ data: { id: string }[] }>('GET', '/v1/listings')
    const made = await ask<{ id: string }>('POST', '/v1/reservations', {
      listingId: listings.data[0]?.id,
      checkIn: day(200),
      checkOut: day(203),
      platform: 'direct',
      guest: { firstName: 'Grace', lastName: '<img src=x onerror=alert(1)>' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    stayId = made.body.id
    assert.equal((await ask('PATCH', `/v1/reservations/${stayId}`, { checkOut: day(204) })).status, 200)
    await until('the deliveries', async () => {
      const { body } = await ask<{ data: unknown[] }>(
        'GET',
        `/v1/webhooks/${String(hook.body['id'])}/deliveries?status=success`,
      )
      return body.data.length > 1
    })
  })
  after(async () => {
    await world.stop()
    receiver.close()
  })

  for (const [name, looks] of [
    ['desktop', {}],
    ['phone-fr-dark', { width: 360, locale: 'fr-FR', colorScheme: 'dark' }],
  ] as const satisfies [string, Looks][]) {
    test(`can be read by everybody: ${name}`, async () => {
      const { page, complaints, context } = await openScreen(world, '/reservations?status=confirmed', looks)
      await page.locator('.choice summary').click()
      await assertReadable(page, `reservations-list-${name}`)
      await page.goto(world.addressOf(`/reservations/${stayId}`))
      await page.locator('.story li.event').first().waitFor()
      await assertReadable(page, `reservations-story-${name}`)
      await page.locator('.story').scrollIntoViewIfNeeded()
      await page.screenshot({
        path: `screenshots/console/reservations-story-below-${name}.png`,
        fullPage: true,
      })
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('filters are saved under a name, found again, and removed; columns hold', async () => {
    const { page, complaints, context } = await openScreen(world, '/reservations')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('confirmed')
    await page.getByLabel('Name of these filters').fill('Sure ones')
    await page.getByRole('button', { name: 'Save the filters' }).click()
    await page.getByLabel('Name of these filters').waitFor({ state: 'detached' })
    await page.locator('.choice summary').click()
    await page.locator('.choice').getByLabel('Confirmation code').check()
    await page.goto(world.addressOf('/reservations'))
    await page.getByRole('columnheader', { name: 'Confirmation code' }).waitFor()
    await page.getByRole('link', { name: 'Sure ones' }).click()
    await until('the filter', () => Promise.resolve(page.url().endsWith('?status=confirmed')))
    assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'confirmed')
    await page.getByRole('button', { name: 'Remove the filter Sure ones' }).click()
    assert.equal(await page.getByRole('link', { name: 'Sure ones' }).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('the file has the whole list', async () => {
    const { page, context } = await openScreen(world, '/reservations')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the whole list as CSV' }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
    const { body } = await ask<{ pagination: { total: number } }>('GET', '/v1/reservations?limit=1')
    assert.equal(lines.length, body.pagination.total + 1)
    await context.close()
  })

  test('the story has changes with before and after, events, where they went, and messages', async () => {
    const { page, complaints, context } = await openScreen(world, `/reservations/${stayId}`)
    await page.locator('.story li.change', { hasText: 'checkOut' }).waitFor()
    const event = page.locator('.story li.event', { hasText: 'reservation.created' })
    await event.getByText('delivered, attempt 1').waitFor()
    assert.equal(await page.locator('.story img').count(), 0)
    await page.getByLabel('Show').selectOption('change')
    await event.waitFor({ state: 'detached' })
    assert.match(page.url(), /story=change/)
    await page.goto(world.addressOf('/reservations'))
    await page.getByRole('link', { name: 'James Carter' }).first().click()
    await page.locator('.story li.message').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a request says how much time is left, and declining shows what the guest reads', async () => {
    const { page, context } = await openScreen(world, '/reservations')
    const requests = page.locator('section', { hasText: 'Requests to answer' })
    await requests.locator('.badge', { hasText: 'answer in' }).first().waitFor()
    await requests.getByRole('link').first().click()
    await page.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What the guest is told').fill('Sorry, we paint the house.')
    await dialog.locator('.preview', { hasText: 'we paint the house' }).waitFor()
    await page.screenshot({ path: 'screenshots/console/reservations-decline.png' })
    await context.close()
  })

  test('a booking whose answer was lost is followed up, and made once', async () => {
    const { page, context } = await openScreen(world, '/reservations/new')
    await page.getByLabel('Listing').selectOption({ index: 1 })
    await page.getByLabel('Check-in').fill(day(300))
    await page.getByLabel('Check-out').fill(day(302))
    await page.getByText('2 nights:').waitFor()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lost')
    let isLost = true
    await page.route('**/v1/reservations', async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.continue()
      isLost = false
      await route.fetch()
      return route.abort()
    })
    const states = [
      { state: 'unknown', nextSearchAt: new Date(Date.now() + 60_000).toISOString() },
      { state: 'succeeded', nextSearchAt: null, reservationId: stayId },
    ]
    await page.route('**/v1/reservations/intents/*', (route) =>
      route.fulfill({
        json: {
          ...{ key: 'k', kind: 'create', provider: 'hostaway', listingId: '1', reservationId: null },
          ...{
            externalId: null,
            attempts: 1,
            searches: 2,
            error: null,
            createdAt: day(0),
            updatedAt: day(0),
          },
          ...(states.length > 1 ? states.shift() : states[0]),
        },
      }),
    )
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByText('did not answer. It may have been done or not').waitFor()
    await page.screenshot({ path: 'screenshots/console/reservations-lost.png' })
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await heading(page).getByText('Ada Lost').waitFor()
    const { body } = await ask<{ data: { guestName: string }[] }>(
      'GET',
      `/v1/reservations?check_in_after=${day(300)}&check_in_before=${day(300)}`,
    )
    assert.equal(body.data.filter(({ guestName }) => guestName === 'Ada Lost').length, 1)
    await page.goto(world.addressOf('/reservations'))
    await settled(page)
    assert.equal(await page.getByText('Not known yet').count(), 0)
    await context.close()
  })
})
