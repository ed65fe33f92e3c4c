import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { EndpointSlots, hasUsedShare, workspaceShareOf } from './endpoint-slots.ts'

const settings = { total: 500, perEndpoint: 10, perFailingEndpoint: 1 }
const claim = (count: number, failing = false, webhookId = 'a') =>
  Array.from({ length: count }, () => ({ webhookId, failing }) as ClaimedDelivery)

describe('the places of an endpoint', () => {
  const made = () => {
    const places = new EndpointSlots(settings)
    return { places, free: () => places.rooms(['a'])[0]?.free }
  }

  it('are ten, and no more is claimed of one whose answers are not known or take long', () => {
    const { places, free } = made()
    assert.deepEqual(places.rooms(['a']), [])
    places.take(claim(10), [], 0)
    assert.equal(places.begin('a').length, 10)
    assert.equal(free(), 0)
    for (let n = 0; n < 10; n += 1) {
      places.answered('a', 3_000)
      places.end('a')
    }
    assert.equal(free(), 10)
  })

  it('are filled from what was claimed ahead of a quick one', () => {
    const { places, free } = made()
    places.take(claim(1), [], 0)
    places.begin('a')
    places.answered('a', 2)
    places.end('a')
    assert.equal(free(), 40)
    places.take(claim(40), places.rooms(['a']), 0)
    assert.deepEqual([places.begin('a').length, places.ready, places.hasRoom('a')], [10, 30, false])
    places.end('a')
    assert.deepEqual([places.begin('a').length, places.ready], [1, 29])
  })

  it('are asked for again once half of what was claimed is done, and not when nothing is left', () => {
    const { places } = made()
    places.take(claim(10), [], 0)
    places.begin('a')
    const roomy = Array.from({ length: 10 }, () => places.end('a'))
    assert.deepEqual(roomy, [false, false, false, false, true, false, false, false, false, false])
    places.take(claim(9), [], 0)
    places.begin('a')
    assert.ok(!Array.from({ length: 9 }, () => places.end('a')).includes(true))
  })

  it('are one while it fails', () => {
    const { places, free } = made()
    places.take(claim(2, true), [], 0)
    assert.deepEqual([places.begin('a').length, places.ready], [1, 1])
    assert.equal(free(), 0)
    assert.equal(places.giveUp('a').length, 1)
    assert.equal(places.end('a'), true)
    places.take(claim(1), places.rooms(['a']), 0)
    places.begin('a')
    assert.equal(free(), 9)
  })

  it('give back what waited too long', () => {
    const { places } = made()
    places.answered('a', 1)
    places.take(claim(20), places.rooms(['a']), 1_000)
    places.take(claim(5), places.rooms(['a']), 2_000)
    places.begin('a')
    assert.equal(places.giveUpOlder(1_500).length, 10)
    assert.equal(places.ready, 5)
  })
})

