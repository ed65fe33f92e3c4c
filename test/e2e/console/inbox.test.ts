/** The inbox in a real browser: messages, templates, files, inquiries and reviews of the sandbox. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type Looks, type WatchedPage } from '../connect/chromium.ts'
import {
  assertReadable,
  barriers,
  openSandbox,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const attack = '<img src=x onerror="document.title=\'owned\'">'

describe('the inbox of the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  before(async () => {
    world = await startConsoleWorld()
    await world.makeOwner()
  })
  after(() => world.stop())

  const openInbox = async (screen: string, looks: Looks = {}): Promise<WatchedPage> => {
    const watched = await world.signIn(looks)
    await openSandbox(watched.page)
    await watched.page.goto(world.addressOf(screen))
    await settled(watched.page)
    return watched
  }
  const openThread = async (page: Page, guest: string): Promise<void> => {
    await page.locator('.lines a', { hasText: guest }).click()
    await page.locator('.thread h2', { hasText: guest.split(' ')[0] ?? guest }).waitFor()
    await page.locator('.rules').waitFor()
  }
  const sentTexts = async (thread: string): Promise<string[]> => {
    const { body } = await api<{ data: { body: string; direction: string }[] }>(
      world.server(),
      world.server().keys.sandboxKey,
      'GET',
      `/v1/conversations/${thread}/messages`,
    )
    return body.data.filter(({ direction }) => direction === 'outbound').map((message) => message.body)
  }
  const threadOf = (page: Page) => /\/inbox\/(\d+)/.exec(page.url())?.[1] ?? ''

  for (const [name, looks] of [
    ['desktop', {}],
    ['phone-fr-dark', { width: 360, locale: 'fr-FR', colorScheme: 'dark' }],
  ] as const satisfies [string, Looks][]) {
    test(`can be read by everybody: ${name}`, async () => {
      const { page, complaints, context } = await openInbox('/inbox', looks)
      for (const part of ['inquiries', 'reviews', 'templates']) {
        await page.goto(world.addressOf(`/inbox/${part}`))
        await assertReadable(page, `inbox-${part}-${name}`)
      }
      await page.goto(world.addressOf('/inbox'))
      await assertReadable(page, `inbox-list-${name}`)
      await openThread(page, 'Emma Laurent')
      await assertReadable(page, `inbox-inquiry-${name}`)
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('what is written the moment the answer is drawn can be sent', async () => {
    const { page, context } = await openInbox('/inbox')
    // The observer is told right after the drawing, before anything that a browser calls for its next frame.
    await page.evaluate(
      `new MutationObserver((_, observer) => {
        const field = document.querySelector('.answer textarea')
        if (field === null) return
        observer.disconnect()
        field.value = 'Written at once'
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }).observe(document.body, { childList: true, subtree: true })`,
    )
    await openThread(page, 'Emma Laurent')
    assert.equal(await page.getByLabel('Your answer').inputValue(), 'Written at once')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.messages', { hasText: 'Written at once' }).waitFor()
    await context.close()
  })

  test('a template is made, filled in for the guest, and sent once', async () => {
    const { page, complaints, context } = await openInbox('/inbox/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Arrival')
    await dialog.getByLabel('Text').fill(`Hello [guest], see you on [check-in] ${attack}`)
    await dialog.locator('.preview', { hasText: 'Hello Ada' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.screenshot({ path: 'screenshots/console/inbox-template-dialog.png' })
    await dialog.getByRole('button', { name: 'Save' }).dblclick()
    await page.locator('.card', { hasText: 'Arrival' }).waitFor()
    assert.equal(await page.locator('.stack .card').count(), 1)
    await page.goto(world.addressOf('/inbox'))
    await openThread(page, 'James Carter')
    await page.getByRole('button', { name: 'Use a template' }).click()
    await dialog.locator('.preview', { hasText: 'Hello James' }).waitFor()
    await page.screenshot({ path: 'screenshots/console/inbox-template-picker.png' })
    await dialog.getByRole('button', { name: 'Put into the answer' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
    await page.locator('.messages', { hasText: 'Hello James' }).waitFor()
    assert.equal(await page.locator('.messages img').count(), 0)
    assert.doesNotMatch(await page.title(), /owned/)
    const texts = await sentTexts(threadOf(page))
    assert.equal(texts.filter((words) => words.startsWith('Hello James')).length, 1)
    await page.getByLabel('Your answer').fill('Your code is [code].')
    await page.getByText('Fill in before you send').waitFor()
    await page.getByLabel('Your answer').fill('')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('what could not be sent says why, stays, and can be sent again', async () => {
    const { page, context } = await openInbox('/inbox')
    await openThread(page, 'James Carter')
    const refused = 'Please sandbox:rejected this.'
    await page.getByLabel('Your answer').fill(refused)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').getByText('Not sent').waitFor()
    await page.screenshot({ path: 'screenshots/console/inbox-not-sent.png' })
    await page.reload()
    await page.getByRole('alert').getByText('Not sent').waitFor()
    assert.equal(await page.getByLabel('Your answer').inputValue(), refused)
    await page.goto(world.addressOf('/inbox?show=unsent'))
    await page.locator('.lines a', { hasText: 'James Carter' }).click()
    const refusal = page.waitForResponse((response) => response.status() === 422)
    await page.getByRole('button', { name: 'Send again' }).click()
    await refusal
    await page.getByRole('alert').getByText('Not sent').waitFor()
    await page.getByLabel('Your answer').fill('All is well.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.messages', { hasText: 'All is well.' }).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await context.close()
  })

  test('a picture is dropped, sent, and not kept with the listing', async () => {
    const { page, complaints, context } = await openInbox('/inbox')
    await openThread(page, 'James Carter')
    await page.getByText('Attach files').click()
    await page.getByLabel('Pictures').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: png })
    await page.locator('.attach', { hasText: 'door.png' }).waitFor()
    await page.getByLabel('Your answer').fill('The door.')
    await page.screenshot({ path: 'screenshots/console/inbox-attached.png' })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.messages', { hasText: 'Picture' }).waitFor()
    await page.getByLabel('Address of another file').waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('keys go through the list, mark what is done, and leave who types alone', async () => {
    const { page, complaints, context } = await openInbox('/inbox')
    await page.locator('.lines a').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.lines a[aria-current]').waitFor()
    const first = threadOf(page)
    await page.keyboard.press('j')
    await until('the next conversation', () => Promise.resolve(threadOf(page) !== first))
    await page.keyboard.press('k')
    await until('the one before', () => Promise.resolve(threadOf(page) === first))
    await page.locator('.answer textarea').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('jek?')
    assert.equal(await page.getByLabel('Your answer').inputValue(), 'jek?')
    await page.getByLabel('Your answer').fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.locator('.toast').waitFor()
    await page.locator('.lines a[aria-current]').waitFor({ state: 'detached' })
    assert.equal(await page.locator('.lines li').count(), 2)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.screenshot({ path: 'screenshots/console/inbox-keys.png' })
    await page.getByRole('dialog').getByLabel('Use these keys').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.goto(world.addressOf('/inbox?show=done'))
    await page.locator('.lines li').waitFor()
    await page.locator('.lines a').click()
    await page.getByRole('button', { name: 'Not done yet' }).click()
    await page.getByText('Nothing here').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('filters stand in the address, and a search finds guests', async () => {
    const { page, context } = await openInbox('/inbox?q=emma')
    await page.locator('.lines li', { hasText: 'Emma Laurent' }).waitFor()
    assert.equal(await page.locator('.lines li').count(), 1)
    await page.locator('.lines a').click()
    assert.match(page.url(), /\/inbox\/\d+\?q=emma/)
    await page.getByLabel('Channel').selectOption('vrbo')
    await page.getByText('Nothing here').waitFor()
    await context.close()
  })

  test('an inquiry gets an offer that is shown before, and the offer is taken back', async () => {
    const { page, complaints, context } = await openInbox('/inbox')
    await openThread(page, 'Emma Laurent')
    await page.getByRole('button', { name: 'Make an offer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price of the whole stay').fill('410.50')
    await dialog.getByRole('button', { name: 'Show what the guest would see' }).click()
    await dialog.locator('.preview', { hasText: '410.50' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.screenshot({ path: 'screenshots/console/inbox-offer.png' })
    await dialog.getByRole('button', { name: 'Send the offer' }).dblclick()
    await page.locator('.about .badge', { hasText: 'Offer sent' }).waitFor()
    await page.getByRole('button', { name: 'Take the offer back' }).click()
    await dialog.getByRole('button', { name: 'Take the offer back' }).click()
    await page.locator('.about .badge', { hasText: 'Open' }).waitFor()
    await page.getByRole('button', { name: 'Pre-approve' }).click()
    await dialog.getByText('can be booked without asking again').waitFor()
    await page.screenshot({ path: 'screenshots/console/inbox-pre-approve.png' })
    await dialog.getByRole('button', { name: 'Pre-approve' }).click()
    await page.locator('.about .badge', { hasText: 'Pre-approved' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a review is answered once', async () => {
    const { page, complaints, context } = await openInbox('/inbox/reviews')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Draft with AI' }).click()
    await dialog.getByText('This server has no language model.').waitFor()
    await dialog.getByLabel('Your answer').fill('Thank you!')
    await page.screenshot({ path: 'screenshots/console/inbox-review.png' })
    await dialog.getByRole('button', { name: 'Publish the answer' }).dblclick()
    await page.getByText('Every review is answered').waitFor()
    await page.getByLabel('Show').selectOption('responded')
    await page.getByText('Thank you!').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
