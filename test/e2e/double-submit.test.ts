import { it } from 'node:test'
import { doubleSubmit } from '../idempotency/double-submit.ts'

it('ten thousand double submits at two servers make exactly one thing each', () => doubleSubmit(10_000))
