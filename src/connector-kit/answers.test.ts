import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { demand, demandMade, fieldOf, listIn, numberIn, readable, wordsIn } from './answers.ts'
import { enteredByHand, hint } from './hints.ts'
import { orLocked, orNull, orRefused, orUnset } from './answers.ts'
import { everyNumberedRow, numberedPage } from './numbered-pages.ts'
import { allListingFields, noListingFields, taken } from './renamed.ts'
import { VendorError } from './vendor-error.ts'
import { asRefused, asSection } from './section-error.ts'
import type { VendorContext } from './vendor-context.ts'

const isOfKind = (kind: string) => (error: unknown) => error instanceof VendorError && error.kind === kind

describe('answers', () => {
  it('are taken apart without trusting them', () => {
    assert.deepEqual(
      [fieldOf({ a: 1 }, 'a'), fieldOf([1], 'length'), fieldOf(null, 'a')],
      [1, undefined, undefined],
    )
    assert.deepEqual(listIn({ rows: [1] }, 'rows'), [1])
    assert.throws(() => listIn({ rows: {} }, 'rows'), isOfKind('malformed'))
    assert.deepEqual([numberIn({ n: 2 }, 'n'), numberIn({ n: '2' }, 'n')], [2, null])
    assert.deepEqual([wordsIn('a', 'b')({ a: 1, b: 'no' }), wordsIn('a')([])], ['no', null])
  })

  it('are read as far as they fit, or refused', () => {
    const shape = Type.Object({ id: Type.Integer() })
    assert.deepEqual(readable(shape, [{ id: 1 }, { id: 'x' }, null]), [{ id: 1 }])
    assert.throws(() => demand(shape, { id: 'x' }, 'a thing'), /a thing: unexpected shape at \/id/)
    assert.throws(() => demandMade(null, 'guest'), /a guest was made and its id not told/)
  })

  it('that say no are nothing only where that is what they mean', async () => {
    const refused = (details: {
      kind?: 'not_found' | 'rejected'
      status?: number
      vendorMessage?: string
    }) => {
      const { kind = 'rejected', ...rest } = details
      return Promise.reject(new VendorError(kind, 'no', rest))
    }
    assert.equal(await orNull(refused({ kind: 'not_found' })), null)
    await assert.rejects(orNull(refused({})), isOfKind('rejected'))
    assert.equal(await orRefused(refused({})), null)
    assert.equal(await orLocked(refused({ status: 403 })), null)
    await assert.rejects(orLocked(refused({ status: 400 })), isOfKind('rejected'))
    assert.equal(await orUnset(refused({ vendorMessage: 'NoRate: x' }), 'NoRate'), null)
    await assert.rejects(orUnset(refused({}), 'NoRate'), isOfKind('rejected'))
  })

  it('about a part of a write are told beside the rest', async () => {
    const lost = async () => Promise.reject(new VendorError('timeout', 'no answer'))
    assert.deepEqual(await asSection('notes', lost), [
      { section: 'notes', code: 'unavailable', message: 'no answer' },
    ])
    await assert.rejects(asRefused('guests', lost), isOfKind('timeout'))
    assert.deepEqual(await asRefused('guests', async () => {}), [])
  })
})

describe('deliveries', () => {
  const context = { http: {}, now: () => new Date(0) } as unknown as VendorContext

  it('hint at nothing without an id', () => {
    assert.deepEqual(
      [hint('calendar', 7), hint('calendar', 0), hint('calendar', {})],
      [[{ entity: 'calendar', externalId: '7' }], [], []],
    )
  })

  it('entered by hand need the proof that was asked for', async () => {
    const open = enteredByHand('settings')
    assert.deepEqual(await open.register(context, { url: 'https://a' }), {
      externalId: 'settings',
      secrets: {},
      address: 'https://a',
    })
    const proven = enteredByHand('settings', { proofs: ['key'], refusal: 'give the key' })
    await assert.rejects(proven.register(context, { url: 'https://a' }), /give the key/)
    const { secrets } = await proven.register(context, { url: 'https://a', secrets: { key: 'k', more: 'm' } })
    assert.deepEqual(secrets, { key: 'k' })
  })
})

describe('numbered pages', () => {
  const rows = Array.from({ length: 45 }, (_, id) => ({ id }))
  const fetch = async (page: number, size: number) => ({
    rows: rows.slice((page - 1) * size, page * size),
    total: null,
  })

  it('give every row without a count, each page beginning with rows of the one before', async () => {
    const found: unknown[] = []
    for (let cursor: string | null = null; ;) {
      const page = await numberedPage({ cursor, limit: 10, fetch })
      found.push(...page.rows)
      if (page.next === null) break
      cursor = page.next
    }
    assert.deepEqual(found, rows)
  })

  it('are all read where the list is short', async () => {
    const read = async (page: number) => ({ ...(await fetch(page, 20)), goesOn: page < 3 })
    assert.deepEqual(await everyNumberedRow(read), rows)
  })
})

describe('fields of a change', () => {
  it('are those that the vendor has a name for', () => {
    const names = { firstName: 'first', lastName: 'last' }
    assert.deepEqual(taken({ firstName: 'Ines', lastName: undefined, phone: '1' }, names), {
      applied: ['firstName'],
      fields: { first: 'Ines' },
    })
    assert.deepEqual(Object.keys(allListingFields), Object.keys(noListingFields))
    assert.ok(Object.values(allListingFields).every(Boolean) && !Object.values(noListingFields).some(Boolean))
  })
})
