/** Invitation and sign-in in a real browser, with a real server, an SMTP server, and killed and doubled processes. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { tokenIn } from '../members/people.ts'
import { startMailServer, textOf, type MailServer } from '../members/smtp.ts'
import { openWindow, startChromium, withoutChromium, type Looks } from './connect/chromium.ts'
import { weakContrasts } from './connect/contrast.ts'
import { heading } from './connect/world.ts'

const screenshots = path.resolve(import.meta.dirname, '../../screenshots/console-sign-in')
const width = 375

describe('members', () => {
  let server: ServerProcess
  let second: ServerProcess
  let mails: MailServer
  let browser: Browser | undefined
  let restart: (env?: Record<string, string>) => Promise<ServerProcess>
  const undo: (() => unknown)[] = []
  before(async () => {
    mails = await startMailServer()
    undo.push(mails.close)
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    restart = (env = {}) =>
      startServerProcess(folder.folder, { DATABASE_URL: database.url, SMTP_URL: mails.url, ...env })
    server = await restart()
    second = await restart({ ROLES: 'api,worker' })
    undo.push(
      () => server.stop(),
      () => second.stop(),
    )
    if (withoutChromium() === false) {
      const opened = await startChromium(folder.folder)
      browser = opened
      undo.push(() => opened.close())
      mkdirSync(screenshots, { recursive: true })
    }
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const invite = async (email: string, role: string, locale = 'en') => {
    const { status, body } = await api<{ id: string }>(server, server.keys.liveKey, 'POST', '/v1/members', {
      email,
      role,
      locale,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  const mailTo = (email: string) => () => mails.received.findLast(({ to }) => to.includes(email))
  /** Rewrites the e-mail's link to the tested server, since both have ports of their own. */
  const linkOf = async (email: string) => {
    const text = textOf(await until(`a mail to ${email}`, mailTo(email)))
    const [link = ''] = /http\S+/.exec(text) ?? []
    const { search, hash } = new URL(link)
    mails.received.length = 0
    return `${server.baseUrl}/console${search}${hash}`
  }
  const open = async (looks: Looks = {}) => {
    assert.ok(browser)
    return openWindow(browser, [server.baseUrl], { width, ...looks })
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

  it(
    'an invitation is opened by its button alone, and the person is signed in and out',
    { skip: withoutChromium() },
    async () => {
      await invite('ada@example.com', 'owner')
      const link = await linkOf('ada@example.com')
      // A mail scanner may follow the link any number of times.
      for (let i = 0; i < 3; i += 1) assert.equal((await fetch(link)).status, 200)
      const { context, page, complaints } = await open()
      await page.goto(link)
      await heading(page).getByText('Welcome').waitFor()
      assert.ok(!page.url().includes('token'), 'the secret does not stay in the address')
      await assertReadable(page, 'link-en')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await heading(page).getByText('Today').waitFor()
      await page.getByText('Nobody arrives today.').waitFor()
      await assertReadable(page, 'member-en')
      assert.equal(await page.evaluate('document.cookie'), '', 'scripts see no cookie')
      await page.reload()
      await heading(page).getByText('Today').waitFor()
      await page.locator('details.menu summary').click()
      await page.getByText('Signed in as ada@example.com').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('E-mail address').waitFor()
      await page.reload()
      await page.getByLabel('E-mail address').waitFor()
      const used = await context.newPage()
      await used.goto(link)
      await used.getByRole('button', { name: 'Sign in' }).click()
      await used.getByRole('alert').waitFor()
      await used.getByRole('button', { name: 'Ask for a new link' }).click()
      await used.getByLabel('E-mail address').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  )

  it(
    'in French, by keyboard, in the dark: a link is asked for, mailed and opened',
    { skip: withoutChromium() },
    async () => {
      const { context, page, complaints } = await open({ locale: 'fr-FR', colorScheme: 'dark' })
      // The address of older mails leads to the console.
      await page.goto(`${server.baseUrl}/sign-in`)
      await heading(page).getByText('Connexion').waitFor()
      assert.equal(await page.evaluate('document.documentElement.lang'), 'fr')
      await page.getByLabel('Adresse e-mail').focus()
      await page.keyboard.type('ada@')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate('document.activeElement.validity.valid'), false)
      await page.keyboard.type('example.com')
      await page.keyboard.press('Enter')
      await heading(page).getByText('Consultez votre boîte').waitFor()
      await assertReadable(page, 'asked-fr-dark')
      const link = await linkOf('ada@example.com')
      assert.match(link, /locale=fr/)
      await page.goto(link)
      await page.getByRole('button', { name: 'Se connecter' }).press('Enter')
      await heading(page).getByText('Aujourd’hui').waitFor()
      await assertReadable(page, 'member-fr-dark')
      assert.deepEqual(complaints, [])
      await context.close()
    },
  )

  it(
    'somebody who is no member is told the same, and mailed nothing',
    { skip: withoutChromium() },
    async () => {
      const { context, page, complaints } = await open()
      await page.goto(`${server.baseUrl}/console`)
      await page.getByLabel('E-mail address').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await heading(page).getByText('Look into your mailbox').waitFor()
      await invite('after@example.com', 'manager')
      await until('the mail after it', mailTo('after@example.com'))
      assert.equal(mailTo('nobody@example.com')(), undefined)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  )

  it('a session ends in the other process within a second', async () => {
    await invite('two@example.com', 'manager')
    const text = textOf(await until('the mail', mailTo('two@example.com')))
    const redeemed = await fetch(`${server.baseUrl}/v1/sign-in/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn(text) }),
    })
    const { token, sessionId } = (await redeemed.json()) as { token: string; sessionId: string }
    const opens = async (at: ServerProcess) => (await api(at, token, 'GET', '/v1/members/me')).status
    assert.deepEqual([await opens(server), await opens(second)], [200, 200])
    assert.equal((await api(server, token, 'DELETE', `/v1/sessions/${sessionId}`)).status, 200)
    const ended = Date.now()
    await until(
      'the end in both',
      async () => (await opens(server)) === 401 && (await opens(second)) === 401,
      { everyMs: 20 },
    )
    // A busy machine answers late; test/keys/revocation.test.ts proves the second with a clock.
    assert.ok(Date.now() - ended < 5_000)
  })

  it('what was acknowledged is mailed, once, though the process is killed before anybody sent it', async () => {
    await Promise.all([server.kill(), second.kill()])
    mails.received.length = 0
    const addresses = ['k1@example.com', 'k2@example.com', 'k3@example.com']
    // No process sends e-mails.
    server = await restart({ ROLES: 'api' })
    const ids = await Promise.all(addresses.map((email) => invite(email, 'read_only')))
    await server.kill()
    assert.deepEqual(mails.received, [])
    server = await restart()
    second = await restart()
    for (const email of addresses) await until(`the mail to ${email}`, mailTo(email))
    for (const id of ids) {
      await until('its status', async () => {
        const { body } = await api<{ invitation: { status: string } }>(
          server,
          server.keys.liveKey,
          'GET',
          `/v1/members/${id}`,
        )
        return body.invitation.status === 'sent'
      })
    }
    assert.equal(mails.received.length, 3)
  })
})
