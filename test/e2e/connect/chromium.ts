/** Runs a real browser and records everything it requests. */
import { accessSync, constants } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function installed(): string | undefined {
  return places.find((place) => {
    try {
      accessSync(place ?? '', constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Returns false, or why the page's tests are skipped. If they are required, a missing browser is a failure. */
export function withoutChromium(): string | false {
  if (installed() !== undefined) return false
  const reason = `Chromium is not installed (looked at ${places.filter(Boolean).join(', ')}); set CHROMIUM_PATH.`
  if (process.env.CI === 'true' || process.env.LODGEWIRE_REQUIRE_CHROMIUM !== undefined)
    throw new Error(reason)
  console.error(`\n!! The connect page is NOT tested in a browser: ${reason}\n`)
  return reason
}

/** `folder` holds what the browser leaves behind. */
export async function startChromium(folder: string): Promise<Browser> {
  const executablePath = installed()
  if (executablePath === undefined) throw new Error('Chromium is not installed')
  return chromium.launch({
    executablePath,
    env: { ...process.env, TMPDIR: folder },
    // Root cannot use its sandbox, and containers have little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

export interface WatchedPage {
  context: BrowserContext
  page: Page
  /** Requests to places that are not allowed, policy refusals, script errors and sent referrers. */
  complaints: string[]
}

export interface Looks {
  locale?: string
  colorScheme?: 'light' | 'dark'
  width?: number
  reducedMotion?: 'reduce'
}

const told = 'LODGEWIRE-POLICY '
const reportViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('${told}' + event.violatedDirective + ' ' + event.blockedURI))`

/** Opens a window without stored data. `origins` are the allowed places. */
export async function openWindow(
  browser: Browser,
  origins: string[],
  looks: Looks = {},
): Promise<WatchedPage> {
  const { locale = 'en-GB', colorScheme = 'light', width = 1280, reducedMotion } = looks
  const context = await browser.newContext({
    locale,
    colorScheme,
    viewport: { width, height: 900 },
    ...(reducedMotion === undefined ? {} : { reducedMotion }),
  })
  context.setDefaultTimeout(30_000)
  const complaints: string[] = []
  await context.addInitScript(reportViolations)
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!origins.includes(url.origin)) complaints.push(`asked ${url.origin}`)
    const { referer } = request.headers()
    if (referer?.includes('cs_')) complaints.push(`told ${url.origin} where it comes from: ${referer}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    // The browser itself reports a status of 400 or more, which is no fault of the page.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`))
  return { context, page: await context.newPage(), complaints }
}
