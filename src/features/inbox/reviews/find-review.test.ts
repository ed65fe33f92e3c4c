import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { findReview } from './find-review.ts'

/** The review stands on one of the pages, or could not be read there. */
async function look(pages: number, place: { at?: number; isBroken?: boolean } = {}) {
  const page = async (_: VendorContext, { cursor }: { cursor: string | null }) => {
    const number = Number(cursor ?? 1)
    const one = number === place.at ? [{ externalId: 'V1', message: 'no rating' }] : []
    return {
      records: place.isBroken ? [] : one,
      failures: place.isBroken ? one : [],
      next: number < pages ? String(number + 1) : null,
    }
  }
  const connector = { operations: { reviews: { page } } } as unknown as Connector
  return (await findReview({} as VendorContext, connector, 'V1'))?.externalId ?? null
}

it('a review is gone only where every page was read', async () => {
  assert.equal(await look(50), null)
  assert.equal(await look(60, { at: 2 }), 'V1')
  await assert.rejects(look(51), VendorError)
  await assert.rejects(look(3, { at: 2, isBroken: true }), VendorError)
})
