/** Languages, widths, colours and states: texts, readability, and screenshots for people. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { ConnectSessionView } from '../../../src/contract/connect-session.ts'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld, formConnectors } from './world.ts'

type View = ConnectSessionView

describe('how the page looks and reads', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld([])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  /** Changes the real session's answer, for states that are hard to reach. */
  const change = (page: Page, over: (view: View) => Partial<View>) =>
    page.route('**/v1/connect/sessions/*', async (route) => {
      const response = await route.fetch()
      const view = (await response.json()) as View
      await route.fulfill({ response, json: { ...view, ...over(view) } })
    })

  const parts = (done: boolean, seen = 1284) => [
    { entity: 'listings', seen: 40, expected: 40, done: true },
    { entity: 'reservations', seen, expected: 3050, done },
    { entity: 'reviews', seen: 7, expected: null, done },
  ]
  const connected = (more: Partial<View> = {}): Partial<View> => ({
    status: 'completed',
    provider: 'smoobu',
    returnUrl: `${world.app.origin}/back?status=connected`,
    connection: {
      provider: 'smoobu',
      accountName: 'Seaside Stays',
      externalAccountId: '71420',
      webhooks: { registered: false, address: 'https://connect.example.com/v1/inbound/smoobu/secret' },
    },
    import: {
      status: 'running',
      entities: parts(false),
      estimatedEndAt: new Date(Date.now() + 250_000).toISOString(),
      error: null,
    },
    ...more,
  })
  const over = (status: 'completed' | 'partial' | 'failed') => () =>
    connected({ import: { status, entities: parts(true), estimatedEndAt: null, error: null } })

  const states: Record<string, (view: View) => Partial<View>> = {
    choose: () => ({}),
    form: () => ({ provider: 'ownerrez' }),
    again: () => ({ provider: 'mews', reconnect: true }),
    importing: () => connected(),
    done: over('completed'),
    partial: over('partial'),
    failed: over('failed'),
    cancelled: () => ({
      status: 'cancelled',
      returnUrl: `${world.app.origin}/back?status=cancelled&error=cancelled`,
    }),
    errored: () => ({ status: 'errored', error: 'The account was closed.', returnUrl: null }),
  }

  for (const locale of ['en', 'fr'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        it(`${locale}, ${colorScheme}, ${width} pixels wide`, async () => {
          const { url } = await world.session({ locale })
          const { context, page, complaints } = await world.open({ colorScheme, width, locale: 'de-DE' })
          for (const [name, changed] of Object.entries(states)) {
            await change(page, changed)
            await page.goto(url)
            await heading(page).waitFor()
            for (const folded of await page.locator('summary').all()) await folded.click()
            await page.screenshot({
              path: path.join(screenshots, `${name}-${width}-${locale}-${colorScheme}.png`),
              fullPage: true,
              animations: 'disabled',
            })
            assert.deepEqual(await page.evaluate(weakContrasts), [], name)
            const wide = await page.evaluate('document.documentElement.scrollWidth')
            assert.ok(Number(wide) <= width, `${name} is ${String(wide)} wide`)
            assert.equal(await page.evaluate('document.documentElement.lang'), locale)
            assert.doesNotMatch(await page.locator('body').innerText(), /[{}]|undefined|null|NaN/, name)
            assert.equal(await page.title(), await heading(page).innerText())
            await page.unrouteAll({ behavior: 'wait' })
          }
          assert.deepEqual(complaints, [])
          await context.close()
        })
      }
    }
  }

  it('every box of every form has a name and its help', async () => {
    const { context, page } = await world.open()
    for (const { manifest } of formConnectors) {
      const { url } = await world.session({ allowedProviders: [manifest.id] })
      await page.goto(url)
      await heading(page).waitFor()
      for (const folded of await page.locator('summary').all()) await folded.click()
      for (const { key, label, help } of manifest.credentials) {
        const box = page.getByLabel(new RegExp(`^${label}`)).and(page.locator(`#field-${key}`))
        assert.equal(await box.count(), 1, `${manifest.id} ${key}`)
        const described = (await box.getAttribute('aria-describedby'))?.split(' ')[0]
        assert.equal(await page.locator(`[id="${described}"]`).innerText(), help)
      }
      assert.equal(await page.locator('a[target=_blank]').getAttribute('href'), manifest.docsUrl)
      assert.equal(await page.locator('a[target=_blank]').getAttribute('rel'), 'noopener noreferrer')
    }
    await context.close()
  })

  it('takes any one of several values where one is enough', async () => {
    const { url, sessionId } = await world.session({ allowedProviders: ['beds24'] })
    const { context, page } = await world.open()
    const sent: unknown[] = []
    await page.route('**/v1/connect/beds24/credentials', async (route) => {
      sent.push(route.request().postDataJSON())
      await route.fulfill({ status: 401, json: { error: { code: 'invalid_credentials' } } })
    })
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Fill in this one or another one below.').waitFor()
    assert.equal(await page.locator('[aria-invalid]').count(), 1)
    await page.getByText('I have something else').click()
    await page.getByLabel('Refresh token').first().fill(' a-token-of-some-length ')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('alert').getByText('Beds24 does not accept these details').waitFor()
    assert.deepEqual(sent, [{ sessionId, credentials: { refreshToken: 'a-token-of-some-length' } }])
    assert.equal(await page.locator('[aria-invalid]').count(), 0)
    await context.close()
  })

  it('speaks the language of the address, of the session, of the browser, else English', async () => {
    const titles = { en: 'Which system do you use?', fr: 'Quel logiciel utilisez-vous\u00a0?' }
    const cases: [browser: string, session: string | undefined, address: string, title: string][] = [
      ['fr-CA', undefined, '', titles.fr],
      ['fr-CA', 'en', '', titles.en],
      ['en-GB', 'fr', '', titles.fr],
      ['fr-CA', 'fr', '?locale=en', titles.en],
      ['en-GB', 'de', '?locale=xx', titles.en],
      ['de-DE', undefined, '', titles.en],
    ]
    for (const [locale, session, address, title] of cases) {
      const { url } = await world.session(session === undefined ? {} : { locale: session })
      const { context, page } = await world.open({ locale })
      await page.goto(`${url}${address}`)
      await heading(page).waitFor()
      assert.equal(await heading(page).textContent(), title, [locale, session, address].join(' '))
      await context.close()
    }
  })

  it('changes its language on demand', async () => {
    const { url } = await world.session()
    const { context, page } = await world.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Français' }).click()
    await page.getByText('Choisissez le logiciel').waitFor()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('Choose the software').waitFor()
    await context.close()
  })

  it("shows the app's own words, as words", async () => {
    const copy = {
      title: 'Bring your homes along <b>',
      subtitle: 'It takes a minute.',
      completedTitle: 'Welcome aboard',
      completedBody: 'Your homes are on their way.',
    }
    const { url } = await world.session({ copy })
    const { context, page, complaints } = await world.open()
    await page.goto(url)
    await page.getByRole('heading', { name: copy.title }).waitFor()
    await page.getByText(copy.subtitle).waitFor()
    await change(page, over('completed'))
    await page.reload()
    await page.getByRole('heading', { name: copy.completedTitle }).waitFor()
    await page.getByText(copy.completedBody).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await change(page, over('failed'))
    await page.reload()
    await page.getByRole('heading', { name: 'the import is not finished' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('has a search once there are more than nine systems', async () => {
    const { url } = await world.session()
    const { context, page } = await world.open()
    await change(page, ({ providers }) => ({
      providers: [
        ...providers,
        ...providers.map((one) => ({ ...one, id: `${one.id}-2`, displayName: `${one.displayName} Two` })),
      ],
    }))
    await page.goto(url)
    await page.getByLabel('Search by name').fill('  hostaway t')
    assert.equal(await page.getByRole('listitem').count(), 1)
    assert.equal(await page.getByRole('status').innerText(), '1 system found')
    await page.getByLabel('Search by name').fill('nothing like it')
    await page.getByText('No system has that name.', { exact: false }).first().waitFor()
    assert.equal(await page.getByRole('listitem').count(), 0)
    await context.close()
  })

  it('moves the bar, tells the counts and the time left, and says so aloud now and then', async () => {
    const { url } = await world.session()
    const { context, page, complaints } = await world.open()
    let seen = 100
    await change(page, () => {
      seen += 400
      const view = connected()
      return seen > 2500
        ? over('completed')()
        : { ...view, import: { ...view.import!, entities: parts(false, seen) } }
    })
    await page.goto(url)
    const bar = page.getByRole('progressbar', { name: 'Progress of the import' })
    await bar.waitFor()
    const values = new Set<number>()
    const said = new Set<string>()
    while (await bar.isVisible()) {
      const [value, text] = (await page.evaluate(
        `[document.querySelector('progress')?.value ?? 1, document.querySelector('#live').textContent]`,
      )) as [number, string]
      values.add(value)
      if (text) said.add(text)
    }
    const order = [...values]
    assert.ok(order.length >= 3, `the bar stood at ${order.join(', ')}`)
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
    assert.match([...said].join(' '), /\d+% done · About 4 minutes left · Now reading: Reservations/)
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('copies the webhook address', async () => {
    const { url } = await world.session()
    const { context, page } = await world.open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await change(page, () => connected())
    await page.goto(url)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      'https://connect.example.com/v1/inbound/smoobu/secret',
    )
    await context.close()
  })

  it('stands still for those who want it to', async () => {
    const { url } = await world.session()
    const { context, page } = await world.open({ reducedMotion: 'reduce' })
    await page.goto(url)
    const tile = page.locator('.tile').first()
    await tile.waitFor()
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('.tile')).transitionProperty`),
      'none',
    )
    await context.close()
  })
})
