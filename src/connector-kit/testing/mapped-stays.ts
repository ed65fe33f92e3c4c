import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import type { ReservationRecord, StayRecord } from '../../contract/records.ts'
import { compileCheck, recordChecks } from '../validate.ts'

export interface MappedStays {
  /** Maps the row with these fields changed; undefined if the connector leaves it out. */
  stay(fields?: object): StayRecord | undefined
  /** The same of a row that has to become a reservation. */
  reservation(fields?: object): ReservationRecord
}

/** Checks each row against the shape that it is read by, and each record against the contract. */
export function mappedStays<Row>(
  shape: TSchema,
  base: object,
  map: (row: Row) => StayRecord | undefined,
): MappedStays {
  const check = compileCheck(shape)
  const stay = (fields: object = {}) => {
    const row: unknown = { ...base, ...fields }
    assert.equal(check.problem(row), null)
    const record = map(row as Row)
    if (record !== undefined) assert.equal(recordChecks.stay.problem(record), null)
    return record
  }
  return {
    stay,
    reservation(fields) {
      const record = stay(fields)
      assert.ok(record?.kind === 'reservation', `became ${record?.kind ?? 'nothing'}`)
      return record
    },
  }
}
