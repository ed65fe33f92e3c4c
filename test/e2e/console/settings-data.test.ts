/** The export and the schemas of a workspace in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { withoutChromium } from '../connect/chromium.ts'
import { assertReadable, barriers, openScreen, startConsoleWorld, type ConsoleWorld } from './world.ts'

describe('export and schemas in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  before(async () => {
    world = await startConsoleWorld()
    await world.makeOwner()
  })
  after(() => world.stop())

  test('the workspace is exported whole, also while another screen is open', async () => {
    const { page, complaints, context } = await openScreen(world, '/settings/export')
    await assertReadable(page, 'settings-export-start')
    await page.getByRole('button', { name: 'Start the export' }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('link', { name: 'Export' }).click()
    await page.getByText('The file is complete').waitFor()
    await assertReadable(page, 'settings-export-done')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save the file' }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; records?: number })
    assert.equal(lines[0]?.type, 'header')
    assert.deepEqual(lines.at(-1), { type: 'end', records: lines.length - 2 })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a schema is made, refused where it is wrong, seen on a record, changed and deleted', async () => {
    const { page, complaints, context } = await openScreen(world, '/settings/schemas')
    await page.getByRole('button', { name: 'New schema' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('our-crm')
    await dialog.getByLabel('Name of field 1').fill('reference')
    await dialog.getByLabel('Value of field 1').fill('confirmationCode +')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Value of field 1').fill('confirmationCode')
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Name of field 2').fill('guest')
    await dialog.getByLabel('Value of field 2').fill("primaryGuest.firstName + '!'")
    assert.deepEqual(await barriers(page), [])
    await page.screenshot({ path: 'screenshots/console/settings-schema-dialog.png' })
    await dialog.getByRole('button', { name: 'Save' }).dblclick()
    await page.getByRole('row', { name: 'our-crm' }).waitFor()
    await page.getByRole('button', { name: 'Preview: our-crm' }).click()
    await dialog.locator('pre', { hasText: 'James!' }).first().waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.screenshot({ path: 'screenshots/console/settings-schema-preview.png' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit: our-crm' }).click()
    await dialog.getByLabel('Active').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'not active' }).waitFor()
    await assertReadable(page, 'settings-schemas')
    await page.getByRole('button', { name: 'Delete: our-crm' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No schemas').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('both can be read in French on a dark phone', async () => {
    const looks = { width: 360, locale: 'fr-FR', colorScheme: 'dark' } as const
    const { page, context } = await openScreen(world, '/settings/export', looks)
    await page.getByRole('button', { name: 'Lancer' }).click()
    await page.getByText('Le fichier est complet').waitFor()
    await assertReadable(page, 'settings-export-phone-fr-dark')
    await page.goto(world.addressOf('/settings/schemas'))
    await assertReadable(page, 'settings-schemas-phone-fr-dark')
    await context.close()
  })
})
