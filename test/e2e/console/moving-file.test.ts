/** A move from an exported file in the console: dropped, cut off, begun anew with another, and taken along again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { withoutChromium, type WatchedPage } from '../connect/chromium.ts'
import { assertReadable, heading, openSandbox, startConsoleWorld, type ConsoleWorld } from './world.ts'

const attack = '<img src=x onerror="document.title=1">'

interface MigrationAnswer {
  data: { state: string; counts: { listings: number } }
}

describe('a move from a file in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let own: WatchedPage
  let page: Page
  let whole: string
  before(async () => {
    world = await startConsoleWorld({ ALLOW_PRIVATE_TARGETS: 'true' })
    await world.makeOwner()
    own = await world.signIn()
    page = own.page
    await openSandbox(page)
    whole = await exported()
  })
  after(() => world.stop())

  const sandbox = <T>(method: string, url: string, body?: unknown) =>
    api<T>(world.server(), world.server().keys.sandboxKey, method, url, body)
  const exported = async (): Promise<string> => {
    const answer = await fetch(`${world.server().baseUrl}/v1/migrations/${await ownId()}/export`, {
      headers: { authorization: `Bearer ${world.server().keys.sandboxKey}` },
    })
    return answer.text()
  }
  const ownId = async () => {
    const { workspace } = (await page.evaluate(
      `fetch('/v1/members/me', { headers: { 'x-lodgewire-console': 'sandbox' } }).then((answer) => answer.json())`,
    )) as { workspace: { id: string } }
    return workspace.id
  }
  const step = (name: string): Locator => page.locator('.step', { hasText: name }).first()
  const begin = async (name: string): Promise<string> => {
    await page.goto(world.addressOf('/migrations'))
    await page.getByRole('button', { name: 'Begin a move' }).click()
    await page.getByLabel('Who moves').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Begin a move' }).click()
    await heading(page).getByText(name).waitFor()
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }
  const fileOf = (name: string, text: string) => ({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(text),
  })
  const migration = async (id: string) =>
    (await sandbox<MigrationAnswer>('GET', `/v1/migrations/${id}`)).body.data
  /** All but the last lines, as a connection that broke off leaves a file. */
  const cutOff = (text: string) => text.slice(0, text.lastIndexOf('\n', Math.floor(text.length * 0.8)) + 1)

  /** Lets a file fall on the field, as a person who drags it there. */
  async function drop(name: string, text: string): Promise<void> {
    const files = await page.evaluateHandle(
      `(() => {
        const files = new DataTransfer()
        files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
        return files
      })()`,
    )
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: files })
  }

  test('a file that is no export is refused, one that was cut off is said to be, and the whole one fills the workspace', async () => {
    const id = await begin(attack)
    await page.getByText('Or fill it from a file').waitFor()
    await assertReadable(page, 'moves-file-begin')
    await drop('notes.txt', 'no export\n')
    await page.getByText('notes.txt is no export: line 1 cannot be read.').waitFor()
    await drop('cut.ndjson', cutOff(whole))
    await page.getByText('cut.ndjson was cut off after line').waitFor()
    assert.equal((await migration(id)).state, 'importing')
    await assertReadable(page, 'moves-file-cut')
    // After the window is opened anew nothing is known of the file, and the same one goes on.
    await page.reload()
    await page.getByText('Choose the same file again').waitFor()
    await page.getByLabel('Exported file').setInputFiles(fileOf('whole.ndjson', whole))
    await step('Copy the old system').getByText('done').waitFor()
    const { state, counts } = await migration(id)
    assert.equal(state, 'imported')
    const lines = whole.split('\n').filter((line) => line.startsWith('{"type":"listing"'))
    assert.equal(counts.listings, lines.length)
    assert.ok(lines.length > 0)
    await page.getByRole('button', { name: 'Start the export' }).click()
    await page.getByText('The file is complete').waitFor()
    await assertReadable(page, 'moves-file-taken-along')
  })

  test('another file than the one that was begun with takes its place only after a question', async () => {
    const id = await begin('Harbour homes')
    await page.getByLabel('Exported file').setInputFiles(fileOf('first.ndjson', cutOff(whole)))
    await page.getByText('first.ndjson was cut off after line').waitFor()
    await sandbox('POST', '/v1/listings', { name: attack, currency: 'EUR' })
    const other = await exported()
    await page.getByLabel('Exported file').setInputFiles(fileOf('second.ndjson', other))
    await page.getByRole('button', { name: 'Use this file instead …' }).click()
    const dialog = page.getByRole('dialog')
    await assertReadable(page, 'moves-file-anew')
    await dialog.getByRole('button', { name: 'Remove it and begin anew' }).click()
    await until('the second file', async () => (await migration(id)).state === 'imported')
    await step('Copy the old system').getByText('done').waitFor()
    assert.deepEqual(own.complaints, [])
  })

  test('it can be read on a phone, in the dark and in French; who only reads sees no field for a file', async () => {
    const { page: phone, context } = await world.signIn({ width: 360, colorScheme: 'dark', locale: 'fr-FR' })
    await openSandbox(phone)
    const { body } = await sandbox<{ workspaceId: string }>('POST', '/v1/connect', {
      ...{ purpose: 'migrate', redirectUrl: `${world.origin()}/console/migrations` },
      workspace: { name: 'Maisons du port' },
    })
    await phone.goto(world.addressOf(`/migrations/${body.workspaceId}`))
    await phone.getByText('Ou le remplir depuis un fichier').waitFor()
    await assertReadable(phone, 'moves-file-phone')
    await phone.route('**/v1/members/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'read_only' } })
    })
    await phone.reload()
    await heading(phone).getByText('Maisons du port').waitFor()
    assert.equal(await phone.locator('input[type=file]').count(), 0)
    await phone.unrouteAll({ behavior: 'wait' })
    await context.close()
  })
})
