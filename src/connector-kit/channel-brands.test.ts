import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { channelBrand } from './channel-brands.ts'

describe('channelBrand', () => {
  const cases: [string, string | undefined][] = [
    ['Airbnb', 'airbnb'],
    ['airbnb.co.uk', 'airbnb'],
    ['FeWo-direkt', 'vrbo'],
    ['fewodirekt', 'vrbo'],
    ['ABRITEL', 'vrbo'],
    ['HomeAway', 'vrbo'],
    ['Stayz', 'vrbo'],
    ['Bookabach', 'vrbo'],
    ['Booking.com', 'booking.com'],
    ['BookingCom', 'booking.com'],
    ['Booking', undefined],
    ['Direct booking', undefined],
    ['Traum-Ferienwohnungen', undefined],
    ['', undefined],
  ]
  for (const [text, brand] of cases)
    it(`reads ${text || 'nothing'}`, () => assert.equal(channelBrand(text), brand))
})
