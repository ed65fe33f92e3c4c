/** The page of `demo --channels` in a browser: a person clicks a booking and sees the night close elsewhere. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { runScript, type Child } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { openWindow, startChromium, withoutChromium } from './connect/chromium.ts'

/** It sets up a database and imports three accounts, possibly on a busy machine. */
const withinMs = 120_000

describe('the page of both channels', { skip: withoutChromium(), concurrency: false }, () => {
  let place: ReturnType<typeof testFolder>
  let child: Child
  let browser: Browser
  let page: Page
  let complaints: string[]
  before(async () => {
    place = testFolder()
    child = runScript('src/cli.ts', ['demo', '--channels', '--port', '0'], {
      env: { DATA_DIR: path.join(place.folder, 'data') },
      cwd: place.folder,
    })
    const [, url = ''] = await child.line(/^Page +(http:\/\/127\.0\.0\.1:\d+)/m, withinMs)
    browser = await startChromium(place.folder)
    const window = await openWindow(browser, [url], { width: 375 })
    page = window.page
    complaints = window.complaints
    page.setDefaultTimeout(withinMs)
    await page.goto(url)
  })
  after(async () => {
    await browser?.close()
    child.process.kill('SIGINT')
    await child.ended
    place.remove()
  })

  const night = (date: string) => page.locator('#nights tr', { hasText: date })
  const shown = (date: string, kind: 'open' | 'closed') => night(date).locator(`td.${kind}`).nth(2).waitFor()
  const choose = async (index: number): Promise<string> => {
    await page.locator('#from').selectOption({ index })
    return page.locator('#from').inputValue()
  }

  for (const [index, button, words] of [
    [1, 'books on Airbnb', 'A guest booked on Airbnb'],
    [3, 'books at Booking.com', 'A guest booked at Booking.com'],
    [5, 'books by the API', 'Somebody booked by the API'],
  ] as const)
    test(`who "${button}" sees the night close at all three places, and open again`, async () => {
      await page.locator('#nights tr').first().waitFor()
      const date = await choose(index)
      await shown(date, 'open')
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('status').getByText(words).waitFor()
      await shown(date, 'closed')
      // Each place shows its time in seconds.
      const entry = page.locator('#entries tr', { hasText: words })
      for (const column of [3, 4, 5])
        await entry
          .locator('td')
          .nth(column)
          .getByText(/^\d+\.\d s$/)
          .waitFor()
      // A sold night is not sold again, and the page says why.
      await page.getByRole('button', { name: 'books at Booking.com' }).click()
      await page
        .getByRole('status')
        .getByText(/not to be booked/)
        .waitFor()
      await page.locator('#stays li', { hasText: date }).getByRole('button', { name: 'cancel' }).click()
      await page
        .getByRole('status')
        .getByText(/cancelled/)
        .waitFor()
      await shown(date, 'open')
      assert.deepEqual(complaints, [])
    })
})
