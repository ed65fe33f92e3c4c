/**
 * Calendars of imagined platforms, told in files of every kind, beside what the platforms hold: no night that is held is open after any
 * file, none that was released is closed after two good ones, and every booking is one record, told once.
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { SeededRandom } from '../../simulators/kit/random.ts'
import type { Peer } from '../../simulators/ical/peer.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'
import { ImaginedPlatform, type FileKind, type PlatformHabits } from './imagined-platform.ts'

const seed = Number(process.env['ICAL_MODEL_SEED'] ?? 20_270_710)
const rounds = Number(process.env['ICAL_MODEL_ROUNDS'] ?? 22)

const habits: PlatformHabits[] = [
  { writes: 'airbnb', units: 1, uids: 'kept', clips: false },
  { writes: 'airbnb', units: 1, uids: 'anew', clips: true },
  { writes: 'airbnb', units: 1, uids: 'by_day', clips: true },
  { writes: 'airbnb', units: 3, uids: 'kept', clips: true },
  { writes: 'vrbo', units: 1, uids: 'kept', clips: true },
  { writes: 'vrbo', units: 2, uids: 'kept', clips: false },
  { writes: 'booking', units: 1, uids: 'anew', clips: true },
]

interface Followed {
  name: string
  platform: ImaginedPlatform
  listing: string
  peer: Peer
  wasDamaged: boolean
}

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const today = () => world.app.clock.now().toISOString().slice(0, 10)
const nextYear = () => String(Temporal.PlainDate.from(today()).add({ days: 365 }))

async function follow(habit: PlatformHabits, random: SeededRandom): Promise<Followed> {
  const platform = new ImaginedPlatform(habit, random)
  for (let n = 0; n < 8; n += 1) platform.change(today())
  const listing = await world.listing({ unit_count: habit.units, time_zone: 'Etc/UTC' })
  const peer = await world.peer(habit.writes)
  peer.bad = { body: platform.file('good', today()) }
  await world.follow(listing, peer.url, { platform: habit.writes })
  const name = `${habit.writes}, ${habit.units} units, UIDs ${habit.uids}${habit.clips ? ', clips' : ''}`
  return { name, platform, listing, peer, wasDamaged: false }
}

async function tell(all: readonly Followed[], kindOf: () => FileKind): Promise<void> {
  for (const one of all) {
    const kind = kindOf()
    one.wasDamaged ||= kind === 'damaged'
    one.peer.bad = { body: one.platform.file(kind, today()) }
  }
  await world.readAll()
}

async function taken({ listing, platform }: Followed): Promise<Map<string, number>> {
  const left = await world.unitsLeft(listing, today(), nextYear())
  return new Map([...left].map(([night, units]) => [night, platform.habits.units - units]))
}

async function assertHeld(one: Followed, when: string): Promise<void> {
  const here = await taken(one)
  const open = [...one.platform.heldUnits(({ isTold }) => isTold)].filter(
    ([night, units]) => night >= today() && (here.get(night) ?? 0) < units,
  )
  assert.deepEqual(open, [], `${when}: ${one.name}`)
}

async function assertSame(one: Followed, when: string): Promise<void> {
  const there = one.platform.heldUnits()
  const differ = [...(await taken(one))].filter(([night, units]) => units !== (there.get(night) ?? 0))
  assert.deepEqual(differ, [], `${when}: ${one.name}`)
  const { body } = await world.app.get(`/v1/reservations?listing_id=${one.listing}&limit=100`)
  const records = [...(body['data'] ?? [])]
  const hasCodes = one.platform.habits.writes === 'airbnb'
  const standing = records
    .filter((record) => record['status'] === 'confirmed' && String(record['checkOut']) > today())
    .map((record) =>
      [hasCodes ? record['confirmationCode'] : '', record['checkIn'], record['checkOut']].join(' '),
    )
  const expected = one.platform.habits.writes === 'booking' ? [] : one.platform.bookings(today())
  assert.deepEqual(
    standing.toSorted(),
    expected.map(({ id, first, until }) => [hasCodes ? id : '', first, until].join(' ')).toSorted(),
    `${when}: ${one.name}`,
  )
  if (!hasCodes) return
  const codes = records.map((record) => String(record['confirmationCode']))
  assert.equal(new Set(codes).size, codes.length, `${when}: ${one.name}: two records of one booking`)
}

/** Every booking is told of once as new, once as cancelled, and as changed as often as it was. */
async function assertToldOnce({ listing, platform, name, wasDamaged }: Followed): Promise<void> {
  const counts = new Map<string, number>()
  const { body } = await world.app.get(`/v1/events?listing_id=${listing}&limit=1000`)
  for (const event of [...(body['data'] ?? [])]) {
    const type = String(event['type'])
    if (type === 'reservation.conflict') assert.ok(wasDamaged, `${name}: a conflict with nobody`)
    const code = event['data']?.['object']?.['confirmationCode']
    if (typeof code === 'string') counts.set(`${type} ${code}`, (counts.get(`${type} ${code}`) ?? 0) + 1)
  }
  for (const [what, count] of counts) {
    const [type = '', code = ''] = what.split(' ')
    if (type === 'reservation.updated') {
      if (!wasDamaged)
        assert.ok(count <= (platform.changes.get(code) ?? 0), `${name}: ${what}, ${count} times`)
    } else assert.equal(count, 1, `${name}: ${what}`)
    if (type === 'reservation.cancelled') assert.ok(platform.cancelled.has(code), `${name}: ${what}`)
  }
}

it(`calendars of imagined platforms, seed ${seed}`, async () => {
  const random = new SeededRandom(seed)
  const all: Followed[] = []
  for (const [at, habit] of habits.entries()) all.push(await follow(habit, random.fork(String(at))))
  for (let round = 0; round < rounds; round += 1) {
    const files = random.int(1, 2)
    for (let file = 0; file < files; file += 1) {
      if (random.chance(0.3)) world.app.clock.advance(24 * 3_600_000)
      for (const { platform } of all) {
        platform.forgetOver(today())
        for (let n = random.int(0, 2); n > 0; n -= 1) platform.change(today())
      }
      await tell(all, () => random.pick(['good', 'partial', 'partial', 'reordered', 'damaged']))
      for (const one of all) await assertHeld(one, `round ${round}, file ${file}`)
    }
    await tell(all, () => 'good')
    for (const one of all) await assertHeld(one, `round ${round}, first good file`)
    await tell(all, () => 'reordered')
    for (const one of all) await assertSame(one, `round ${round}, second good file`)
  }
  for (const one of all.filter(({ platform }) => platform.habits.writes === 'airbnb'))
    await assertToldOnce(one)
})