describe('an endpoint', () => {
  const made = () => new EndpointSlots(settings)

  it('is busy from the claim of its deliveries to their end', () => {
    const places = made()
    assert.equal(places.isBusy('a'), false)
    places.take(claim(1), [], 0)
    assert.equal(places.isBusy('a'), true)
    places.begin('a')
    assert.equal(places.isBusy('a'), true)
    places.end('a')
    assert.equal(places.isBusy('a'), false)
  })

  it('has room until it is known to have none', () => {
    const places = made()
    assert.equal(places.hasRoom('a'), true)
    places.take(claim(9), [], 0)
    assert.equal(places.hasRoom('a'), true)
    places.take(claim(1), places.rooms([]), 0)
    assert.equal(places.hasRoom('a'), false)
  })

  it('is listed while it has deliveries, or when it is asked for', () => {
    const places = made()
    places.answered('a', 3_000)
    assert.deepEqual(places.rooms([]), [])
    assert.deepEqual(places.rooms(['a']), [{ webhookId: 'a', taken: 0, free: 10 }])
    places.take(claim(3), [], 0)
    places.begin('a')
    assert.deepEqual(places.rooms([]), [{ webhookId: 'a', taken: 3, free: 7 }])
  })

  it('that was given less than it had room for is not asked for again', () => {
    const places = made()
    places.take(claim(3), [], 0)
    places.begin('a')
    assert.equal(places.end('a'), false)
  })

  it('is asked for again where it was given all that there was room for', () => {
    const places = made()
    places.take(claim(8), [], 0)
    places.take(claim(2), places.rooms(['a']), 0)
    places.begin('a')
    assert.ok(Array.from({ length: 10 }, () => places.end('a')).includes(true))
  })

  it('fails as soon as one of its deliveries says so', () => {
    const places = made()
    places.take([...claim(1), ...claim(1, true), ...claim(1)], [], 0)
    assert.equal(places.begin('a').length, 1)
  })

  it('is given the deliveries that were claimed, in their order', () => {
    const places = made()
    const [first, second, third] = ['1', '2', '3'].map(
      (id) => ({ ...claim(1)[0], id }) as unknown as ClaimedDelivery,
    )
    const claimed = [first, second, third].filter((one) => one !== undefined)
    places.take(claimed, [], 0)
    assert.deepEqual(places.giveUp('a'), claimed)
    places.take(claimed, [], 0)
    assert.deepEqual(places.begin('a'), claimed)
  })

  it('is judged by its last answers, the latest most', () => {
    const places = made()
    const ahead = () => (places.rooms(['a'])[0]?.free ?? 0) - 10
    places.answered('a', 100)
    assert.equal(ahead(), 25)
    places.answered('a', 300)
    // 100 ms with a weight of 0.8 and 300 ms with 0.2 are 140 ms.
    assert.equal(ahead(), 17)
  })

  it('keeps what was claimed at the moment or later, and what is claimed ahead where nothing is too old', () => {
    const places = made()
    places.answered('a', 1)
    places.take(claim(12), [], 1_000)
    assert.deepEqual(places.giveUpOlder(999), [])
    assert.equal(places.rooms(['a'])[0]?.free, 28, 'it is still quick')
    assert.equal(places.giveUpOlder(1_000).length, 12)
    assert.equal(places.rooms(['a'])[0]?.free, 10, 'nothing is claimed ahead until it answers again')
  })

  it('is forgotten when it has nothing left and there are too many', () => {
    const places = made()
    const idle = (id: number) => {
      places.take(claim(1, false, `w${id}`), [], 0)
      places.begin(`w${id}`)
      places.answered(`w${id}`, 1)
      places.end(`w${id}`)
    }
    for (let id = 0; id < 2_001; id += 1) idle(id)
    assert.equal(places.rooms(['w1999'])[0]?.free, 40, 'two thousand are remembered')
    assert.deepEqual(places.rooms(['w2000']), [])
    places.take(claim(2, false, 'w2001'), [], 0)
    places.begin('w2001')
    places.end('w2001')
    assert.equal(places.isBusy('w2001'), true, 'one with a request under way never is')
  })
})

describe('the share of a workspace', () => {
  it('leaves places for the next', () => {
    let free = 500
    const shares: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const share = workspaceShareOf(free)
      shares.push(share)
      free -= share
      assert.equal(workspaceShareOf(free, share), 0, 'and it has had it')
    }
    assert.deepEqual(shares, [375, 93, 24, 6, 1])
    assert.equal(free, 1)
    assert.deepEqual([workspaceShareOf(1), workspaceShareOf(0)], [1, 0])
  })

  it('is used up by what it was given of it', () => {
    const rooms = [{ workspaceId: '7', free: 2 }]
    const of7 = claim(2).map((one) => ({ ...one, workspaceId: '7' }))
    assert.deepEqual([hasUsedShare(of7, rooms), hasUsedShare(of7.slice(1), rooms)], [true, false])
    assert.ok(hasUsedShare([], [{ workspaceId: '8', free: 0 }]), 'it had none left')
    assert.ok(hasUsedShare(of7, [...rooms, { workspaceId: '8', free: 2 }]), 'one of two is enough')
  })

  it('counts what its endpoints have together', () => {
    const places = new EndpointSlots(settings)
    places.take(
      [...claim(10, false, 'a'), ...claim(5, false, 'b')].map((one) => ({ ...one, workspaceId: '7' })),
      [],
      0,
    )
    places.answered('c', 1)
    places.take(
      claim(1, false, 'd').map((one) => ({ ...one, workspaceId: '8' })),
      [],
      0,
    )
    places.giveUp('d')
    assert.deepEqual(places.workspaceRooms(5), [{ workspaceId: '7', free: 0 }])
    assert.deepEqual(places.workspaceRooms(485), [{ workspaceId: '7', free: 360 }])
  })
})
