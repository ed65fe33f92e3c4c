import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalEmail, normalName, normalPhone } from './contact-forms.ts'
import { primaryContact } from './matching.ts'
import { email, known, matched, mention, phone } from '../../../test/harness/guest-mentions.ts'

test('contacts in one form', () => {
  assert.equal(normalEmail(' Ada@Example.ORG '), 'ada@example.org')
  assert.equal(normalEmail('n/a'), null)
  assert.equal(normalPhone('+49 (30) 123-456'), '+4930123456')
  assert.equal(normalPhone('0049 30 123456'), '+4930123456')
  assert.equal(normalPhone('030/123456'), '030123456')
  for (const text of ['+44 (0)20 7946 0000', '0044 ( 0 ) 20 7946 0000', '+442079460000']) {
    assert.equal(normalPhone(text), '+442079460000', text)
  }
  assert.equal(normalPhone('(0)20 7946 0000'), '02079460000')
  assert.equal(normalPhone('44 (0)20 7946 0000'), '442079460000')
  assert.equal(normalPhone('-'), null)
  assert.equal(normalName('José ', ' García  López'), 'jose garcia lopez')
})

test('the vendor’s guest id decides before anything else', () => {
  const guests = [known('1', { externalId: 'g1' }), known('2', { contacts: [email('ada@example.org')] })]
  const of = matched(
    [mention('r', { externalId: 'g1', firstName: 'Other', email: 'ada@example.org' })],
    guests,
  )
  assert.equal(of('r')?.id, '1')
})

test('an address or a number matches only together with the name', () => {
  const guests = [known('1', { contacts: [email('ada@example.org'), phone('+4930123456')] })]
  const of = matched(
    [
      mention('email', { firstName: 'ADA', lastName: 'byron', email: 'Ada@example.org' }),
      mention('phone', {
        firstName: 'Ada',
        lastName: 'Byron',
        phone: '+49 30 123456',
        email: 'new@example.org',
      }),
      mention('name', { firstName: 'Ada', lastName: 'Byron' }),
      mention('stranger', { firstName: 'Charles', lastName: 'Babbage', email: 'ada@example.org' }),
    ],
    guests,
  )
  assert.equal(of('email')?.id, '1')
  assert.equal(of('phone')?.id, '1')
  assert.equal(of('name')?.isNew, true)
  assert.equal(of('stranger')?.isNew, true)
})

test('the address comes before the number', () => {
  const guests = [
    known('1', { contacts: [phone('+4930123456')] }),
    known('2', { contacts: [email('a@b.org')] }),
  ]
  const of = matched(
    [mention('r', { firstName: 'Ada', lastName: 'Byron', phone: '+4930123456', email: 'a@b.org' })],
    guests,
  )
  assert.equal(of('r')?.id, '2')
})

