/** Starts the real server, a simulator for every vendor, an app's site and a browser. */
import assert from 'node:assert/strict'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { createTestDatabase, execute } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { startAppSite, type AppSite } from './app-site.ts'
import { openWindow, startChromium, type Looks, type WatchedPage } from './chromium.ts'

export const screenshots = path.resolve(import.meta.dirname, '../../../screenshots/connect')

/** Accounts of these vendors are connected with a form. */
export const formConnectors = Object.values(connectors).filter(({ partnership }) => !partnership)

export interface StartedSession {
  sessionId: string
  url: string
}

export interface ConnectWorld {
  server: ServerProcess
  app: AppSite
  vendors: Record<string, RunningSimulator>
  browser: Browser
  /** Starts a session as an app does. */
  session(body?: object): Promise<StartedSession>
  /** Makes the vendor refuse this connection's credentials. */
  shutOut(connectionId: string): Promise<void>
  /** Makes all sessions expire. */
  expireSessions(): Promise<void>
  open(looks?: Looks): Promise<WatchedPage>
  close(): Promise<void>
}

export async function startConnectWorld(
  vendorIds = formConnectors.map(({ manifest }) => manifest.id),
): Promise<ConnectWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const vendors: Record<string, RunningSimulator> = {}
    for (const id of vendorIds) {
      const vendor = await startSimulator(id, { listings: 3, reservations: 12, seed: 5, rateLimit: 'off' })
      undo.push(() => vendor.close())
      vendors[id] = vendor
    }
    const app = await startAppSite()
    undo.push(app.close)
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    const server = await startServerProcess(folder.folder, {
      DATABASE_URL: database.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      ...Object.assign({}, ...Object.values(vendors).map(({ partner }) => partner)),
      VENDOR_BASE_URLS: Object.values(vendors)
        .map(({ vendor, url }) => `${vendor}=${url}`)
        .join(','),
    })
    undo.push(server.stop)
    const browser = await startChromium(folder.folder)
    undo.push(() => browser.close())
    return {
      server,
      app,
      vendors,
      browser,
      async session(body = {}) {
        const wanted = { redirectUrl: `${app.origin}/back?kept=1`, state: 'state-1', ...body }
        const answer = await api<StartedSession>(server, server.keys.liveKey, 'POST', '/v1/connect', wanted)
        assert.equal(answer.status, 201, JSON.stringify(answer.body))
        return answer.body
      },
      shutOut: (id) =>
        execute(
          database.url,
          `update connections set status = 'error', action_reason = 'reauth_required' where id = ${Number(id)}`,
        ),
      expireSessions: () =>
        execute(database.url, `update connect_sessions set expires_at = now() - interval '1 minute'`),
      open: (looks) =>
        openWindow(
          browser,
          [server.baseUrl, app.origin, ...Object.values(vendors).map(({ url }) => url)],
          looks,
        ),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Fills in the vendor's form as a person with these values would. */
export async function fillCredentials(page: Page, credentials: Record<string, string>): Promise<void> {
  await page.locator('form').waitFor()
  const folded = page.locator('details:not([open]) summary')
  for (const [key, value] of Object.entries(credentials)) {
    const box = page.locator(`#field-${key}`)
    if (!(await box.isVisible())) await folded.click()
    if ((await page.locator(`select#field-${key}`).count()) > 0) await box.selectOption(value)
    else await box.fill(value)
  }
}
