import assert from 'node:assert/strict'
import { stripVTControlCharacters } from 'node:util'
import { describe, it } from 'node:test'
import { importLine, webhookLine } from './told.ts'

const object = { confirmationCode: 'HM1', checkIn: '2027-01-03', checkOut: '2027-01-09', status: 'confirmed' }
const told = (sequence: number, previousAttributes?: Record<string, unknown>) =>
  stripVTControlCharacters(
    webhookLine({
      event: 'reservation.updated',
      sequence,
      data: { object, ...(previousAttributes ? { previousAttributes } : {}) },
    }),
  )

describe('a line of the demo', () => {
  it('keeps its columns from the first event to the thousandth', () =>
    assert.deepEqual(
      [1, 11, 111, 1111].map((sequence) => told(sequence).indexOf('reservation.updated')),
      [17, 17, 17, 17],
    ))
  it('says what was before in words', () =>
    assert.match(
      told(1, { checkOut: '2027-01-08', guest: { firstName: 'Ines' }, notes: null }),
      /  was: checkOut 2027-01-08, guest, notes null$/,
    ))
  it('shows how far an import is', () =>
    assert.equal(
      stripVTControlCharacters(importLine('hostaway', { share: 0.5, line: 'running' })),
      `  import   hostaway ${'█'.repeat(12)}${'░'.repeat(12)} running`,
    ))
})
