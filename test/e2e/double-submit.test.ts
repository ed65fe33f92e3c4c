import { it } from 'node:test'
import { doubleSubmit } from '../idempotency/double-submit.ts'

const pairs = Number(process.env.DOUBLE_SUBMITS ?? 2_000)

it(`${pairs} double submits at two servers make exactly one thing each`, () => doubleSubmit(pairs))
