/** A listing in the console: its texts, pictures and amenities are changed once, and read again as they were written. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { api } from '../../harness/server-process.ts'
import { withoutChromium, type Looks, type WatchedPage } from '../connect/chromium.ts'
import { drawPicture } from './pictures.ts'
import {
  assertReadable,
  heading,
  openSandbox,
  settled,
  startConsoleWorld,
  type ConsoleWorld,
} from './world.ts'

const attack = '<img src=x onerror="document.title=\'owned\'">'
const tabs = ['overview', 'content', 'photos', 'amenities', 'rooms', 'channels', 'markups']

interface StoredListing {
  publicName: string
  content: Record<string, string | null>
  details: Record<string, string | number | null>
  amenities: { amenityKey: string; isPresent: boolean }[]
  photos: { url: string; caption: string | null }[]
  policies: Record<string, string | boolean | null>
}

describe('a listing in the console', { skip: withoutChromium(), concurrency: false }, () => {
  let world: ConsoleWorld
  let villa: string
  let hotel: string
  before(async () => {
    world = await startConsoleWorld()
    await world.makeOwner()
    const { body } = await asOwner<{ data: { id: string; name: string }[] }>('GET', '/v1/listings')
    const idOf = (part: string) => body.data.find(({ name }) => name.includes(part))?.id ?? ''
    villa = idOf('Ocean View')
    hotel = idOf('Lindenhof')
  })
  after(() => world.stop())

  const asOwner = <Body>(method: string, path: string, body?: object) =>
    api<Body>(world.server(), world.server().keys.sandboxKey, method, path, body)
  const stored = async (): Promise<StoredListing> =>
    (
      await asOwner<StoredListing>(
        'GET',
        `/v1/listings/${villa}?include=content,details,amenities,photos,policies`,
      )
    ).body
  const sandbox = async (looks: Looks = {}): Promise<WatchedPage> => {
    const watched = await world.signIn(looks)
    await openSandbox(watched.page)
    return watched
  }
  const openTab = async (page: Page, id: string, tab: string) => {
    await page.goto(world.addressOf(`/listings/${id}/${tab}`))
    await settled(page)
  }

  test('texts, times and rules are saved once, and only what was changed', async () => {
    const { page, complaints, context } = await sandbox()
    await openTab(page, villa, 'content')
    await page.getByLabel('Title for guests').fill('Short')
    await page.getByText('Airbnb: 8 to 255 characters – left out as it stands').waitFor()
    await page.getByLabel('Title for guests').fill('A bright villa above the bay')
    await page.getByLabel('Check-in from').fill('15:30')
    await page.getByText('Airbnb: whole hours only – left out as it stands').waitFor()
    await page.getByLabel('Pets').selectOption('no')
    await page.getByText('3 unsaved changes').waitFor()
    const { content } = await stored()
    await page.getByRole('button', { name: 'Save texts and rules' }).dblclick()
    await page.getByText('Saved: title, times and rules.').waitFor()
    const now = await stored()
    assert.equal(now.publicName, 'A bright villa above the bay')
    assert.equal(now.details['checkInTimeStart'], '15:30')
    assert.equal(now.policies['allowsPets'], false)
    assert.equal(now.content['description'], content['description'])
    const { body } = await asOwner<{ data: { cause: { operation: string | null } }[] }>(
      'GET',
      `/v1/listings/${villa}/history`,
    )
    const writes = body.data.filter(({ cause }) => cause.operation === 'updateListingContent')
    assert.equal(writes.length, 1, 'a second press writes nothing')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('texts that somebody else changed meanwhile are shown before they are written over', async () => {
    const { page, complaints, context } = await sandbox()
    await openTab(page, hotel, 'content')
    await page.getByLabel('Title for guests').fill('The quiet hotel')
    await page.getByLabel('Summary').fill('Quiet, and near the lake.')
    await asOwner('PUT', `/v1/listings/${hotel}/content`, { title: attack })
    await page.getByRole('button', { name: 'Save texts and rules' }).click()
    await page.getByText('Somebody changed this since you looked.').waitFor()
    await page.getByText(`→ ${attack}`).waitFor()
    const titleNow = async () =>
      (await asOwner<StoredListing>('GET', `/v1/listings/${hotel}?include=content`)).body.publicName
    assert.equal(await titleNow(), attack, 'nothing was saved')
    await assertReadable(page, 'listing content changed meanwhile')
    await page.getByRole('button', { name: 'Save all the same' }).click()
    await page.getByText('Saved: title').waitFor()
    assert.equal(await titleNow(), 'The quiet hotel')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('pictures are uploaded, put in order by keyboard and mouse, named, removed and deleted', async () => {
    const { page, complaints, context } = await sandbox()
    await openTab(page, villa, 'photos')
    await page.getByLabel('Choose files').setInputFiles([
      { name: 'garden.png', mimeType: 'image/png', buffer: drawPicture([90, 150, 80]) },
      { name: 'beach.png', mimeType: 'image/png', buffer: drawPicture([225, 205, 150]) },
      { name: 'terrace.png', mimeType: 'image/png', buffer: drawPicture([170, 120, 95]) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ])
    await page.getByText('Not sent, because of their kind or size: notes.txt').waitFor()
    const cards = page.locator('.photo')
    await cards.nth(3).waitFor()
    await page.getByLabel('Address of a picture').fill('https://example.com/sandbox/evening.jpg')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await cards.nth(4).waitFor()
    // By keyboard: the last one to the front, and the focus stays with it.
    await page.getByRole('button', { name: 'Move picture 4 one place forward' }).focus()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Enter')
    await page.getByText('Now at place 1 of 5.').waitFor({ state: 'attached' })
    await page.getByLabel('Caption of picture 1', { exact: true }).fill('The terrace at noon')
    // By mouse: the second one to the end.
    await cards.nth(1).locator('.picture').dragTo(cards.nth(4).locator('.picture'))
    await page.getByRole('button', { name: 'Save pictures' }).dblclick()
    await page.getByText('Saved: photos.').waitFor()
    const saved = (await stored()).photos
    assert.equal(saved.length, 5)
    assert.equal(saved[0]?.caption, 'The terrace at noon')
    assert.equal(saved[4]?.url, 'https://example.com/sandbox/oceanview.jpg')
    await assertReadable(page, 'listing photos filled')
    await page.getByRole('button', { name: 'Remove picture 2', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The listing stops showing it here at once').waitFor()
    await dialog.getByRole('button', { name: 'Remove the picture' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await stored()).photos.length, 4)
    const unshown = page.locator('.card', { hasText: 'Uploaded and not shown' })
    await unshown.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await unshown.waitFor({ state: 'detached' })
    const { body } = await asOwner<{ photos: object[] }>('GET', `/v1/listings/${villa}/photos`)
    assert.equal(body.photos.length, 2)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('amenities are found, chosen and saved; what is taken away is said to be absent', async () => {
    const { page, complaints, context } = await sandbox()
    await openTab(page, villa, 'amenities')
    const search = page.getByLabel('Find an amenity')
    await search.fill('sauna')
    await page.getByRole('checkbox', { name: 'Sauna' }).check()
    await search.fill('Roof cinema')
    await page.getByRole('button', { name: 'Add “Roof cinema”' }).click()
    assert.match(page.url(), /\/amenities\?q=Roof/)
    await search.fill('')
    await page.getByRole('checkbox', { name: 'Kitchen', exact: true }).uncheck()
    await page.getByRole('button', { name: 'Save amenities' }).click()
    await page.getByText('Saved: amenities.').waitFor()
    const keys = (isThere: boolean, rows: StoredListing['amenities']) =>
      rows.filter(({ isPresent }) => isPresent === isThere).map(({ amenityKey }) => amenityKey)
    const { amenities } = await stored()
    assert.deepEqual(keys(true, amenities).toSorted(), ['roof_cinema', 'sauna', 'wifi'])
    assert.deepEqual(keys(false, amenities).toSorted(), ['kitchen', 'pool'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a markup is tried, then set once for every listing that shares it', async () => {
    const { page, complaints, context } = await sandbox()
    await openTab(page, villa, 'markups')
    await page.getByRole('button', { name: 'Change the markup of Booking.com' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Percent on top of the own price').fill('17.5')
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
    await dialog.getByText('Every night is sold for the new price of:').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).dblclick()
    await page.getByText('17.5%').waitFor()
    const { body } = await asOwner<{ booking: { markupPercent: number }[] }>(
      'GET',
      `/v1/listings/${villa}/markups`,
    )
    assert.equal(body.booking[0]?.markupPercent, 17.5)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a unit of a channel is linked, tried to be sent, and unlinked after a question', async () => {
    const made = await asOwner<{ id: string }>('POST', '/v1/listings', {
      ...{ name: 'Own cottage', city: 'Split', currency: 'EUR', defaultDailyPrice: 90 },
    })
    const cottage = made.body.id
    assert.ok(cottage, JSON.stringify(made.body))
    const { page, complaints, context } = await sandbox()
    await openTab(page, cottage, 'channels')
    const units = page.getByLabel('Link something else')
    const airbnb = await units.locator('option', { hasText: 'Airbnb' }).first().getAttribute('value')
    await units.selectOption(airbnb)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('are those of Own cottage').waitFor()
    await dialog.getByRole('button', { name: 'Link', exact: true }).dblclick()
    await page.getByText('Linked with Airbnb.').waitFor()
    await page.getByRole('button', { name: 'Send now …' }).click()
    await dialog.locator('.preview, .notice').first().waitFor()
    await assertReadable(page, 'listing sending tried')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await assertReadable(page, 'listing channels linked')
    await page.getByRole('button', { name: 'Unlink' }).click()
    await dialog.getByText('the same night can be sold twice').waitFor()
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('Unlinked from Airbnb.').waitFor()
    await page.getByText('This home is linked with nothing').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a suggestion that is not this home stays hidden for every member, until it is shown again', async () => {
    interface Unit {
      unit_name: string
      current_listing_id: unknown
    }
    const accounts = await asOwner<{ data: { id: string; provider: string }[] }>('GET', '/v1/connect')
    const airbnb = accounts.body.data.find(({ provider }) => provider === 'airbnb')?.id ?? ''
    const read = await asOwner<{ units: Unit[] }>('GET', `/v1/connections/${airbnb}/units`)
    const name = read.body.units.find(({ current_listing_id: listing }) => listing === null)?.unit_name ?? ''
    const made = await asOwner<{ id: string }>('POST', '/v1/listings', {
      name,
      city: 'Split',
      currency: 'EUR',
    })
    const first = await sandbox()
    await openTab(first.page, made.body.id, 'channels')
    await first.page.getByRole('button', { name: 'Not this home' }).dblclick()
    await first.page.getByText('1 suggestion is hidden.').waitFor()
    const second = await sandbox()
    await openTab(second.page, made.body.id, 'channels')
    await second.page.getByText('1 suggestion is hidden.').waitFor()
    assert.equal(await second.page.getByRole('button', { name: 'Not this home' }).count(), 0)
    await second.page.getByRole('button', { name: 'Show', exact: true }).click()
    await second.page.getByRole('button', { name: 'Not this home' }).waitFor()
    for (const { context, complaints } of [first, second]) {
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('rooms of a hotel are listed, and what a host wrote is text', async () => {
    await asOwner('PUT', `/v1/listings/${villa}/content`, { title: attack, description: attack })
    const { page, complaints, context } = await sandbox()
    await openTab(page, hotel, 'rooms')
    await page.getByText('This listing sells 2 rooms.').waitFor()
    await openTab(page, villa, 'content')
    assert.equal(await page.getByLabel('Title for guests').inputValue(), attack)
    await openTab(page, villa, 'overview')
    assert.equal(await page.locator('main img').count(), 0)
    assert.doesNotMatch(await page.title(), /owned/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const { name, looks } of [
    { name: 'desktop', looks: {} },
    { name: 'phone', looks: { width: 360, locale: 'fr-FR', colorScheme: 'dark' } as Looks },
  ]) {
    test(`every tab can be read on a ${name}`, async () => {
      const { page, context } = await sandbox(looks)
      for (const tab of tabs) {
        await page.goto(world.addressOf(`/listings/${tab === 'rooms' ? hotel : villa}/${tab}`))
        await assertReadable(page, `listing ${tab} ${name}`)
      }
      await context.close()
    })
  }

  test('a member who only reads sees the fields and nothing that saves', async () => {
    const owner = await world.signIn()
    await owner.page.goto(world.addressOf('/settings/members'))
    await owner.page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('reader@example.com')
    await dialog.getByLabel('Role').selectOption('read_only')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = new URL(await dialog.locator('code.secret').innerText())
    await owner.context.close()
    const { page, context } = await world.open()
    await page.goto(`${world.origin()}/console${link.search}${link.hash}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page).getByText('Today').waitFor()
    await openSandbox(page)
    for (const tab of tabs) {
      await openTab(page, villa, tab)
      const writes = page.locator('main').getByRole('button', { name: /Save|Switch|Add|Remove|Choose|Move/ })
      assert.equal(await writes.count(), 0, tab)
    }
    await context.close()
  })
})
