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
  })

  it('counts what its endpoints have together', () => {
    const places = new EndpointSlots(settings)
    places.take(
      [...claim(10, false, 'a'), ...claim(5, false, 'b')].map((one) => ({ ...one, workspaceId: '7' })),
      [],
      0,
    )
    assert.deepEqual(places.workspaceRooms(5), [{ workspaceId: '7', free: 0 }])
    assert.deepEqual(places.workspaceRooms(485), [{ workspaceId: '7', free: 360 }])
  })
})
