/** The connect page shows the requesting app's name, logo and rules. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { withoutChromium } from './chromium.ts'
import { weakContrasts } from './contrast.ts'
import { heading, screenshots, startConnectWorld, type ConnectWorld } from './world.ts'

const logoUrl = 'https://static.example.com/logo.svg'
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>`
const display = {
  appName: 'Ménage & <b>Mer</b>',
  appLogoUrl: logoUrl,
  privacyUrl: 'https://app.example.com/privacy',
  termsUrl: 'https://app.example.com/terms',
}

describe('the app that asks', { skip: withoutChromium() }, () => {
  let world: ConnectWorld
  before(async () => {
    world = await startConnectWorld(['airbnb'])
    mkdirSync(screenshots, { recursive: true })
  })
  after(() => world?.close())

  /** Serves the logo as its host would, and records the requests. */
  async function opened(): Promise<{
    page: Page
    asked: { url: string; referer: string | undefined }[]
    complaints: string[]
    close: () => Promise<void>
  }> {
    const { context, page, complaints } = await world.open({ width: 375 })
    const asked: { url: string; referer: string | undefined }[] = []
    await page.route('https://*.example.com/**', async (route) => {
      const { referer } = await route.request().allHeaders()
      asked.push({ url: route.request().url(), referer })
      await route.fulfill({ contentType: 'image/svg+xml', body: logo })
    })
    return { page, asked, complaints, close: () => context.close() }
  }
  const picture = (page: Page) => page.locator('.asks img')
  const assertReadable = async (page: Page, name: string) => {
    await page.screenshot({
      path: path.join(screenshots, `${name}.png`),
      fullPage: true,
      animations: 'disabled',
    })
    assert.deepEqual(await page.evaluate(weakContrasts), [], name)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name)
  }

  it('is named with its logo, which alone comes from elsewhere', async () => {
    const { url } = await world.session({ allowedProviders: ['smoobu'], ...display })
    const { page, asked, complaints, close } = await opened()
    await page.goto(url)
    await page
      .getByText('Ménage & <b>Mer</b> asks to be connected with your Smoobu account', { exact: true })
      .waitFor()
    await page.waitForFunction('document.querySelector(".asks img")?.naturalWidth === 40')
    assert.equal(await picture(page).getAttribute('referrerpolicy'), 'no-referrer')
    assert.deepEqual(complaints, ['asked https://static.example.com'])
    assert.deepEqual(asked, [{ url: logoUrl, referer: undefined }])
    await assertReadable(page, 'display-375-en')
    await close()
  })

  it('links its rules at the foot, in French as well', async () => {
    const { url } = await world.session({ locale: 'fr', ...display })
    const { page, close } = await opened()
    await page.goto(url)
    await page
      .getByText('Ménage & <b>Mer</b> demande à être connecté à votre compte', { exact: true })
      .waitFor()
    const links = [
      [/^Confidentialité/, display.privacyUrl],
      [/^Conditions/, display.termsUrl],
    ] as const
    for (const [name, address] of links) {
      const link = page.locator('footer').getByRole('link', { name })
      assert.equal(await link.getAttribute('href'), address)
      assert.equal(await link.getAttribute('target'), '_blank')
      assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
    }
    await page.getByRole('button', { name: 'Airbnb' }).click()
    await page.getByText('demande à être connecté à votre compte Airbnb').waitFor()
    await assertReadable(page, 'display-consent-375-fr')
    await page.goto(`${url}?locale=en`)
    await page
      .locator('footer')
      .getByRole('link', { name: /^Privacy/ })
      .waitFor()
    await page
      .locator('footer')
      .getByRole('link', { name: /^Terms/ })
      .waitFor()
    await close()
  })

  it('shows no logo of another origin, and none that is not there', async () => {
    const { url } = await world.session({ allowedProviders: ['smoobu'], ...display })
    const { page, asked, complaints, close } = await opened()
    // The API's answer is changed to name another site's image.
    await page.route('**/v1/connect/sessions/*', async (route) => {
      const response = await route.fetch()
      const view = (await response.json()) as object
      await route.fulfill({ response, json: { ...view, appLogoUrl: 'https://other.example.com/logo.svg' } })
    })
    await page.goto(url)
    await heading(page).waitFor()
    await picture(page).waitFor({ state: 'detached' })
    assert.ok(complaints.some((text) => text.includes('img-src https://other.example.com')))
    assert.deepEqual(asked, [])
    await page.unrouteAll({ behavior: 'wait' })
    await page.route(logoUrl, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(url)
    await page.getByText('asks to be connected').waitFor()
    await picture(page).waitFor({ state: 'detached' })
    await close()
  })

  it('stands on no page that said nothing of it', async () => {
    const { url } = await world.session({ allowedProviders: ['smoobu'] })
    const { page, complaints, close } = await opened()
    const response = await page.goto(url)
    await heading(page).waitFor()
    assert.equal(await page.locator('.asks').count(), 0)
    assert.equal(await page.locator('footer a').count(), 1)
    assert.doesNotMatch(response?.headers()['content-security-policy'] ?? '', /https:/)
    assert.deepEqual(complaints, [])
    await close()
  })
})
