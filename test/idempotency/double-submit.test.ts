import { it } from 'node:test'
import { doubleSubmit } from './double-submit.ts'

it('a thousand double submits at two servers make exactly one thing each', () => doubleSubmit(1_000))
