/** What is written to an Airbnb listing by any route, when answers are lost: known or said not to be, and under one key done once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { ChannelContent } from '../../../src/connector-kit/channel-content.ts'
import { VendorError } from '../../../src/connector-kit/vendor-error.ts'
import type { ContentSection } from '../../../src/contract/channel-content/sections.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import type { TestAnswer } from '../../harness/app.ts'
import { withContent } from '../airbnb-parts.ts'
import { base, startAirbnbWorld, syncedListing, type AirbnbWorld } from '../airbnb-world.ts'
import { sections } from './sections.ts'
import type { SimulatedListing, VendorRow } from './shown.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  listingId = synced.id
  externalId = synced.airbnbId
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const find = (part: string): VendorRow =>
  world.state(part).find(({ id }) => id === externalId) ?? assert.fail(`no ${part}`)
const held = (): SimulatedListing =>
  structuredClone({ ...find('content'), listing: find('listings') } as unknown as SimulatedListing)

/** A picture as far as anybody looks into it. */
function png(salt: number): string {
  const image = Buffer.alloc(60_000)
  image.write('89504e470d0a1a0a0000000d49484452', 'hex')
  image.writeUInt32BE(900, 16)
  image.writeUInt32BE(600, 20)
  image.writeUInt32BE(salt, 40)
  return image.toString('base64')
}

interface Write {
  section: ContentSection
  method: string
  /** Where the vendor is told of it. */
  vendor: { method: string; path: string }
  path(): string
  /** Another one for every `time`. */
  body?(time: number): object
  /** What it makes of what the simulator holds. */
  counted?(held: SimulatedListing): number
  by?: number
}

const countOf = (part: 'rooms' | 'photos') => (all: SimulatedListing) => all[part].length
const last = (part: 'rooms' | 'photos') => String(held()[part].at(-1)?.['id'])
const [rooms, photos] = ['/v2/listing_rooms', '/v2/listing_photos']

const set = (section: Exclude<ContentSection, 'publication'>, body: (time: number) => object): Write => {
  const { path, write = assert.fail(`${section} is not written`) } = sections[section]
  return {
    section,
    method: 'PUT',
    vendor: { method: 'PUT', path: write.vendorPath },
    path: () => `${path}?${write.query?.(held()) ?? ''}`,
    body,
  }
}
const ofPermit = { regulatory_body: 'turismo_de_portugal', regulation_type: 'license' }

const writes: Record<string, Write> = {
  amenities: set('amenities', (time) => ({ amenities: [{ id: 'sauna', is_present: time % 2 === 1 }] })),
  'what guests find': set('descriptions', (time) => ({
    locale: 'da',
    description: { transit: `Bus ${time}.` },
  })),
  details: set('details', (time) => ({ directions: `Left of house ${time}.` })),
  'beds of a room': set('rooms', (time) => ({ beds: [{ type: 'king_bed', quantity: time + 1 }] })),
  'check-in guide': set('checkInGuide', (time) => ({
    locale: 'de',
    steps: [{ notes: `Turn it ${time} times.` }],
  })),
  permits: set('permits', (time) => ({
    permits: [
      {
        ...ofPermit,
        ...{ flow_slug: 'existing_registration', answers: { permit_number: { string_value: `AL ${time}` } } },
      },
    ],
  })),
  'safety disclosures': set('safetyDisclosures', (time) => ({
    disclosures: [{ type: 'surveillance', value: `Camera ${time}.` }],
  })),
  'booking settings': set('bookingSettings', (time) => ({ checkOut: { time: time + 1 } })),
  'availability rules': set('availabilityRules', (time) => ({
    type: 'rules',
    rules: { default_min_nights: time + 2 },
  })),
  pricing: set('pricing', (time) => ({ type: 'standard', settings: { default_daily_price: 100 + time } })),
  'a new room': {
    ...{ section: 'rooms', method: 'POST', path: () => 'rooms', counted: countOf('rooms'), by: 1 },
    vendor: { method: 'POST', path: rooms },
    body: (time) => ({
      room_number: 9,
      room_type: 'bedroom',
      beds: [{ type: 'sofa_bed', quantity: time + 1 }],
    }),
  },
  'a room less': {
    ...{ section: 'rooms', method: 'DELETE', path: () => `rooms?roomId=${last('rooms')}` },
    ...{ counted: countOf('rooms'), by: -1 },
    vendor: { method: 'DELETE', path: `${rooms}/*/*` },
  },
  'a new photo': {
    ...{ section: 'photos', method: 'POST', path: () => 'photos', counted: countOf('photos'), by: 1 },
    vendor: { method: 'POST', path: photos },
    body: (time) => ({ photos: [{ image: png(time), caption: `Boat ${time}.` }] }),
  },
  'words of a photo': {
    ...{ section: 'photos', method: 'PATCH', path: () => 'photos' },
    vendor: { method: 'PUT', path: `${photos}/*` },
    body: (time) => ({ photo_id: String(held().photos[0]?.['id']), caption: `Quay ${time}.` }),
  },
  'a photo less': {
    ...{ section: 'photos', method: 'DELETE', path: () => `photos?photoId=${last('photos')}` },
    ...{ counted: countOf('photos'), by: -1 },
    vendor: { method: 'DELETE', path: `${photos}/*` },
  },
  'the order of photos': {
    ...{ section: 'photos', method: 'PUT', path: () => 'photos/order' },
    vendor: { method: 'PUT', path: `${photos}/*` },
    body: () => ({ photo_ids: [last('photos')] }),
  },
  'the cover': {
    ...{ section: 'photos', method: 'PUT', path: () => 'photos/cover' },
    vendor: { method: 'PUT', path: `${photos}/*` },
    body: () => ({ photo_id: last('photos') }),
  },
}

