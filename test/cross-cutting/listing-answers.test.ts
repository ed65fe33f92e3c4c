/**
 * Answers to a key for one listing must name no record of another one, even if a guest stayed in both. The full key
 * asks the same, which proves that the routes would show them.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changedByHand } from '../harness/changed-by-hand.ts'
import { makerOf, type RecordKind } from '../harness/fixtures.ts'
import { accountFiller, addHome, type Account } from './accounts.ts'
import { keyed, liveReads, makeWorld, queryOf, type AnyRoute } from './world.ts'

const world = await makeWorld()
const { t, ask, own } = world
after(() => t.close())

/** From here on an id is unique in the workspace, and differs from any count or price. */
const numbered = [
  'listings',
  'reservations',
  'guests',
  'conversations',
  'messages',
  'inquiries',
  'reviews',
  'special_offers',
  'reservation_alterations',
]
for (const [i, table] of numbered.entries())
  await sql`select setval(${`${table}_id`}::text::regclass, ${(i + 101) * 1_000_000})`.execute(t.db)

/** The key's listing, and another one of the same account where its guest stayed. */
interface Pair {
  mine: Account
  theirs: Account
  key: string
}
const fillAccount = accountFiller(t, own)

async function stayToo({ mine, theirs }: Omit<Pair, 'key'>): Promise<void> {
  const make = makerOf(t.db, own.live)
  const [guest_id = ''] = mine.guest
  const [listing_id = ''] = theirs.listing
  const under = { listing_id, guest_id, connection_id: mine.id }
  const reservation_id = await make.reservation(listing_id, guest_id, { connection_id: mine.id })
  const conversation = await make.conversation({ ...under, reservation_id })
  theirs.reservation.push(reservation_id)
  theirs.conversation.push(conversation)
  theirs.message.push(await make.message(conversation))
  theirs.review.push(await make.review({ ...under, reservation_id }))
  for (const home of [mine, theirs]) home.reservation.push(await make.atVrbo(home.listing[0] ?? '', guest_id))
  // Creates events about both guests and both listings.
  const changes = [mine, theirs].flatMap(({ guest, listing }) => [
    [`/v1/guests/${guest[0]}`, { language: 'fr' }] as const,
    [`/v1/listings/${listing[0]}`, { active: false }] as const,
    [`/v1/listings/${listing[0]}`, { active: true }] as const,
  ])
  for (const [url, body] of changes) {
    const changed = await t.call('PATCH', url, { body })
    assert.equal(changed.status, 200, changed.text)
  }
}

async function pairAt(externalId: string, provider: string): Promise<Pair> {
  const mine = await fillAccount(externalId, provider)
  const theirs = await addHome(t, own, mine)
  await stayToo({ mine, theirs })
  const made = await t.post('/v1/keys', { name: 'Of one listing', listingIds: mine.listing })
  assert.equal(made.status, 201, made.text)
  return { mine, theirs, key: String(made.body['secret']) }
}
const pairs = [
  await pairAt('7001001', 'hostaway'),
  await pairAt('8801001', 'airbnb'),
  await pairAt('8803001', 'booking'),
]
await changedByHand(t.db, t.scope)

const kinds: readonly RecordKind[] = [
  'listing',
  'reservation',
  'code',
  'guest',
  'conversation',
  'message',
  'inquiry',
  'offer',
  'review',
  'alteration',
  'feed',
  'calendarAddress',
  'plan',
]
/** Returns the records of every other listing made here. */
function strangersOf(pair: Pair): Set<string> {
  const others = pairs.flatMap((other) => (other === pair ? [other.theirs] : [other.mine, other.theirs]))
  return new Set(others.flatMap((records) => kinds.flatMap((kind) => records[kind])))
}

/** Finds ids among all words of an answer: in values, names and longer texts. */
const namedIn = (text: string, ids: ReadonlySet<string>) => [
  ...new Set((text.match(/[\w-]+/g) ?? []).filter((word) => ids.has(word))),
]

/** Requests as many rows as possible, in every status. */
function wholeList(route: AnyRoute): Record<string, string> {
  const { limit, status } = queryOf(route) as Record<string, { maximum?: number; enum?: unknown[] }>
  return {
    ...(limit ? { limit: String(Math.min(limit.maximum ?? 100, 100)) } : {}),
    ...(status?.enum?.includes('all') ? { status: 'all' } : {}),
  }
}

const reads = keyed.filter(
  ({ id, method, ofListings }) => method === 'GET' && ofListings === 'narrows' && !liveReads.includes(id),
)
const answered = new Set<string>()
const shownToAll = new Set<string>()

describe('an answer to a key for one listing names nothing of others', () => {
  for (const route of reads) {
    it(route.id, async () => {
      for (const pair of pairs) {
        const strangers = strangersOf(pair)
        const asked = { records: pair.mine, query: wholeList(route) }
        const answer = await ask(route, { ...asked, call: { key: pair.key } })
        if (answer.status !== 200) continue
        answered.add(route.id)
        assert.deepEqual(namedIn(answer.text, strangers), [], `${answer.url}: ${answer.text}`)
        const whole = await ask(route, { ...asked, call: { key: t.liveKey } })
        if (namedIn(whole.text, strangers).length > 0) shownToAll.add(route.id)
      }
    })
  }

  it('which can fail: nearly every route answered, and lists show the full key others', () => {
    // This key never wrote to a PMS, so it has no intent.
    assert.deepEqual(
      reads.map(({ id }) => id).filter((id) => !answered.has(id)),
      ['getReservationIntent'],
    )
    assert.ok(shownToAll.size >= 19, [...shownToAll].join(', '))
  })
})
