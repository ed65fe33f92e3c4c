import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlaceholderContact } from './placeholder-contacts.ts'

const isPlaceholder = (value: string, type = 'email') => isPlaceholderContact({ type, value })

/** As channels and hotels write them. */
const addresses = [
  ...['mroy.482913@guest.booking.com', '401-1@property.booking.com', 'ada-x7@guest.airbnb.com'],
  ...['maria-x7k2@user.airbnb.com', '4k2@reply.airbnb.com', 'u-1@host.airbnb.com'],
  ...['7f3a@messages.homeaway.com', 'a1@messages.vrbo.com', 'a1@message.vrbo.com', 'a1@guest.vrbo.com'],
  ...['x9@m.expediapartnercentral.com', 'x9@expediapartnercentral.com', 'x9@eu.expediapartnercentral.com'],
  ...['5h@guest.agoda.com', '5h@agoda-messaging.com', '5h@guest.trip.com', '5h@guest.plumguide.com'],
  ...['5h@guest.tripadvisor.com', '5h@guest.hostelworld.com'],
  ...['ada@noemail.com', 'ada@no-email.com', 'ada@nomail.com', 'ada@none.com', 'ada@email.invalid'],
  ...['ada@noreply.com', 'no_reply@example.org', 'n-o-n-e@example.org', 'walk-in@example.org'],
  ...['unbekannt@example.org', '@guest.trip.com'],
]

/** As people have them, and close to those. */
const people = [
  ...['ada@booking.com', 'ada@airbnb.com', 'ada@mynone.com', 'ada@notexpediapartnercentral.com'],
  ...['ada@guest.booking.com.example', 'nonesuch@example.org', 'guest.house@example.org', 'guest', ''],
]

test('an address that stands for none or for one booking is told from one of a person', () => {
  for (const address of addresses) assert.ok(isPlaceholder(address), address)
  for (const address of people) assert.ok(!isPlaceholder(address), address)
})

test('a number that nobody has is told from one of a person', () => {
  const empty = [
    ...['0', '00000', '+1111111', '+49000000', '+1000000', '12345', '123456', '0123456', '+491234567'],
    ...['+12345678', '123456789', '1234567890', '0123456789', '+44987654321', '9876543210', '+351123456789'],
  ]
  const real = [
    ...['+442079460000', '+12125550123', '1234', '+4912345', '+123412345678', '112345', '123456780', '00001'],
    ...['+1212000000', '+49123456', '1111112'],
  ]
  for (const number of empty) assert.ok(isPlaceholder(number, 'phone'), number)
  for (const number of real) assert.ok(!isPlaceholder(number, 'phone'), number)
})
