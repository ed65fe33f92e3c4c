/** Every vendor's simulator is connected on the page: tile, form, check, progress, done. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium } from './chromium.ts'
import { fillCredentials, startConnectWorld, type ConnectWorld, formConnectors } from './world.ts'

/** Vendors' own limits apply, under which a small account takes seconds. */
const importWithinMs = 150_000

describe('connecting on the page', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld()
  })
  after(() => world?.close())

  for (const { manifest } of formConnectors) {
    it(`${manifest.displayName}: from the tile to the end of the import`, async () => {
      const { sessionId, url } = await world.session({ state: `state-${manifest.id}` })
      const { context, page, complaints } = await world.open()
      await page.goto(url)
      await page.getByRole('button', { name: manifest.displayName }).click()
      await page.getByRole('heading', { name: `Connect ${manifest.displayName}` }).waitFor()
      await fillCredentials(page, world.vendors[manifest.id]?.credentials ?? {})
      await page.getByRole('button', { name: 'Connect', exact: true }).click()

      await page.getByRole('heading', { name: `${manifest.displayName} is connected` }).waitFor()
      if (manifest.webhookByHand !== undefined) {
        const address = await page.getByLabel('Webhook address').inputValue()
        assert.ok(address.startsWith(`${world.server.baseUrl}/v1/inbound/${manifest.id}/`), address)
      }
      await page.getByRole('heading', { name: 'All done' }).waitFor({ timeout: importWithinMs })
      const listings = page.getByRole('listitem').filter({ hasText: 'Listings' })
      assert.match(await listings.innerText(), /Listings\s+[1-9]\d*\s+finished/)

      await page.getByRole('button', { name: `Continue to ${new URL(world.app.origin).host}` }).click()
      await page.waitForURL(`${world.app.origin}/**`)
      const back = new URL(page.url()).searchParams
      assert.deepEqual(
        ['kept', 'status', 'session', 'state', 'workspaceId'].map((name) => back.get(name)),
        ['1', 'connected', sessionId, `state-${manifest.id}`, world.server.keys.workspaceId],
      )
      assert.deepEqual(complaints, [])
      await context.close()

      const shown = await api<{ connected: boolean }>(
        world.server,
        world.server.keys.liveKey,
        'GET',
        `/v1/connect/${manifest.id}`,
      )
      assert.equal(shown.body.connected, true)
      assert.equal(world.app.visits.at(-1)?.referrer, null)
    })
  }

  it('has imported what the PMS holds', async () => {
    const held = await until('the listings of Hostaway', async () => {
      const { body } = await api<{ pagination: { total: number } }>(
        world.server,
        world.server.keys.liveKey,
        'GET',
        '/v1/listings?limit=1&status=all',
      )
      return body.pagination.total
    })
    assert.ok(held >= formConnectors.length)
  })
})
