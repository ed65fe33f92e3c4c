/** A real browser, and an eye on everything it asks for. */
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

/** Why the tests of the page do not run, or false when they do. Where they must run, having no browser is a failure. */
export function withoutChromium(): string | false {
  if (installed() !== undefined) return false
  const reason = `Chromium is not installed (looked at ${places.filter(Boolean).join(', ')}); set CHROMIUM_PATH.`
  if (process.env.CI === 'true' || process.env.LODGEWIRE_REQUIRE_CHROMIUM !== undefined)
    throw new Error(reason)
  console.error(`\n!! The connect page is NOT tested in a browser: ${reason}\n`)
  return reason
}

/** `folder`: for what it leaves behind. */
export async function startChromium(folder: string): Promise<Browser> {
  const executablePath = installed()
  if (executablePath === undefined) throw new Error('Chromium is not installed')
  return chromium.launch({
    executablePath,
    env: { ...process.env, TMPDIR: folder },
    // Its sandbox cannot be had as root, and containers have little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

export interface Watched {
  context: BrowserContext
  page: Page
  /** Requests to other places than the allowed ones, refusals by the policy, errors of scripts, referrers sent. */
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

/** A window of its own, with nothing remembered. `origins`: whom it may ask. */
export async function openWindow(browser: Browser, origins: string[], looks: Looks = {}): Promise<Watched> {
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
    // A status of 400 and more is told of by the browser itself, and is no fault of the page.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`))
  return { context, page: await context.newPage(), complaints }
}
