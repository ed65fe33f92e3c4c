/**
 * PMSs and channels, drawn by the seed, are read for half a simulated hour and over a night, while bookings change and every fault
 * strikes: refusals, torn answers, expired tokens, repeated webhooks, late guest data. Afterwards each workspace equals
 * its PMS.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { randomNumbers } from '../harness/random-numbers.ts'
import { until } from '../harness/until.ts'
import { compare } from './soak/comparison.ts'
import { liveAt, type Life } from './soak/life.ts'
import { readVendor } from './soak/vendor-reader.ts'
import { runsOf, standing, startSoak, type Account, type Soak } from './soak/world.ts'

/** The seed is printed, so that a failing run can be repeated. */
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 100_000)
const speed = Number(process.env.SOAK_SPEED ?? 12)
/** More accounts than two processors can read at this speed. `SOAK_VENDORS=all` takes all. */
const mostVendors = 9
const asked = process.env.SOAK_VENDORS
const vendors =
  asked === undefined
    ? drawnFrom(Object.keys(connectors))
    : asked === 'all'
      ? Object.keys(connectors)
      : asked.split(',')

const minute = 60
const halfMinutes = 15
/** Seconds until a person reconnects an account. */
const reconnectEvery = 45
const aNight = 24.2 * 3600

let soak: Soak
before(async () => {
  soak = await startSoak({ vendors, speed, seed, listings: 6, reservations: 220 })
})
after(() => soak.close())

test(
  'half an hour of everything: afterwards each workspace equals its PMS',
  { timeout: 1_200_000 },
  async (t) => {
    console.log(`soak: SOAK_SEED=${seed} ${vendors.join(', ')}`)
    const lives = soak.accounts.map((account) => liveAt(account, seed))
    for (const account of soak.accounts) assert.ok(await soak.connect(account), account.vendor)
    await live(lives)
    // The night brings a full pass into the middle of everything.
    soak.leap(aNight)
    const morning = soak.now()
    await live(lives)
    for (const [index, { vendor }] of soak.accounts.entries())
      t.diagnostic(`${vendor} ${say(lives[index]?.counts)}`)

    for (const { simulator } of soak.accounts) {
      simulator.faults.clear()
      // Late guest data arrives now.
      simulator.clock.advanceSeconds(1)
    }
    await until('webhooks to be delivered', () =>
      soak.accounts.every(({ simulator }) => simulator.webhooks.isIdle()),
    )
    await allRead(morning)
    soak.leap(aNight)
    await allRead(soak.now())
    await soak.stopWorker()

    const differences: string[] = []
    for (const account of soak.accounts) {
      const found = await compared(account)
      t.diagnostic(`${account.vendor} ${say(found.counts)}, ${found.differences.length} differences`)
      differences.push(...found.differences.map((difference) => `${account.vendor} ${difference}`))
      const [last] = (await runsOf(soak, account)).filter(({ kind }) => kind === 'full')
      assert.equal(last?.state, 'completed', `${account.vendor}: ${say(last)}`)
    }
    assert.deepEqual(differences.slice(0, 40), [], `${differences.length} differences in all`)
    await seesOneDifference()
  },
)

function drawnFrom(all: readonly string[]): string[] {
  const next = randomNumbers(seed)
  return all
    .map((vendor) => ({ vendor, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, mostVendors)
    .map(({ vendor }) => vendor)
}

const compared = (account: Account) => readVendor(account, (context) => compare(soak, account, context))

/** Proves that the comparison can find a difference at all. */
async function seesOneDifference(): Promise<void> {
  const account = soak.accounts[0]
  assert.ok(account)
  await sql`
    update reservations set check_out = check_out + 1
    where workspace_id = ${account.workspace.id} and id = (
      select min(id) from reservations where workspace_id = ${account.workspace.id} and source_hash is not null)`.execute(
    soak.db,
  )
  const { differences } = await compared(account)
  assert.equal(differences.length, 1, differences.join('\n'))
  assert.match(String(differences[0]), /checkOut: held/)
}

async function live(lives: readonly Life[]): Promise<void> {
  for (let passed = 0; passed < halfMinutes * minute; passed += 1) {
    for (const life of lives) life.second()
    if (passed % reconnectEvery === 0) await reconnect()
    await soak.pass(1)
  }
}

/** Reconnects refused accounts as a person does, and returns how many. */
async function reconnect(): Promise<number> {
  const shutOut = await soak.shutOut()
  for (const account of shutOut) await soak.connect(account)
  return shutOut.length
}

/** Waits until every account has ended a full pass that began after this moment. */
async function allRead(since: Date): Promise<void> {
  const isRead = async (account: Account) =>
    (await runsOf(soak, account)).some(
      ({ kind, startedAt, finishedAt }) => kind === 'full' && startedAt >= since && finishedAt !== null,
    )
  await until(
    'everything to be read anew',
    async () => {
      // The answer to the last faulty call may come after the last look.
      await reconnect()
      return (await Promise.all(soak.accounts.map(isRead))).every(Boolean)
    },
    { withinMs: 300_000, everyMs: 250 },
  ).catch(async (error: unknown) => {
    const late = []
    for (const account of soak.accounts)
      if (!(await isRead(account))) late.push(`${account.vendor} ${say(await standing(soak, account))}`)
    throw new Error(`${String(error)}\n${late.join('\n')}`)
  })
}

const say = (value: unknown) => JSON.stringify(value)