it('is tried for every section that is written by a route', () => {
  const written = Object.entries(sections).flatMap(([name, { write }]) => (write ? [name] : []))
  const tried = new Set<string>(Object.values(writes).map(({ section }) => section))
  assert.deepEqual([...written, 'photos'].toSorted(), [...tried].toSorted())
})

/** The connector, but that nothing of a section is told again once it was written. */
function mute(section: ContentSection): ChannelContent {
  const part = world.connector.operations.channelContent?.[section] ?? assert.fail(`no ${section}`)
  let isWritten = false
  const noted =
    <A extends unknown[], R>(work: ((...given: A) => Promise<R>) | undefined) =>
    async (...given: A): Promise<R> => {
      isWritten = true
      return (await work?.(...given)) as R
    }
  const muted = {
    ...part,
    read: (...given: Parameters<typeof part.read>) =>
      isWritten ? Promise.reject(new VendorError('timeout', 'no answer')) : part.read(...given),
    ...(part.write && { write: noted(part.write as (...given: unknown[]) => Promise<void>) }),
    ...(part.add && { add: noted(part.add as (...given: unknown[]) => Promise<string>) }),
  }
  return { [section]: muted }
}

let times = 0
for (const [name, write] of Object.entries(writes)) {
  describe(name, { concurrency: false }, () => {
    const { section, method, vendor, counted = () => 0, by = 0 } = write
    /** The same request whenever it is sent. */
    function request(): (key: string) => Promise<TestAnswer> {
      const url = `${base}/listings/${listingId}/${write.path()}`
      times += 1
      const body = write.body?.(times % 20)
      return (key) => world.send(method, url, body, key)
    }
    const told = () =>
      world.simulator.calls
        .list()
        .filter((call) => call.method !== 'GET')
        .map((call) => `${call.method} ${call.path}`)

    /** Done once, whatever came before: the next answer is the same, and nothing more is sent. */
    async function isDone(
      sent: (key: string) => Promise<TestAnswer>,
      key: string,
      earlier: SimulatedListing,
    ): Promise<void> {
      const done = await sent(key)
      assert.ok(done.status < 300, done.text)
      const blocked = (done.body as { blockedFields?: string[] }).blockedFields ?? []
      // Airbnb numbers rooms itself.
      assert.deepEqual(
        blocked.filter((field) => field !== 'room_number'),
        [],
      )
      assert.equal(done.body['stored'], true, done.text)
      const later = held()
      assert.notDeepEqual(later, earlier)
      assert.equal(counted(later) - counted(earlier), by)
      world.simulator.calls.clear()
      assert.equal((await sent(key)).text, done.text)
      assert.deepEqual(told(), [])
      assert.deepEqual(held(), later)
    }

    for (const kind of ['lost_answer', 'late_500', 'malformed'] as const) {
      it(`is found where it was done and the answer was lost (${kind})`, async () => {
        const sent = request()
        const earlier = held()
        world.simulator.faults.add({ kind, count: 1, ...vendor })
        await isDone(sent, `${name}-${kind}`, earlier)
      })
    }

    it('is said not to be known while nothing can be read, and is not done again', async () => {
      const sent = request()
      const [earlier, key] = [held(), `${name}-unknown`]
      world.simulator.faults.add({ kind: 'lost_answer', count: 1, ...vendor })
      await withContent(world, mute(section), async () => {
        const { message } = errorOf(await sent(key), 502, 'airbnb_error')
        assert.match(String(message), /did not say what became of the request/)
      })
      const between = held()
      assert.equal(counted(between) - counted(earlier), by)
      // What was made anew may show late, and is looked for once it has to.
      world.wait(70)
      await isDone(sent, key, earlier)
      assert.equal(counted(held()), counted(between))
    })

    for (const kind of ['drop', '500'] as const) {
      it(`is not said to be done where it was not (${kind}), and is when it is sent again`, async () => {
        const sent = request()
        const [earlier, key] = [held(), `${name}-${kind}`]
        world.simulator.faults.add({ kind, count: 100, ...vendor })
        errorOf(await sent(key), 502, 'airbnb_error')
        assert.deepEqual(held(), earlier)
        world.simulator.faults.clear()
        world.wait(70)
        await isDone(sent, key, earlier)
      })
    }
  })
}
