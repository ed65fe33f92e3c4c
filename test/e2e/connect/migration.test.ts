/** A property manager migrates on the page: from the app's link over the import to the app's cutover. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { CutoverCheck, CutoverCheckBody } from '../../../src/contract/cutover-check.ts'
import type { CutoverReply, Migration } from '../../../src/contract/migration.ts'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium } from './chromium.ts'
import { fillCredentials, startConnectWorld, type ConnectWorld } from './world.ts'

/** Only an import that never ends waits this long. */
const importWithinMs = 150_000

interface Move {
  locale: 'en' | 'fr'
  width: number
  provider: string
  name: string
  /** A path that only the import uses, which the vendor answers slowly. */
  slow: string
  copy: Record<'title' | 'subtitle' | 'completedTitle' | 'completedBody', string>
  words: { connect: string; connected: string; reading: string; goOn: string }
}

const moves: Move[] = [
  {
    locale: 'en',
    width: 1280,
    provider: 'hospitable',
    name: 'Hospitable',
    slow: '/v2/properties',
    copy: {
      title: 'Move your homes to Harbour',
      subtitle: 'Nothing changes in your old system.',
      completedTitle: 'Your homes have arrived',
      completedBody: 'Have a look at them before anything is switched over.',
    },
    words: {
      connect: 'Connect',
      connected: 'Hospitable is connected',
      reading: 'Now reading: Listings',
      goOn: 'Continue to',
    },
  },
  {
    locale: 'fr',
    width: 390,
    provider: 'hostaway',
    name: 'Hostaway',
    slow: '/v1/reservations',
    copy: {
      title: 'Emmenez vos logements chez Harbour',
      subtitle: 'Rien ne change dans votre ancien logiciel.',
      completedTitle: 'Vos logements sont arrivés',
      completedBody: 'Regardez-les avant de changer quoi que ce soit.',
    },
    words: {
      connect: 'Connecter',
      connected: 'Hostaway est connecté',
      reading: 'Lecture en cours',
      goOn: 'Continuer vers',
    },
  },
]

interface Stay {
  id: string
  confirmationCode: string
  checkIn: string
  checkOut: string
}

describe('moving house on the page', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(moves.map(({ provider }) => provider))
  })
  after(() => world?.close())

  /** Calls the API as the app, for the workspace `of` if it is given. */
  async function ask<T>(method: string, url: string, { body, of }: { body?: object; of?: string } = {}) {
    const { server } = world
    const headers = of === undefined ? {} : { 'x-workspace-id': of }
    const answer = await api<T>(server, server.keys.liveKey, method, url, body, headers)
    assert.equal(answer.status, 200, `${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const stays = (workspaceId?: string) =>
    ask<{ data: Stay[]; pagination: { total: number } }>(
      'GET',
      '/v1/reservations?limit=100',
      workspaceId === undefined ? {} : { of: workspaceId },
    )
  const migrationOf = async (id: string) =>
    (await ask<{ data: Migration }>('GET', `/v1/migrations/${id}`)).data
  async function checked(id: string, reservations: CutoverCheckBody['reservations']) {
    const url = `/v1/migrations/${id}/cutover-check`
    return (await ask<CutoverCheck>('POST', url, { body: { reservations } })).data
  }

  for (const move of moves) {
    it(`${move.locale}, ${move.width} pixels wide: ${move.name} is left behind`, async () => {
      const state = `state-${move.provider}`
      const session = await world.session({
        purpose: 'migrate',
        workspace: { name: 'Harbour homes', externalRef: move.provider },
        state,
        locale: move.locale,
        copy: move.copy,
      })
      const workspaceId = await movedOnThePage(move, session, state)
      const { keys } = world.server
      assert.notEqual(workspaceId, keys.workspaceId)
      await cutOverByTheApp(move, workspaceId)
    })
  }

  /** Plays the property manager, and returns the workspace that the app learns. */
  async function movedOnThePage(move: Move, session: { url: string; sessionId: string }, state: string) {
    const { copy, words, width } = move
    const vendor = world.vendors[move.provider]
    // At least one booking lies in the future on any day.
    vendor?.operations.createReservation({})
    const { context, page, complaints } = await world.open({ width, locale: 'de-DE' })
    const seen = async (title: string, timeout?: number) => {
      const wait = timeout === undefined ? {} : { timeout }
      await page.getByRole('heading', { level: 1, name: title }).waitFor(wait)
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, title)
    }
    await page.goto(session.url)
    await seen(copy.title)
    await page.getByText(copy.subtitle).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), move.locale)
    await page.getByRole('button', { name: move.name }).click()
    vendor?.faults.add({ kind: 'hang', seconds: 600, path: move.slow })
    try {
      await fillCredentials(page, vendor?.credentials ?? {})
      await page.getByRole('button', { name: words.connect, exact: true }).click()
      await seen(words.connected)
      await page.getByText(words.reading).waitFor()
    } finally {
      vendor?.faults.clear()
    }
    await seen(copy.completedTitle, importWithinMs)
    await page.getByText(copy.completedBody).waitFor()
    const back = await wayBack(page, words.goOn)
    const workspaceId = back.get('workspaceId') ?? ''
    assert.deepEqual(
      ['kept', 'status', 'error', 'session', 'state'].map((name) => back.get(name)),
      ['1', 'connected', null, session.sessionId, state],
    )
    assert.deepEqual(complaints, [])
    await context.close()
    return workspaceId
  }

  async function wayBack(page: Page, goOn: string): Promise<URLSearchParams> {
    await page.getByRole('button', { name: `${goOn} ${new URL(world.app.origin).host}` }).click()
    await page.waitForURL(`${world.app.origin}/**`)
    return new URL(page.url()).searchParams
  }

  /** Plays the app with the workspace it learned. */
  async function cutOverByTheApp({ provider }: Move, workspaceId: string): Promise<void> {
    const imported = await until('the end of the import', async () => {
      const migration = await migrationOf(workspaceId)
      return migration.state === 'imported' ? migration : null
    })
    assert.equal(imported.externalRef, provider)
    assert.deepEqual(
      imported.connections.map((one) => [one.provider, one.status, one.import?.status]),
      [[provider, 'active', 'completed']],
    )
    const shown = JSON.stringify(imported)
    for (const value of Object.values(world.vendors[provider]?.credentials ?? {}))
      assert.ok(!shown.includes(value), 'credentials are shown')

    const { data: held, pagination } = await stays(workspaceId)
    assert.ok(held.length > 0)
    assert.deepEqual([pagination.total, imported.counts.reservations], [held.length, held.length])
    assert.equal((await stays()).pagination.total, 0, 'they are of another workspace')

    const { missing } = await checked(workspaceId, [])
    assert.ok(missing.length > 0)
    assert.ok(missing.every(({ reason }) => reason === 'not_in_your_list'))
    const upcoming = new Set(missing.map(({ reservationId }) => reservationId))
    const own = held
      .filter(({ id }) => upcoming.has(id))
      .map(({ confirmationCode, checkIn, checkOut }) => ({ confirmationCode, checkIn, checkOut }))
    const clean = await checked(workspaceId, own)
    assert.deepEqual(
      [clean.matched, clean.missing, clean.extra, clean.mismatched],
      [upcoming.size, [], [], []],
    )

    const { data } = await ask<CutoverReply>('POST', `/v1/migrations/${workspaceId}/cutover`)
    assert.deepEqual([data.state, data.disconnectedConnections], ['cut_over', 1])
    assert.ok(data.cutoverAt)
    assert.deepEqual((await stays(workspaceId)).data, held)
  }
})
