/** A server, a browser and people who are signed in, for the tests of the console. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { runScript } from '../../harness/child.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { openWindow, startChromium, type Looks, type WatchedPage } from '../connect/chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const root = path.resolve(import.meta.dirname, '../../..')
export const builtConsole = path.join(root, 'web/console/dist')
const screenshots = path.join(root, 'screenshots/console')

/** Every address that has a screen of its own. */
export const screens: Record<string, string> = {
  today: '/',
  calendar: '/calendar',
  reservations: '/reservations',
  'new reservation': '/reservations/new',
  inbox: '/inbox',
  inquiries: '/inbox/inquiries',
  reviews: '/inbox/reviews',
  templates: '/inbox/templates',
  listings: '/listings',
  accounts: '/accounts',
  moves: '/migrations',
  prices: '/pricing',
  figures: '/figures',
  webhooks: '/developers/webhooks',
  events: '/developers/events',
  requests: '/developers/requests',
  keys: '/developers/keys',
  usage: '/developers/usage',
  audit: '/developers/audit',
  members: '/settings/members',
  sessions: '/settings/sessions',
  plan: '/settings/plan',
  privacy: '/settings/privacy',
  export: '/settings/export',
  schemas: '/settings/schemas',
  missing: '/nothing-here',
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

/** What somebody who cannot see or point would stumble over. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run('body', { resultTypes: ['violations'] })`,
  )) as AxeResult
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}, e.g. ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`,
  )
}

export interface ConsoleWorld {
  /** The server of this moment; a restarted one is another. */
  server: () => ServerProcess
  databaseUrl: string
  browser: Browser
  origin: () => string
  /** Starts a server on the port that the one before had. */
  restart: () => Promise<void>
  /** A window in which nobody is signed in. */
  open: (looks?: Looks) => Promise<WatchedPage>
  /** The link that signs an owner in; `more` are arguments of `lodgewire console`. */
  printLink: (...more: string[]) => Promise<string>
  /** Makes the first owner by the link that a start prints. */
  makeOwner: () => Promise<void>
  /** A window in which the owner is signed in. */
  signIn: (looks?: Looks) => Promise<WatchedPage>
  /** The address of a screen, which begins with a slash. */
  addressOf: (screen: string) => string
  stop: () => Promise<void>
}

/** Starts it all; `more` are environment variables of the server. */
export async function startConsoleWorld(more: Record<string, string> = {}): Promise<ConsoleWorld> {
  const build = runScript('web/console/build.ts', [], { cwd: root })
  assert.equal(await build.ended, 0, build.err())
  mkdirSync(screenshots, { recursive: true })
  const database = await createTestDatabase()
  const { folder, remove } = testFolder()
  const env: Record<string, string> = { DATABASE_URL: database.url, ...more }
  let server = await startServerProcess(folder, env)
  const { port } = new URL(server.baseUrl)
  const browser = await startChromium(folder)
  const origin = () => new URL(server.baseUrl.replace('127.0.0.1', 'localhost')).origin
  const open = (looks?: Looks): Promise<WatchedPage> => openWindow(browser, [origin()], looks)
  const printLink = async (...args: string[]): Promise<string> => {
    const child = runScript('src/cli.ts', ['console', '--json', ...args], {
      env: { ...env, PATH: process.env.PATH ?? '', DATA_DIR: folder },
      cwd: folder,
    })
    assert.equal(await child.ended, 0, child.err())
    return (JSON.parse(child.out()) as { url: string }).url
  }
  return {
    server: () => server,
    databaseUrl: database.url,
    browser,
    origin,
    async restart() {
      server = await startServerProcess(folder, { ...env, PORT: port })
    },
    open,
    printLink,
    async makeOwner() {
      const { page, context } = await open()
      await page.goto(await printLink())
      await page.getByLabel('E-mail address').fill('ada@example.com')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('nav.side').waitFor()
      await context.close()
    },
    async signIn(looks = {}) {
      const watched = await open(looks)
      await watched.page.goto(await printLink())
      await watched.page.locator('button.main').click()
      await watched.page.locator('nav.side').waitFor({ state: 'attached' })
      return watched
    },
    addressOf: (screen) => `${origin()}/console${screen}`,
    async stop() {
      await browser.close()
      await server.stop()
      await database.drop()
      remove()
    },
  }
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Goes from live data to the sandbox of the workspace. */
export async function openSandbox(page: Page): Promise<void> {
  await page.locator('details.menu summary').click()
  await page.locator('.menu-body button.link').first().click()
  await page.locator('.mode').waitFor()
}

/** Waits until the screen shows its first answers. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await until(
    'the first answers',
    async () => (await page.locator('main p.busy, main [aria-busy=true]').count()) === 0,
  )
}

/** A window of the sandbox in which the owner looks at a screen that has its first answers. */
export async function openScreen(
  world: ConsoleWorld,
  screen: string,
  looks: Looks = {},
): Promise<WatchedPage> {
  const watched = await world.signIn(looks)
  await openSandbox(watched.page)
  await watched.page.goto(world.addressOf(screen))
  await settled(watched.page)
  return watched
}

/** Pictures the screen, and fails when somebody could not read it: barriers, a scroll to the side, a value that is none. */
export async function assertReadable(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: path.join(screenshots, `${name}.png`), animations: 'disabled' })
  assert.deepEqual(await barriers(page), [], name)
  const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(over <= 0, `${name} is ${over} pixels too wide`)
  assert.doesNotMatch(
    await page.locator('main').innerText(),
    /\{\{|undefined|NaN|\[object/,
    `${name} shows a value that is none`,
  )
}
