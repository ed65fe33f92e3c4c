/** Moving house in the console: a whole move out of a simulated system, from the link to the cutover and back again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import type { CutoverCheck } from '../../../src/contract/cutover-check.ts'
import type { Migration } from '../../../src/contract/migration.ts'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { openWindow, withoutChromium, type Looks } from '../connect/chromium.ts'
import { fillCredentials } from '../connect/world.ts'
import { assertReadable, heading, openSandbox, startConsoleWorld, type ConsoleWorld } from './world.ts'

const who = 'Harbour <img src=x onerror="document.title=\'owned\'">'
const importWithinMs = 60_000
/** The watch looks for work every half a minute. */
const lookWithinMs = 100_000

interface ChannelUnits {
  units: {
    unit_id: string
    unit_name: string
    current_listing_id: number | null
    meta: { currency: string }
  }[]
}

interface SimulatedListing {
  id: string | number
  name: string
}

describe('moving house in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let hostaway: RunningSimulator
  let airbnb: RunningSimulator
  let id = ''
  before(async () => {
    hostaway = await startSimulator('hostaway', { listings: 3, reservations: 12, seed: 5, rateLimit: 'off' })
    airbnb = await startSimulator('airbnb', { listings: 2, reservations: 2, seed: 5, rateLimit: 'off' })
    world = await startConsoleWorld({
      ALLOW_PRIVATE_TARGETS: 'true',
      ...airbnb.partner,
      ...hostaway.partner,
      VENDOR_BASE_URLS: [hostaway, airbnb].map(({ vendor, url }) => `${vendor}=${url}`).join(','),
    })
  })
  before(async () => {
    await world.makeOwner()
  })
  after(async () => {
    await world.stop()
    await hostaway.close()
    await airbnb.close()
  })

  const ask = async <T>(method: string, url: string, body?: object): Promise<T> => {
    const answer = await api<T>(world.server(), world.server().keys.liveKey, method, url, body)
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const migration = async () => (await ask<{ data: Migration }>('GET', `/v1/migrations/${id}`)).data
  const listingsOf = (simulator: RunningSimulator) =>
    (simulator.operations.state(new Set()) as unknown as { listings: SimulatedListing[] }).listings
  const step = (page: Page, name: string) => page.locator('.step', { hasText: name }).first()
  const openStep = async (page: Page, name: string): Promise<Locator> => {
    const item = step(page, name)
    const button = item.locator('button.step-title')
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    await item.locator('.step-body').waitFor()
    return item
  }
  const hostPages = (looks: Looks = {}) =>
    openWindow(world.browser, [world.server().baseUrl, world.origin(), hostaway.url, airbnb.url], looks)

  test('what a move is, is said before the first; a second press does not begin a second', async () => {
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf('/migrations'))
    await page.getByText('Nobody moves yet').waitFor()
    await assertReadable(page, 'moves-none')
    await page.getByRole('button', { name: 'Begin a move' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Who moves').fill(who)
    await dialog.getByLabel('Take everything over').uncheck()
    await assertReadable(page, 'moves-begin')
    await dialog.getByLabel('Take everything over').check()
    await dialog.getByRole('button', { name: 'Begin a move' }).dblclick()
    await heading(page).getByText('Harbour').waitFor()
    const { data } = await ask<{ data: Migration[] }>('GET', '/v1/migrations')
    assert.deepEqual(
      data.map(({ name }) => name),
      [who],
    )
    id = data[0]?.workspaceId ?? ''
    assert.notEqual(await page.title(), 'owned')
    await assertReadable(page, 'moves-1-begun')
    await copyTheOldSystem(await page.locator('code.secret').innerText())
    await step(page, 'Copy the old system').getByText('done').waitFor({ timeout: importWithinMs })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** Plays the property manager, who enters what opens the old system. */
  async function copyTheOldSystem(link: string): Promise<void> {
    hostaway.operations.createReservation({})
    const [first] = listingsOf(hostaway)
    const [theirs] = listingsOf(airbnb)
    hostaway.operations.updateListing(String(first?.id), {
      airbnbListingUrl: `https://www.airbnb.com/rooms/${theirs?.id}`,
    })
    const { page, context } = await hostPages()
    await page.goto(link)
    await page.getByRole('button', { name: 'Hostaway' }).click()
    await fillCredentials(page, hostaway.credentials)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await heading(page).getByText('Hostaway is connected').waitFor()
    await context.close()
  }

  test('the report says what came, what did not and why', async () => {
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf('/'))
    await page.getByText('Moves that wait for you').waitFor()
    await page.getByRole('link', { name: who }).click()
    const source = await openStep(page, 'Copy the old system')
    await source.getByText('Every record was stored.').or(source.getByText('Nothing')).first().waitFor()
    await assertReadable(page, 'moves-2-copied')
    const report = await openStep(page, 'Read the report')
    await report
      .getByRole('row', { name: /^Listings/ })
      .first()
      .waitFor()
    await assertReadable(page, 'moves-3-report')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a channel that is connected here is mapped to the listing that is suggested', async () => {
    const [theirs] = listingsOf(airbnb)
    const { url } = await ask<{ url: string }>('POST', '/v1/connect', {
      redirectUrl: world.addressOf('/accounts'),
      allowedProviders: ['airbnb'],
      accessType: 'full_access',
    })
    const host = await hostPages()
    await host.page.goto(url)
    await host.page.getByRole('button', { name: 'Continue to Airbnb' }).click()
    await host.page.getByRole('button', { name: 'Allow' }).click()
    await host.page.waitForURL(`${world.server().baseUrl}/**`)
    await host.page.locator(`#room-${theirs?.id}`).waitFor()
    await host.context.close()
    const { data } = await ask<{ data: { id: string }[] }>('GET', '/v1/connect')
    const { units } = await ask<ChannelUnits>('GET', `/v1/connections/${data[0]?.id}/units`)
    const unit = units.find(({ unit_id }) => unit_id === String(theirs?.id))
    await ask('POST', '/v1/listings', {
      name: unit?.unit_name,
      currency: unit?.meta.currency,
      defaultDailyPrice: 90,
    })
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf(`/migrations/${id}?step=channels`))
    const row = page.getByRole('row', { name: String(theirs?.id) })
    await row.getByText('suggested').waitFor()
    await assertReadable(page, 'moves-4-channels')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('suggested').waitFor({ state: 'detached' })
    assert.equal(await row.getByRole('button', { name: 'Save' }).count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** The upcoming stays of the old system, as the new one would list them. */
  async function upcoming() {
    const { data } = await ask<CutoverCheck>('POST', `/v1/migrations/${id}/cutover-check`, {
      reservations: [],
    })
    return data.missing
  }
  const csvOf = (stays: { confirmationCode: string; checkIn: string; checkOut: string }[]) =>
    Buffer.from(
      [
        'Guest;Confirmation code;Arrival;Departure',
        ...stays.map(
          ({ confirmationCode, checkIn, checkOut }) =>
            `"Hopper; Grace";${confirmationCode};${checkIn.split('-').toReversed().join('.')};${checkOut}`,
        ),
      ].join('\r\n'),
    )
  const upload = async (place: Locator, name: string, stays: Parameters<typeof csvOf>[0]) => {
    await place
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: csvOf(stays) })
    await place.getByRole('button', { name: /^Use th/ }).click()
    await place.getByRole('button', { name: 'Compare now' }).click()
  }

  test('a list is compared, the cutover rehearsed, made, watched and taken back', async () => {
    const stays = await upcoming()
    const [first] = stays
    assert.ok(first && stays.length > 1)
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf(`/migrations/${id}?step=check`))
    const check = await openStep(page, 'Check the stays')
    const wrong = {
      ...first,
      checkOut: `${Number(first.checkOut.slice(0, 4)) + 1}${first.checkOut.slice(4)}`,
    }
    const unknown = { ...first, confirmationCode: 'NOBODY-1' }
    await upload(check, 'wrong.csv', [wrong, unknown])
    await check.getByText('The check-out differs.').waitFor()
    await check.getByText('The old system does not know this code.').waitFor()
    await assertReadable(page, 'moves-5-check')
    await check.getByRole('button', { name: 'Choose another file' }).click()
    await upload(check, 'right.csv', stays)
    await check.getByText('No difference').waitFor()

    const isCounted = async () =>
      (await ask<{ data: { clean: boolean } }>('GET', `/v1/migrations/${id}/report`)).data.clean
    await until('the count of the old system', isCounted, { everyMs: 500 })
    const rehearsal = await openStep(page, 'Rehearse')
    await page.getByRole('link', { name: 'Listings', exact: true }).click()
    await heading(page).getByText('Listings').waitFor()
    await page.goBack()
    await rehearsal.getByText('right.csv').waitFor()
    await rehearsal.getByRole('button', { name: 'Rehearse now', exact: true }).click()
    await rehearsal.getByText('Ready to go').waitFor()
    await assertReadable(page, 'moves-6-rehearsal')
    await page.reload()
    await step(page, 'Rehearse').getByText('Ready to go').waitFor()

    // What the old system gets while nobody can read it is found by the watch.
    hostaway.faults.add({ kind: '500', seconds: 600, path: '/v1/reservations' })
    hostaway.operations.createReservation({})
    const cutover = await openStep(page, 'Cut over')
    await cutover.getByRole('button', { name: 'Cut over …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Hostaway is disconnected.').waitFor()
    const now = dialog.getByRole('button', { name: 'Cut over now' })
    await dialog.getByLabel('Type').fill('Harbour')
    await page.keyboard.press('Enter')
    assert.equal((await migration()).state, 'imported')
    await dialog.getByLabel('Type').fill(who)
    await assertReadable(page, 'moves-7-dialog')
    await now.dblclick()
    await cutover.getByText('The old system was left').waitFor()
    assert.equal((await migration()).state, 'cut_over')
    await assertReadable(page, 'moves-7-cut-over')

    await cutover.getByText('1 account could not be read once more.').waitFor()
    hostaway.faults.clear()
    const watch = await openStep(page, 'Watch, with a way back')
    await watch.getByText('new there').waitFor({ timeout: lookWithinMs })
    await assertReadable(page, 'moves-8-watch')
    await watch.getByRole('button', { name: 'Go back to the old system' }).click()
    await dialog.getByLabel('Type').fill(who)
    await dialog.getByRole('button', { name: 'Go back now' }).click()
    await step(page, 'Watch, with a way back').getByText('gone back').waitFor()
    assert.equal((await migration()).state, 'imported')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const looks of [{ width: 360 }, { colorScheme: 'dark', locale: 'fr-FR' }] satisfies Looks[]) {
    test(`every step can be read by everybody: ${JSON.stringify(looks)}`, async () => {
      const { page, complaints, context } = await world.signIn(looks)
      const of = Object.values(looks).join('-')
      await page.goto(world.addressOf('/migrations'))
      await assertReadable(page, `moves-${of}`)
      for (const name of ['create', 'read', 'report', 'channels', 'check', 'rehearsal', 'cutover', 'watch']) {
        await page.goto(world.addressOf(`/migrations/${id}?step=${name}`))
        await page.locator(`#step-${name} > *`).first().waitFor()
        await assertReadable(page, `moves-${name}-${of}`)
      }
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('a move that has ended can be read, and who only reads changes nothing', async () => {
    const { page, context } = await world.signIn()
    await page.goto(world.addressOf(`/migrations/${id}`))
    await page.getByRole('button', { name: 'End this move' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type').fill(who)
    await dialog.getByRole('button', { name: 'End it now' }).click()
    await page.locator('.heading').getByText('ended').waitFor()
    assert.equal((await migration()).state, 'deactivated')
    await page.goto(world.addressOf('/settings/members'))
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await dialog.getByLabel('E-mail address').fill('reader@example.com')
    await dialog.getByLabel('Role').selectOption('read_only')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = new URL(await dialog.locator('code.secret').innerText())
    await context.close()
    const reader = await world.open()
    await reader.page.goto(`${world.origin()}/console${link.search}${link.hash}`)
    await reader.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(reader.page).getByText('Today').waitFor()
    await reader.page.goto(world.addressOf('/migrations'))
    await reader.page.getByRole('link', { name: who }).waitFor()
    assert.equal(await reader.page.getByRole('button', { name: 'Begin a move' }).count(), 0)
    await openSandbox(reader.page)
    await reader.page.goto(world.addressOf('/migrations'))
    await reader.page.getByText('Nobody moves yet').waitFor()
    await reader.context.close()
  })
})
