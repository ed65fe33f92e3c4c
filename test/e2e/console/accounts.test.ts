/** An account in the console: connected to a simulator, read, compared, written by policy, and cut after a question. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { execute } from '../../harness/database.ts'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type Looks } from '../connect/chromium.ts'
import { assertReadable, settled, startConsoleWorld, type ConsoleWorld } from './world.ts'

const attack = '<img src=x onerror="document.title=\'owned\'">'
const tabs = ['health', 'runs', 'failures', 'writes']

describe('an account in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let vendor: RunningSimulator
  let id = ''
  before(async () => {
    vendor = await startSimulator('hostaway', { listings: 3, reservations: 12, seed: 5, rateLimit: 'off' })
    world = await startConsoleWorld({
      ALLOW_PRIVATE_TARGETS: 'true',
      VENDOR_BASE_URLS: `hostaway=${vendor.url}`,
    })
    await world.makeOwner()
    await asOwner('POST', '/v1/connect/hostaway/credentials', { credentials: vendor.credentials })
    await until('the import', async () => {
      const { body } = await asOwner<{ id: string; import?: { status: string } }>(
        'GET',
        '/v1/connect/hostaway',
      )
      id = body.id
      return body.import?.status === 'completed'
    })
    await execute(
      world.databaseUrl,
      `insert into sync_failures (workspace_id, connection_id, entity, external_id, message, excerpt, attempts)
       select workspace_id, id, 'reservations', '4711', 'The total is no amount.', '{"totalPrice": "${attack.replaceAll("'", "''").replaceAll('"', '')}"}', 3
       from connections where id = ${id}`,
    )
  })
  after(async () => {
    await world.stop()
    await vendor.close()
  })

  const asOwner = async <Body>(method: string, path: string, body?: object) => {
    const answer = await api<Body>(world.server(), world.server().keys.liveKey, method, path, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer
  }
  const openTab = async (page: Page, tab: string) => {
    await page.goto(world.addressOf(`/accounts/hostaway/${id}/${tab}`))
    await settled(page)
  }

  test('shows how fresh each kind of record is, and compares stays now', async () => {
    const { page, complaints, context } = await world.signIn()
    await page.goto(world.addressOf('/accounts'))
    await page.getByRole('link', { name: 'Hostaway' }).click()
    await page.getByText('the system').first().waitFor()
    await page.getByRole('row', { name: /Reservations/ }).waitFor()
    await page.getByRole('button', { name: 'Compare now' }).dblclick()
    await page.getByText('The comparison begins.').waitFor()
    await until('the proof', async () => {
      const { body } = await asOwner<{ last_proven_at: string | null }>(
        'GET',
        `/v1/connections/${id}/reconciliation`,
      )
      return body.last_proven_at !== null
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('runs are filtered in the address, and records that were kept aside are text', async () => {
    const { page, complaints, context } = await world.signIn()
    await openTab(page, 'runs')
    await page.getByLabel('Kind').selectOption('first_import')
    await page.waitForURL(/kind=first_import/)
    await page.getByRole('cell', { name: 'First import' }).waitFor()
    await openTab(page, 'failures?severity=failure')
    await page.getByText('The total is no amount.').waitFor()
    await page.getByText('What the system sent', { exact: true }).click()
    await page.getByText('totalPrice').waitFor()
    await page.getByText('3 times').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    assert.doesNotMatch(await page.title(), /owned/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a write is forbidden and allowed after a question', async () => {
    const { page, complaints, context } = await world.signIn()
    await openTab(page, 'writes')
    const dialog = page.getByRole('dialog')
    const allows = async () =>
      (
        await asOwner<{ writePolicy: { calendar: { rates: boolean } } }>(
          'GET',
          '/v1/connect/hostaway/write-policy',
        )
      ).body.writePolicy.calendar.rates
    await page.getByRole('button', { name: 'Forbid: Prices' }).click()
    await dialog.getByText('Nothing of this is written to Hostaway any more.').waitFor()
    await dialog.getByRole('button', { name: 'Forbid it' }).dblclick()
    await page.getByRole('button', { name: 'Allow: Prices' }).waitFor()
    assert.equal(await allows(), false)
    await page.getByRole('button', { name: 'Allow: Prices' }).click()
    await dialog.getByRole('button', { name: 'Allow it' }).click()
    await page.getByRole('button', { name: 'Forbid: Prices' }).waitFor()
    assert.equal(await allows(), true)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a listing that the account keeps is written there first, and says what was not taken', async () => {
    const { body } = await asOwner<{ data: { id: string }[] }>('GET', '/v1/listings?limit=1')
    const listing = body.data[0]?.id ?? ''
    const { page, context } = await world.signIn()
    await page.goto(world.addressOf(`/listings/${listing}/content`))
    await page.getByText('Hostaway keeps what this listing says.').waitFor()
    await page.getByLabel('Title for guests').fill('Loft above the harbour')
    await page.getByRole('button', { name: 'Save texts and rules' }).click()
    await page.getByText('Hostaway took over: title.').waitFor()
    await page.goto(world.addressOf(`/listings/${listing}/photos`))
    await page.getByText('It takes new ones through its API').waitFor()
    assert.equal(await page.getByRole('button', { name: /Move picture/ }).count(), 0)
    await assertReadable(page, 'listing photos of a PMS')
    await context.close()
  })

  for (const { name, looks } of [
    { name: 'desktop', looks: {} },
    { name: 'phone', looks: { width: 360, locale: 'fr-FR', colorScheme: 'dark' } as Looks },
  ]) {
    test(`every tab can be read on a ${name}`, async () => {
      const { page, context } = await world.signIn(looks)
      for (const tab of tabs) {
        await page.goto(world.addressOf(`/accounts/hostaway/${id}/${tab}`))
        await assertReadable(page, `account ${tab} ${name}`)
      }
      await context.close()
    })
  }

  test('disconnecting says what goes and what stays, and happens once', async () => {
    const { page, complaints, context } = await world.signIn()
    await openTab(page, 'health')
    await page.getByRole('button', { name: 'Disconnect …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The access to Hostaway that is stored here is wiped.').waitFor()
    await page.screenshot({ path: 'screenshots/console/account disconnect.png' })
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).dblclick()
    await page.getByText('The account is disconnected, and 3 listings are off.').waitFor()
    const { body } = await asOwner<{ connected: boolean }>('GET', '/v1/connect/hostaway')
    assert.equal(body.connected, false)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
