/** Opens every screen that can be reached and presses every button on it, while no write reaches the server. */
import type { Locator, Page, Request, Route } from 'playwright-core'
import { until } from '../../harness/until.ts'
import { writeAt, type ConsoleWrite } from './console-writes.ts'
import { settled } from './world.ts'

/** More screens than this are a loop of links. */
const mostScreens = 60
const afterPressMs = 60

export interface PressedScreen {
  address: string
  buttons: string[]
}

export interface Pressed {
  screens: PressedScreen[]
  /** What the console tried to write. */
  writes: ConsoleWrite[]
}

const holdBack = async (route: Route, writes: ConsoleWrite[]): Promise<void> => {
  const request = route.request()
  const write =
    request.method() === 'GET' ? undefined : writeAt(request.method(), new URL(request.url()).pathname)
  if (write === undefined || write.scope?.endsWith(':read')) return route.continue()
  writes.push(write)
  return route.fulfill({
    status: 409,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code: 'conflict', message: 'The test lets nothing through.' } }),
  })
}

/** Rows of a list have the same buttons, so one of each is enough. */
const kindOf = (name: string): string =>
  name
    .replaceAll(/\S+@\S+|\S*\d\S*/g, '#')
    .trim()
    .slice(0, 40)

/** Screens of the same kind differ by ids only. */
export const shapeOf = (address: string): string =>
  address
    .split('?')[0]
    ?.split('/')
    .map((part, place, parts) => (/\d/.test(part) || parts[place - 1] === 'accounts' ? ':id' : part))
    .join('/') ?? address

const pressable = 'button:not([disabled]), summary, .night.free'

/** What the browser knows of a button, or of a field. */
interface ShownElement {
  tagName: string
  type?: string
  innerText: string
  checkVisibility(): boolean
  getAttribute(name: string): string | null
}

/** Which to press: the first of each kind. */
async function kindsIn(within: Locator): Promise<{ kind: string; place: number }[]> {
  const names = await within.locator(pressable).evaluateAll((elements) =>
    (elements as unknown as ShownElement[]).map((element) => {
      if (!element.checkVisibility()) return ''
      return element.tagName === 'DIV'
        ? 'a free night'
        : (element.getAttribute('aria-label') ?? element.innerText)
    }),
  )
  const first = new Map<string, number>()
  names.forEach((name, place) => {
    const kind = kindOf(name)
    if (kind !== '' && !first.has(kind)) first.set(kind, place)
  })
  return [...first].map(([kind, place]) => ({ kind, place }))
}

const fitting: Record<string, string> = {
  number: '3',
  time: '15:00',
  month: '2031-05',
  email: 'x@example.com',
  url: 'https://example.com/x',
}
const leftAlone = ['search', 'radio', 'file']

/** Every field gets something that fits: a form with a missing field, or with nothing changed, is not sent. */
async function fillFields(within: Locator): Promise<void> {
  let day = 5
  for (const field of await within
    .locator(':is(input, textarea, select):enabled:visible:not([readonly])')
    .all()) {
    const type = await field.evaluate((element) => (element as unknown as ShownElement).type ?? '')
    if (leftAlone.includes(type)) continue
    if (type === 'checkbox') await field.check()
    // An arrival, then its departure.
    else if (type === 'date') await field.fill(`2031-05-0${(day += 1)}`)
    else if ((await field.inputValue()) !== '') continue
    else if (type.startsWith('select'))
      await field.selectOption({ index: (await field.locator('option').count()) - 1 })
    else await field.fill(fitting[type] ?? 'Words')
  }
}

async function press(within: Locator, place: number): Promise<boolean> {
  const button = within.locator(pressable).nth(place)
  try {
    await button.click({ timeout: 700 })
  } catch {
    return false
  }
  await button.page().waitForTimeout(afterPressMs)
  return true
}

/** Presses the buttons of the dialog that is open, except those that close it. */
async function pressDialog(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog[open]').last()
  const pressed: string[] = []
  for (let round = 0; round < 8 && (await page.locator('dialog[open]').count()) > 0; round += 1) {
    await fillFields(dialog)
    const next = (await kindsIn(dialog)).find(
      ({ kind }) => !pressed.includes(kind) && !/^(Close|Keep)\b/.test(kind),
    )
    if (!next) break
    pressed.push(next.kind)
    await press(dialog, next.place)
  }
  for (let i = 0; i < 3 && (await page.locator('dialog[open]').count()) > 0; i += 1)
    await page.keyboard.press('Escape')
  return pressed
}

/** Opens screens, and waits until all their answers are there: a list to choose from is filled late. */
function openerOf(page: Page): (address: string) => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request))
  return async (address) => {
    underWay.clear()
    await page.goto(address)
    await settled(page)
    await until('the answers', () => underWay.size === 0)
  }
}

/** Presses what is on the screen that is open. */
async function pressScreen(page: Page, open: () => Promise<void>): Promise<string[]> {
  const main = page.locator('main')
  const pressed: string[] = []
  for (;;) {
    await fillFields(main.locator('form'))
    const next = (await kindsIn(main)).find(({ kind }) => !pressed.includes(kind))
    if (!next) return pressed
    pressed.push(next.kind)
    const before = page.url()
    await press(main, next.place)
    if ((await page.locator('dialog[open]').count()) > 0) pressed.push(...(await pressDialog(page)))
    if (page.url() !== before || (await page.locator('dialog[open]').count()) > 0) await open()
  }
}

export const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href*="/console"]')
    .evaluateAll((links) => (links as unknown as { href: string }[]).map(({ href }) => href))

/** From these addresses on, each kind of screen once. */
export async function pressEverything(page: Page, addresses: readonly string[]): Promise<Pressed> {
  const writes: ConsoleWrite[] = []
  await page.route('**/v1/**', (route) => holdBack(route, writes))
  const open = openerOf(page)
  const queue = [...addresses]
  const known = new Set(queue.map(shapeOf))
  const screens: PressedScreen[] = []
  while (screens.length < mostScreens) {
    const address = queue.shift()
    if (address === undefined) break
    await open(address)
    for (const link of await linksOf(page)) {
      const shape = shapeOf(link)
      if (known.has(shape)) continue
      known.add(shape)
      queue.push(link)
    }
    screens.push({
      address: shapeOf(new URL(address).pathname),
      buttons: await pressScreen(page, () => open(address)),
    })
  }
  await page.unroute('**/v1/**')
  return { screens, writes }
}
