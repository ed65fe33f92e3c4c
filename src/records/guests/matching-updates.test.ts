/** What a booking changes of the guest it is matched with; `matching.test.ts` covers which guest that is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { email, known, matched, mention, phone } from '../../../test/harness/guest-mentions.ts'
import { primaryContact, type GuestMention, type KnownGuest } from './matching.ts'
test('a guest is shown with the contact used last, and of equals always with the same', () => {
  const contacts = [
    email('b@b.org', '2026-01-01T00:00:00.000Z'),
    email('a@b.org', '2026-01-01T00:00:00.000Z'),
    email('z@b.org', '2026-02-01T00:00:00.000Z'),
    { ...email('never@b.org'), lastUsedAt: null },
    phone('+4930123456'),
  ]
  assert.equal(primaryContact(contacts, 'email'), 'z@b.org')
  assert.equal(primaryContact(contacts.toReversed(), 'email'), 'z@b.org')
  const [b, a, , never] = contacts
  for (const two of [
    [a, b],
    [b, a],
  ])
    assert.equal(
      primaryContact(
        two.filter((one) => one !== undefined),
        'email',
      ),
      'a@b.org',
    )
  assert.equal(
    primaryContact(
      [never, b].filter((one) => one !== undefined),
      'email',
    ),
    'b@b.org',
  )
  assert.equal(primaryContact(contacts, 'phone'), '+4930123456')
  assert.equal(primaryContact([phone('+4930123456')], 'email'), null)
})

test('another guest id of the vendor is another person, even on the only booking of a guest', () => {
  const told = {
    externalId: 'g2',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'a@b.org',
  }
  const attachedTo = { attachedId: '1' }
  const stored = known('1', { externalId: 'g1' })
  assert.equal(matched([mention('r', told, attachedTo)], [stored])('r')?.isNew, true)
  assert.equal(matched([mention('r', { ...told, externalId: 'g1' }, attachedTo)], [stored])('r')?.id, '1')
  const unnamed = matched([mention('r', told, attachedTo)], [known('1')])('r')
  assert.deepEqual([unnamed?.id, unnamed?.externalId, unnamed?.isChanged], ['1', 'g2', true])
})

test('a booking keeps its guest where it names nobody or the guest has no name', () => {
  const many = { bookings: 3, contacts: [email('a@b.org')] }
  const kept = (guest: GuestMention['guest'], stored: Partial<KnownGuest>) =>
    matched([mention('r', guest, { attachedId: '1' })], [known('1', { ...many, ...stored })])('r')?.id
  assert.equal(kept({}, {}), '1')
  assert.equal(kept({ email: 'new@b.org' }, {}), '1')
  assert.equal(kept({ firstName: 'Mary' }, { firstName: null, lastName: null }), '1')
  assert.equal(kept({ firstName: 'Mary' }, {}), null)
  assert.equal(kept({ firstName: 'Mary', email: 'a@b.org' }, {}), '1')
  assert.equal(kept({ firstName: 'Mary', email: 'a@b.org', phone: '+4930123456' }, {}), '1')
  const shared = { contacts: [email('noemail@example.org')] }
  assert.equal(kept({ firstName: 'Mary', email: 'noemail@example.org' }, shared), null, 'many have this one')
})

test('a booking whose guest is not there any more gets a new one', () => {
  const of = matched([mention('r', { firstName: 'Ada' }, { attachedId: '9' })], [known('1')])
  assert.deepEqual(of('r'), {
    id: null,
    externalId: null,
    firstName: 'Ada',
    lastName: null,
    language: null,
    country: null,
    avatarUrl: null,
    contacts: [],
    bookings: 0,
    isNew: true,
    isChanged: true,
  })
  const unnamed = matched([mention('r', {})], [])('r')
  assert.deepEqual([unnamed?.firstName, unnamed?.isNew, unnamed?.isChanged], [null, true, false])
})

test('a booking that says nothing new of its guest leaves the guest as it is', () => {
  const of = matched(
    [mention('r', { firstName: 'Ada', lastName: 'Byron' }, { attachedId: '2' })],
    [known('1'), known('2')],
  )
  assert.deepEqual([of('r')?.id, of('r')?.isNew, of('r')?.isChanged], ['2', false, false])
})

test('a person whose name is Null is not everybody who has no name', () => {
  const contacts = [email('a@b.org')]
  const nameless = known('1', { firstName: null, lastName: null, contacts })
  assert.equal(matched([mention('r', { firstName: 'Null', email: 'a@b.org' })], [nameless])('r')?.isNew, true)
  const named = known('1', { firstName: 'Null', lastName: null, contacts })
  assert.equal(matched([mention('r', { email: 'a@b.org' })], [named])('r')?.isNew, true)
})

test('a booking without an id of its guest keeps the guest that has one, and the id stays', () => {
  const stored = known('1', { externalId: 'g1' })
  const told = { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' }
  assert.equal(matched([mention('r', told, { attachedId: '1' })], [stored])('r')?.externalId, 'g1')
  const other = { ...told, externalId: 'g1', firstName: 'Mary' }
  const of = matched([mention('r', other, { attachedId: '1' })], [stored])
  assert.deepEqual([of('r')?.id, of('r')?.externalId], ['1', 'g1'])
  const twice = matched(
    [
      mention('r1', { ...told, externalId: 'g2' }),
      mention('r2', { ...told, externalId: 'g3' }, { usedAt: '2026-06-01T00:00:00.000Z' }),
    ],
    [],
  )
  assert.equal(twice('r1')?.externalId, 'g2', 'one found by address keeps the first id')
})

test('the newest of several bookings decides, in whatever order they come', () => {
  const told = (language: string) => ({ externalId: 'g1', firstName: 'Ada', lastName: 'Byron', language })
  const of = matched(
    [
      mention('new', { ...told('fr'), firstName: 'Ada Augusta' }, { usedAt: '2026-06-01T00:00:00.000Z' }),
      mention('old', told('en'), { usedAt: '2025-06-01T00:00:00.000Z' }),
    ],
    [],
  )
  assert.deepEqual([of('new')?.firstName, of('new')?.language], ['Ada Augusta', 'fr'])
})

test('a booking older than one of the contacts is not the newest', () => {
  const contacts = [
    email('old@b.org', '2026-01-01T00:00:00.000Z'),
    email('a@b.org', '2026-06-01T00:00:00.000Z'),
  ]
  const told = { firstName: 'Ada', lastName: 'Byron', email: 'old@b.org', language: 'fr' }
  const draft = matched([mention('r', told)], [known('1', { contacts, language: 'en' })])('r')
  assert.equal(draft?.language, 'en')
  const undated = contacts.map((contact) => ({ ...contact, lastUsedAt: null }))
  assert.equal(
    matched([mention('r', told)], [known('1', { contacts: undated, language: 'en' })])('r')?.language,
    'fr',
  )
})

test('a booking of the same moment changes nothing of a contact', () => {
  const at = '2026-05-01T00:00:00.000Z'
  const told = { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' }
  const draft = matched([mention('r', told)], [known('1', { contacts: [email('a@b.org', at)] })])('r')
  assert.equal(draft?.isChanged, false)
})

test('of equals the oldest is found, in whatever order they were read', () => {
  const guests = ['9', '12', '100'].map((id) => known(id, { contacts: [email('a@b.org')] }))
  const told = { firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' }
  for (const read of [guests, guests.toReversed()])
    assert.equal(matched([mention('r', told)], read)('r')?.id, '9')
})

test('a name is taken whole, so that nobody is called by the first name of one and the last of another', () => {
  const renamed = (guest: GuestMention['guest']) => {
    const draft = matched([mention('r', guest, { attachedId: '1' })], [known('1')])('r')
    return [draft?.firstName, draft?.lastName, draft?.isChanged]
  }
  assert.deepEqual(renamed({ firstName: 'Mary' }), ['Mary', null, true])
  assert.deepEqual(renamed({ lastName: 'Shelley' }), [null, 'Shelley', true])
  assert.deepEqual(renamed({ firstName: '', lastName: '' }), ['Ada', 'Byron', false])
  assert.deepEqual(renamed({ firstName: 'Ada', lastName: 'Byron' }), ['Ada', 'Byron', false])
})

test('the newest booking decides what a guest speaks; an older one only fills what is not known', () => {
  const stored = {
    contacts: [email('a@b.org', '2026-03-01T00:00:00.000Z')],
    language: 'en',
  }
  const told = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'a@b.org',
    language: 'fr',
    country: 'FR',
  }
  const at = (usedAt: string) => matched([mention('r', told, { usedAt })], [known('1', stored)])('r')
  const newer = at('2026-05-01T00:00:00.000Z')
  assert.deepEqual([newer?.language, newer?.country, newer?.isChanged], ['fr', 'FR', true])
  const older = at('2026-01-01T00:00:00.000Z')
  assert.deepEqual([older?.language, older?.country, older?.isChanged], ['en', 'FR', true])
  const same = at('2026-03-01T00:00:00.000Z')
  assert.equal(same?.language, 'fr')
})

test('a contact that was used again is the one used last, and is kept once', () => {
  const before = [
    email('old@b.org', '2026-01-01T00:00:00.000Z'),
    email('new@b.org', '2026-02-01T00:00:00.000Z'),
  ]
  const told = { firstName: 'Ada', lastName: 'Byron', email: 'old@b.org' }
  const draft = matched([mention('r', told)], [known('1', { contacts: before })])('r')
  assert.equal(draft?.contacts.length, 2)
  assert.equal(draft?.isChanged, true)
  assert.equal(primaryContact(draft?.contacts ?? [], 'email'), 'old@b.org')
  assert.equal(before[0]?.lastUsedAt, '2026-01-01T00:00:00.000Z', 'what was read stays as it was read')
  const undated = matched(
    [mention('r', told)],
    [known('1', { contacts: [{ ...email('old@b.org'), lastUsedAt: null }] })],
  )('r')
  assert.equal(undated?.contacts[0]?.lastUsedAt, '2026-05-01T00:00:00.000Z')
})

test('a person who was found by number is found by the address of that booking from then on', () => {
  const person = { firstName: 'Ada', lastName: 'Byron' }
  const of = matched(
    [
      mention('r1', { ...person, phone: '+4930123456', email: 'a@b.org' }),
      mention('r2', { ...person, email: 'a@b.org' }, { usedAt: '2026-06-01T00:00:00.000Z' }),
    ],
    [known('1', { contacts: [phone('+4930123456')] })],
  )
  assert.equal(of('r2')?.id, '1')
})
