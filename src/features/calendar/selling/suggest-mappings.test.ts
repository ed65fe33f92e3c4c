import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestMappings } from './suggest-mappings.ts'

const unit = (externalId: string, name: string, listingId: string | null = null) => ({
  externalId,
  name,
  listingId,
})
const listing = (id: string, name: string, publicName: string | null = null) => ({
  id,
  name,
  public_name: publicName,
})
const found = (...args: Parameters<typeof suggestMappings>) => Object.fromEntries(suggestMappings(...args))

describe('the listing that a unit is, by its name', () => {
  it('is the one that has exactly its name, as ours or as guests see it', () => {
    const listings = [listing('1', 'Loft'), listing('2', 'H-07', 'Sea house'), listing('3', 'Barn')]
    assert.deepEqual(found([unit('a', 'Loft'), unit('b', 'Sea house'), unit('c', 'barn')], listings), {
      a: '1',
      b: '2',
    })
  })

  it('is none where two listings or two units have the name, or the unit is mapped', () => {
    assert.deepEqual(found([unit('a', 'Loft')], [listing('1', 'Loft'), listing('2', 'Attic', 'Loft')]), {})
    assert.deepEqual(found([unit('a', 'Loft'), unit('b', 'Loft')], [listing('1', 'Loft')]), {})
    assert.deepEqual(found([unit('a', 'Loft', '1')], [listing('2', 'Loft')]), {})
    assert.deepEqual(found([unit('a', 'Loft'), unit('b', 'Loft', '9')], [listing('1', 'Loft')]), {})
  })

  it('is none where it would be that of two units', () => {
    assert.deepEqual(
      found([unit('a', 'Loft'), unit('b', 'Harbour loft')], [listing('1', 'Loft', 'Harbour loft')]),
      {},
    )
  })
})
