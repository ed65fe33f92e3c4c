import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countryCode } from './country-code.ts'
import {
  currencyCode,
  demandMeaning,
  fileUrl,
  idText,
  meaningOf,
  nameKey,
  outOfFive,
  presentText,
  presentTexts,
  timeOfDay,
  timeZoneName,
  wholeNumber,
} from './readings.ts'

describe('readings', () => {
  it('take blank text and anything that is no text for nothing', () => {
    assert.deepEqual([' a ', 5, '', '  ', null, undefined, {}, true].map(presentText), [
      'a',
      '5',
      ...[null, null, null, null, null, null],
    ])
    assert.deepEqual(presentTexts(['a', ' ', null, 'b']), ['a', 'b'])
  })

  it('count in whole numbers from zero', () => {
    assert.deepEqual([0, '3', -1, 1.5, 'x', '', null].map(wholeNumber), [0, 3, null, null, null, null, null])
  })

  it('take an id of zero for none', () => {
    assert.deepEqual([7, '7', 0, '0', '', null].map(idText), ['7', '7', null, null, null, null])
  })

  it('know codes, times and files by their form', () => {
    assert.deepEqual([' eur', 'EURO', null].map(currencyCode), ['EUR', null, null])
    assert.deepEqual(['15:00:00', '24:00', 'noon', '15'].map(timeOfDay), ['15:00', null, null, null])
    assert.deepEqual(
      ['3 PM', '12:30am', '9:05', '2027-07-10T16:00:00+02:00', '15:00 - 22:00'].map(timeOfDay),
      ['15:00', '00:30', '09:05', '16:00', '15:00'],
    )
    assert.deepEqual(['//cdn.example/a.jpg', 'https://b', ''].map(fileUrl), [
      'https://cdn.example/a.jpg',
      'https://b',
      null,
    ])
    assert.deepEqual(['Europe/Rome', '+0200x', null].map(timeZoneName), ['Europe/Rome', null, null])
    assert.equal(nameKey('Pool & Spa!'), 'pool_spa')
    assert.deepEqual(['it', ' IT ', 'Italien', 'Italy', 'Atlantis', ''].map(countryCode), [
      ...['IT', 'IT', 'IT', 'IT'],
      ...[null, null],
    ])
  })

  it('know the words of a table and nothing that only looks like one', () => {
    const table = { new: 1, 7: 2 }
    assert.deepEqual(
      ['new', 7, 'toString', null].map((word) => meaningOf(table, word)),
      [1, 2, undefined, undefined],
    )
    assert.equal(demandMeaning(table, 'new', 'status'), 1)
    assert.throws(() => demandMeaning(table, 'constructor', 'status'), /unknown status constructor/)
  })

  it('bring ratings to five and refuse what is outside of the scale', () => {
    assert.deepEqual([outOfFive(9, 10), outOfFive('4.5', 5), outOfFive(null, 5)], ['4.5', '4.5', null])
    assert.throws(() => outOfFive(7, 5), /outside 0 to 5/)
  })
})
