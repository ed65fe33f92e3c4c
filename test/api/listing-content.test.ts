/** What a listing says about itself: kept here, and by way of its PMS. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import type { ListingDraft, ListingWrites } from '../../src/connector-kit/listing-write-operations.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { fakeVendor, listing } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'
import { freshSpace, type Space } from './rows.ts'

const errorOf = ({ status, body }: TestAnswer) => [status, body['error']?.['code'], body['error']?.['field']]

describe('content of a listing kept here', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  })
  after(() => app.close())

  const put = (space: Space, id: string, body: object, query = '') =>
    app.call('PUT', `/v1/listings/${id}/content${query}`, { key: space.liveKey, body })
  const columns = async (id: string) => {
    const { rows } = await sql<Record<string, never>>`
      select public_name, content, details, amenities, photos, thumbnail_url, street, city, postal_code, latitude, rooms,
             checkout_tasks, pricing, policies, default_nightly_price, currency, own_values
      from listings where id = ${id}`.execute(app.db)
    return rows[0] as Record<string, unknown>
  }
  const told = async (space: Space) =>
    (
      await sql<{ type: string; data: string }>`
        select type, data from events where workspace_id = ${space.id} order by sequence`.execute(app.db)
    ).rows.map(({ type, data }) => {
      const { area, previousAttributes } = JSON.parse(data) as { area?: string; previousAttributes?: object }
      return [type, area, previousAttributes && Object.keys(previousAttributes).toSorted()]
    })

  it('is written section by section, and says what is different', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ city: 'Split', content: { space: 'Large.', summary: 'Old.' } })
    const body = {
      title: 'Loft above the harbour',
      summary: null,
      description: 'Long text.',
      amenities: ['wifi', { amenityKey: 'lift', isPresent: false }, 'wifi'],
      address: { street: 'Obala 7', zipcode: '21000', lat: 43.5 },
      details: { propertyType: 'loft' },
      occupancy: { maxGuests: 4, bathrooms: 1.5, beds: 3 },
      rooms: [{ roomType: 'bedroom', roomNumber: 1, beds: [{ bedType: 'queen', quantity: 1 }] }],
      checkoutTasks: [{ taskType: 'RETURN_KEYS', required: true }],
      pricing: { defaultDailyPrice: 130.5, cleaningFee: 40, weeklyDiscount: 10, currency: 'EUR' },
      policies: {
        checkInTimeStart: '15:00',
        houseRules: 'No parties.',
        allowsPets: false,
        cancellation: 'strict',
      },
      photos: [
        'https://pictures.example.com/b.jpg',
        {
          url: 'https://pictures.example.com/a.jpg',
          thumbnailUrl: 'https://pictures.example.com/a-s.jpg',
          sortOrder: 0,
          caption: 'Sea',
        },
      ],
    }
    const answer = await put(space, id, body)
    assert.deepEqual(
      [answer.status, answer.body],
      [
        200,
        {
          id,
          changed: [
            ...['title', 'summary', 'description', 'amenities', 'address', 'details', 'occupancy', 'rooms'],
            ...['checkoutTasks', 'pricing', 'policies', 'photos'],
          ],
          deferred: [],
        },
      ],
    )
    const row = await columns(id)
    assert.deepEqual(row['content'], {
      space: 'Large.',
      name: 'Loft above the harbour',
      description: 'Long text.',
      houseRules: 'No parties.',
    })
    assert.deepEqual(row['details'], {
      propertyType: 'loft',
      personCapacity: 4,
      bathrooms: '1.5',
      beds: 3,
      checkInTimeStart: '15:00',
    })
    assert.deepEqual(row['amenities'], [
      { amenityKey: 'wifi', isPresent: true },
      { amenityKey: 'lift', isPresent: false },
    ])
    assert.deepEqual(
      [row['public_name'], row['street'], row['city'], row['postal_code'], row['thumbnail_url']],
      ['Loft above the harbour', 'Obala 7', 'Split', '21000', 'https://pictures.example.com/b.jpg'],
    )
    assert.deepEqual(row['pricing'], { cleaningFee: '40', weeklyDiscount: 10 })
    assert.deepEqual(row['policies'], { allowsPets: false, cancellationPolicy: 'strict' })
    assert.deepEqual(row['checkout_tasks'], [{ taskType: 'return_keys', required: true }])
    assert.deepEqual(row['own_values'], {})
    assert.deepEqual(
      (await told(space)).map(([type, area]) => [type, area]),
      [['listing.updated', 'content']],
    )
    const again = await put(space, id, body)
    assert.deepEqual(again.body, { id, changed: [], deferred: [] })
    assert.equal((await told(space)).length, 1)
  })

  it('moves the nights that follow the rates, and no others', async () => {
    const space = await freshSpace(app)
    const made = await space.post('/v1/listings', { name: 'Loft', currency: 'EUR', defaultDailyPrice: 100 })
    const id = String(made.body['id'])
    await app.call('PUT', `/v1/availability/${id}`, {
      key: space.liveKey,
      body: { dates: ['2026-06-18'], price: 300 },
    })
    await app.call('PUT', `/v1/availability/${id}`, {
      key: space.liveKey,
      body: { dates: ['2026-06-19'], available: false },
    })
    const answer = await put(space, id, { pricing: { defaultDailyPrice: 110, weekendPrice: 140 } })
    assert.deepEqual(answer.body['changed'], ['pricing', 'calendar'])
    const { body } = await space.get(`/v1/availability/${id}?from=2026-06-17&to=2026-06-21`)
    // The 20th and 21st are Saturday and Sunday.
    assert.deepEqual(
      (body['days'] as unknown as { price: number }[]).map(({ price }) => price),
      [110, 300, 110, 140, 140],
    )
    assert.equal((await told(space)).at(-1)?.[0], 'calendar.updated')
  })

  it('has a row for each language', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ public_name: 'English' })
    const italian = { locale: 'it', title: 'Sul porto', description: 'Testo.' }
    assert.deepEqual((await put(space, id, italian)).body['changed'], ['locale:it'])
    assert.deepEqual((await put(space, id, italian)).body['changed'], [])
    assert.deepEqual((await put(space, id, { locale: 'it', title: null })).body['changed'], ['locale:it'])
    const { rows } = await sql`select locale, content from listing_texts where listing_id = ${id}`.execute(
      app.db,
    )
    assert.deepEqual(rows, [{ locale: 'it', content: { description: 'Testo.' } }])
    assert.equal((await columns(id))['public_name'], 'English')
  })

  it('takes pictures by address only, and adds to them when told', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const urls = async () => ((await columns(id))['photos'] as { url: string }[]).map(({ url }) => url)
    await put(space, id, { photos: ['https://p.example.com/1.jpg'] })
    for (const [bad, field] of [
      ['javascript:alert(1)', 'photos[1]'],
      [{ url: 'ftp://p.example.com/3.jpg' }, 'photos[1].url'],
    ]) {
      const photos = ['https://p.example.com/2.jpg', bad]
      const refused = await put(space, id, { title: 'Not this', photos, photosMode: 'append' })
      assert.deepEqual(errorOf(refused), [400, 'invalid_body', field])
      assert.equal(refused.body['error']?.['index'], 1)
      assert.equal(refused.body['error']?.['value_received'], typeof bad === 'string' ? bad : bad?.url)
    }
    assert.deepEqual([(await urls()).length, (await columns(id))['public_name'] === 'Not this'], [1, false])
    const more = { photos: ['https://p.example.com/2.jpg'], photosMode: 'append' }
    assert.deepEqual((await put(space, id, more)).body, { id, changed: ['photos'], deferred: [] })
    assert.deepEqual(await urls(), ['https://p.example.com/1.jpg', 'https://p.example.com/2.jpg'])
    const unusable = await put(space, id, { photos: ['file:///etc/passwd'] })
    assert.deepEqual(unusable.body, { id, changed: [], deferred: ['photos'] })
    assert.equal((await urls()).length, 2)
    await put(space, id, { photos: [] })
    assert.deepEqual([await urls(), (await columns(id))['thumbnail_url']], [[], null])
  })

  it('refuses what makes no sense, and does nothing in a dry run', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ public_name: 'Before' })
    const wrong: [object, string][] = [
      [{ title: 'a', name: 'b' }, 'name'],
      [{ pricing: { weeklyDiscount: 0.1 } }, 'pricing.weeklyDiscount'],
      [{ pricing: { cleaningFee: 1.00001 } }, 'pricing.cleaningFee'],
      [{ checkoutTasks: [{ taskType: 'sing' }] }, 'checkoutTasks[0].taskType'],
      [
        { rooms: [{ roomType: 'bedroom', beds: [{ bedType: 'queen', quantity: 21 }] }] },
        'rooms[0].beds[0].quantity',
      ],
      [{ policies: { checkInTimeStart: '25:00' } }, 'policies.checkInTimeStart'],
      [{ occupancy: { maxGuests: 0 } }, 'occupancy.maxGuests'],
    ]
    for (const [body, field] of wrong) {
      assert.deepEqual(
        errorOf(await put(space, id, body)),
        [400, 'invalid_body', field],
        JSON.stringify(body),
      )
    }
    const dry = await put(space, id, { title: 'After' }, '?dry_run=true')
    assert.deepEqual(dry.body, { id, changed: ['title'], deferred: [], dryRun: true })
    assert.deepEqual([(await columns(id))['public_name'], await told(space)], ['Before', []])
  })
})

describe('content of a PMS listing', () => {
  const vendor = fakeVendor()
  let world: World
  let id: string
  let asked: ListingDraft[] = []
  let answer: (change: ListingDraft) => Awaited<ReturnType<ListingWrites['write']>>
  const everything = (change: ListingDraft) => ({
    applied: Object.keys(change) as (keyof ListingDraft)[],
    errors: [],
  })
  const writes: ListingWrites = {
    fields: {
      ...{ title: true, descriptions: true, times: true, capacity: true, amenities: false, houseRules: true },
      ...{ address: false, photosAdd: true, photosDelete: false, photosReorder: false, photoCaptions: false },
    },
    async write(_, { change }) {
      asked.push(structuredClone(change))
      const outcome = answer(change)
      const there = vendor.listings.get('A')
      // A PMS has what it says it took; of the rest this test reads nothing back.
      if (there && change.title !== undefined && outcome.applied.includes('title'))
        vendor.listings.set('A', { ...there, publicName: change.title })
      return outcome
    },
  }
  before(async () => {
    vendor.listings.set(
      'A',
      listing('A', { publicName: 'At the PMS', street: 'Old street 1', details: { beds: 2 } }),
    )
    vendor.connector.operations.listingWrites = writes
    world = await startFakeWorld(vendor.connector)
    await world.startWorker()
    await world.connect()
    await world.settle()
    id = (await world.all<{ id: string }>('/v1/listings'))[0]?.id ?? ''
  })
  after(() => world.close())

  const put = (body: object, query = '') => {
    asked = []
    return world.app.call('PUT', `/v1/listings/${id}/content${query}`, { body })
  }
  const shown = () =>
    world.get<{
      publicName: string
      address: { street: string }
      details: { beds: number }
      content: { summary: string }
    }>(`/v1/listings/${id}?include=details,content`)

  it('goes there first, and what it refuses stays as it was', async () => {
    answer = () => ({
      applied: ['title'],
      errors: [{ section: 'descriptions', code: 'rejected', message: 'Too short.' }],
    })
    const { status, body } = await put({ title: 'New title', summary: 'x', rooms: [{ roomType: 'bedroom' }] })
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          id,
          changed: ['title', 'rooms'],
          deferred: ['summary'],
          pms: {
            provider: 'acme',
            applied: ['title'],
            errors: [{ section: 'descriptions', code: 'rejected', message: 'Too short.' }],
          },
        },
      ],
    )
    assert.deepEqual(asked, [{ title: 'New title', descriptions: { summary: 'x' } }])
    assert.deepEqual(
      [(await shown()).publicName, (await shown()).content?.summary ?? null],
      ['New title', null],
    )
  })

  it('names what the PMS has no way of taking', async () => {
    answer = everything
    const { body } = await put({
      occupancy: { beds: 3, bathrooms: 1.5 },
      address: { street: 'New 2' },
      photos: ['https://p.example.com/1.jpg'],
    })
    assert.deepEqual(
      [body['changed'], body['deferred'], body['pms']?.['applied']],
      [['occupancy'], ['address', 'photos'], ['capacity']],
    )
    assert.deepEqual(asked, [{ capacity: { beds: 3, bathrooms: '1.5' } }])
    const nothing = await put({ address: { street: 'New 2' } })
    assert.deepEqual(errorOf(nothing), [422, 'pms_write_unsupported', 'address'])
    assert.deepEqual(nothing.body['error']?.['fields'], ['address'])
    assert.equal((await shown()).address.street, 'Old street 1')
    const added = await put({ photos: ['https://p.example.com/1.jpg'], photosMode: 'append' })
    assert.deepEqual(
      [added.body['changed'], asked],
      [['photos'], [{ photos: [{ url: 'https://p.example.com/1.jpg' }] }]],
    )
  })

  it('says why when the PMS cannot be reached', async () => {
    answer = () => {
      throw new VendorError('timeout', 'no answer within 30 s')
    }
    const { status, body } = await put({ title: 'Never' })
    assert.deepEqual([status, body['changed'], body['deferred']], [200, [], ['title']])
    assert.deepEqual(body['pms']?.['errors'], [
      {
        section: 'title',
        code: 'unavailable',
        message:
          'no answer within 30 s; what became of it is looked for, and `listing.updated` tells when it is there',
      },
    ])
    assert.equal((await shown()).publicName, 'New title')
  })

  it('sends nothing in a dry run', async () => {
    answer = everything
    const { body } = await put({ title: 'Dry' }, '?dry_run=true')
    assert.deepEqual([body['changed'], body['dryRun'], asked], [['title'], true, []])
    assert.equal((await shown()).publicName, 'New title')
  })

  it('is refused altogether when the connection is dead', async () => {
    const setStatus = (status: string) => sql`update connections set status = ${status}`.execute(world.app.db)
    // A turn that saw the connection dead would not come back.
    await world.settle()
    await setStatus('error')
    assert.deepEqual(errorOf(await put({ title: 'x' })).slice(0, 2), [409, 'no_connection'])
    await setStatus('active')
  })

  it('that only we have stays when the listing is read again', async () => {
    delete vendor.connector.operations.listingWrites
    const { body } = await put({ title: 'Only ours', occupancy: { beds: 7 } })
    assert.deepEqual([body['changed'], 'pms' in body], [['title', 'occupancy'], false])
    vendor.listings.set(
      'A',
      listing('A', { publicName: 'PMS again', street: 'Moved 9', details: { beds: 4, bedrooms: 1 } }),
    )
    await world.pass(3600)
    const after = await shown()
    assert.deepEqual(
      [after.publicName, after.address.street, after.details.beds],
      ['Only ours', 'Moved 9', 7],
    )
    // What the PMS takes over later is its own again.
    vendor.connector.operations.listingWrites = writes
    answer = everything
    await put({ title: 'At the PMS now' })
    vendor.listings.set(
      'A',
      listing('A', { publicName: 'Changed there', street: 'Moved 9', details: { beds: 4 } }),
    )
    await world.pass(3600)
    assert.deepEqual([(await shown()).publicName, (await shown()).details.beds], ['Changed there', 7])
  })
})
