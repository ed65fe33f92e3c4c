import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTaxName } from './tax-names.ts'

describe('isTaxName', () => {
  const taxes = [
    'Airbnb Collected Tax',
    'taxe de séjour',
    'TVA',
    'MwSt. 7%',
    'Übernachtungssteuer',
    'Kurtaxe',
    'City tax',
    'IVA (10%)',
    'PASS_THROUGH_HOTEL_TAX',
    'Impuesto turístico',
  ]
  for (const name of taxes) it(`takes ${name} for a tax`, () => assert.equal(isTaxName(name), true))
  const others = [
    'Cleaning fee',
    'Taxi from the airport',
    'Steuerberatung',
    'Endreinigung',
    'Private pool',
    'Syntax',
    '',
  ]
  for (const name of others)
    it(`takes ${name || 'no name'} for none`, () => assert.equal(isTaxName(name), false))
})
