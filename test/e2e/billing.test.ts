/** The billing page in a real browser: from a 402 to the checkout, and back to the larger plan. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { signed, StripeStandIn } from '../billing/stand-in.ts'
import { stripeEnv } from '../billing/world.ts'
import { runScript } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startMailServer, textOf, type MailServer } from '../members/smtp.ts'
import { openWindow, startChromium, withoutChromium, type Looks } from './connect/chromium.ts'
import { weakContrasts } from './connect/contrast.ts'

const screenshots = path.resolve(import.meta.dirname, '../../screenshots/billing')
const width = 375

describe('the page of plans', { skip: withoutChromium() }, () => {
  let server: ServerProcess
  let mails: MailServer
  let stripe: StripeStandIn
  let browser: Browser
  const undo: (() => unknown)[] = []
  before(async () => {
    mails = await startMailServer()
    undo.push(mails.close)
    stripe = await StripeStandIn.start()
    undo.push(() => stripe.close())
    const database = await createTestDatabase()
    undo.push(database.drop)
    const { folder, remove } = testFolder()
    undo.push(remove)
    const env = { DATABASE_URL: database.url, SMTP_URL: mails.url, ...stripeEnv(stripe.url) }
    server = await startServerProcess(folder, env)
    undo.push(() => server.stop())
    const child = runScript('src/cli.ts', ['plans', 'set', '1', 'free'], {
      env: { ...env, DATA_DIR: folder },
      cwd: folder,
    })
    assert.equal(await child.ended, 0, child.err())
    browser = await startChromium(folder)
    undo.push(() => browser.close())
    mkdirSync(screenshots, { recursive: true })
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  /** Opens a window with a signed-in member of the role. */
  const openAs = async (role: string, looks: Looks = {}) => {
    const email = `${role}@example.com`
    const locale = looks.locale?.slice(0, 2) ?? 'en'
    const made = await api(server, server.keys.liveKey, 'POST', '/v1/members', { email, role, locale })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const mail = await until(`a mail to ${email}`, () =>
      mails.received.findLast(({ to }) => to.includes(email)),
    )
    const { search, hash } = new URL(/http\S+/.exec(textOf(mail))?.[0] ?? '')
    const opened = await openWindow(browser, [server.baseUrl, stripe.url], { width, ...looks })
    await opened.page.goto(`${server.baseUrl}/console/settings/plan${search}${hash}`)
    await opened.page.locator('button.main').click()
    return opened
  }
  const assertReadable = async (page: Page, name: string) => {
    await page.screenshot({
      path: path.join(screenshots, `${name}.png`),
      fullPage: true,
      animations: 'disabled',
    })
    assert.deepEqual(await page.evaluate(weakContrasts), [], name)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name)
    assert.doesNotMatch(await page.locator('body').innerText(), /[{}]|undefined|null|NaN/, name)
  }

  it('an owner goes to the checkout, pays, comes back and sees the plan', async () => {
    const { context, page, complaints } = await openAs('owner')
    await page.getByText('Plan: Free').waitFor()
    await assertReadable(page, 'free-en')
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    await page.getByText('A page of Stripe').waitFor()
    const session = stripe.sessions.find(({ url }) => url === page.url()) ?? assert.fail(page.url())
    await page.goto(`${server.baseUrl}/billing?checkout=done`)
    await page.getByText('The payment is on its way.').waitFor()
    await assertReadable(page, 'waiting-en')
    const [event] = stripe.pay(session.id).events
    const { body, headers } = signed(event)
    assert.equal(
      (await fetch(`${server.baseUrl}/v1/billing/webhook`, { method: 'POST', body, headers })).status,
      200,
    )
    await page.getByText('Plan: Starter').waitFor()
    await page.getByText('paid', { exact: true }).waitFor()
    await assertReadable(page, 'starter-en')
    await page.getByRole('button', { name: 'Change or cancel' }).click()
    await page.getByText('A page of Stripe').waitFor()
    assert.match(page.url(), /\/p\/session\//)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('a manager, in French and in the dark, sees it and cannot buy', async () => {
    const { context, page, complaints } = await openAs('manager', { locale: 'fr-FR', colorScheme: 'dark' })
    await page.getByText('Formule : Starter').waitFor()
    await page.getByText('Les propriétaires changent la formule.').waitFor()
    assert.equal(await page.locator('button.main').count(), 0)
    await assertReadable(page, 'manager-fr-dark')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('nobody who is not signed in sees anything', async () => {
    const { context, page } = await openWindow(browser, [server.baseUrl], { width })
    await page.goto(`${server.baseUrl}/billing`)
    await page.getByLabel('E-mail address').waitFor()
    await context.close()
  })
})