test('of several equals the oldest', () => {
  const guests = [known('12', { contacts: [email('a@b.org')] }), known('9', { contacts: [email('a@b.org')] })]
  assert.equal(
    matched([mention('r', { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' })], guests)('r')?.id,
    '9',
  )
})

test('two new bookings of the same person in one page are one guest', () => {
  const guest = { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' }
  const of = matched([mention('r1', guest), mention('r2', { ...guest, email: 'A@B.org' })], [])
  assert.equal(of('r1'), of('r2'))
  assert.equal(of('r1')?.isNew, true)
})

test('a corrected name or address stays the same guest', () => {
  const guests = [known('1', { contacts: [email('old@b.org')], bookings: 3 })]
  const renamed = mention(
    'r',
    { firstName: 'Ada', lastName: 'Lovelace', email: 'old@b.org' },
    { attachedId: '1' },
  )
  const moved = mention('r', { firstName: 'Ada', lastName: 'Byron', email: 'new@b.org' }, { attachedId: '1' })
  assert.equal(matched([renamed], guests)('r')?.id, '1')
  assert.equal(matched([renamed], guests)('r')?.lastName, 'Lovelace')
  const draft = matched([moved], guests)('r')
  assert.equal(draft?.id, '1')
  assert.equal(primaryContact(draft?.contacts ?? [], 'email'), 'new@b.org')
})

test('another person on one booking of a guest who has more is another guest', () => {
  const other = mention('r', { firstName: 'Mary', email: 'mary@b.org' }, { attachedId: '1' })
  assert.equal(
    matched([other], [known('1', { contacts: [email('a@b.org')], bookings: 2 })])('r')?.isNew,
    true,
  )
  assert.equal(matched([other], [known('1', { contacts: [email('a@b.org')], bookings: 1 })])('r')?.id, '1')
})

test('the newest booking’s contact is the primary one, whatever order they come in', () => {
  const guest = { externalId: 'g1', firstName: 'Ada', lastName: 'Byron' }
  const of = matched(
    [
      mention('new', { ...guest, email: 'new@b.org' }, { usedAt: '2026-05-01T00:00:00.000Z' }),
      mention('old', { ...guest, email: 'old@b.org' }, { usedAt: '2025-05-01T00:00:00.000Z' }),
    ],
    [],
  )
  assert.equal(primaryContact(of('new')?.contacts ?? [], 'email'), 'new@b.org')
})

test('what one booking does not repeat is not forgotten', () => {
  const guests = [known('1', { language: 'en', contacts: [email('a@b.org')] })]
  const draft = matched(
    [mention('r', { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org', language: null })],
    guests,
  )('r')
  assert.equal(draft?.language, 'en')
  const same = matched(
    [
      mention(
        'r',
        { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' },
        { usedAt: '2025-01-01T00:00:00.000Z' },
      ),
    ],
    guests,
  )('r')
  assert.equal(same?.isChanged, false)
})

test('a number with and without its plus, however it is written, is one guest of one name', () => {
  const spellings = [
    '33781295450',
    '+33 7 81 29 54 50',
    '0033 781 295 450',
    '+33 (0)7.81.29.54.50',
    '33-781-295-450',
  ]
  const person = { firstName: 'Camille', lastName: 'Roy' }
  for (const stored of spellings)
    for (const told of spellings) {
      const of = matched(
        [
          mention('r1', { ...person, phone: stored }, { usedAt: '2026-04-01T00:00:00.000Z' }),
          mention('r2', { ...person, phone: told }),
          mention('other', { firstName: 'Paul', lastName: 'Roy', phone: told }),
        ],
        [],
      )
      assert.equal(of('r1'), of('r2'), `${stored} and ${told}`)
      assert.equal(of('r2')?.contacts.length, 1, `${stored} and ${told}`)
      assert.notEqual(of('other'), of('r2'))
    }
})

const placeholders = [
  ...['0000000000', '+1 000 000 0000', '1111111', '99999999999', '1234567890', '+49 123456789', '00000'].map(
    (value) => ({ phone: value }),
  ),
  ...[
    'noemail@example.org',
    'No-Email@hotel.example',
    'none@none.com',
    'guest@example.org',
    'no.reply@smoobu.example',
  ].map((value) => ({ email: value })),
  ...['mroy.482913@guest.booking.com', 'maria-x7k2@user.airbnb.com', '7f3a@messages.homeaway.com'].map(
    (value) => ({
      email: value,
    }),
  ),
]

test('contacts that stand for none, or for one booking, never join two people of one name', () => {
  for (const contact of placeholders) {
    const first = mention('r1', { firstName: 'Maria', ...contact })
    const second = mention('r2', { firstName: 'Maria', ...contact })
    const of = matched([first, second], [])
    assert.notEqual(of('r1'), of('r2'), JSON.stringify(contact))
    assert.equal(of('r1')?.contacts.length, 1, 'it is kept and shown')
    const [one] = of('r1')?.contacts ?? []
    const stored = one ? [known('1', { firstName: 'Maria', lastName: null, contacts: [one] })] : []
    assert.equal(matched([second], stored)('r2')?.isNew, true, JSON.stringify(contact))
  }
})

test('an address that looks like a placeholder and is none joins as before', () => {
  for (const contact of [
    { email: 'guest.house@example.org' },
    { email: 'nonesuch@example.org' },
    { email: 'ada@booking.com' },
    { phone: '+44 20 7946 0000' },
    { phone: '+1 212 555 0123' },
  ]) {
    const of = matched(
      [mention('r1', { firstName: 'Maria', ...contact }), mention('r2', { firstName: 'Maria', ...contact })],
      [],
    )
    assert.equal(of('r1'), of('r2'), JSON.stringify(contact))
  }
})
