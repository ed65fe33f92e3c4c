/** The smallest history that breaks each rule, and one beside it that breaks none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHistory } from './check-history.ts'
import type { HistoryRule } from './fault.ts'
import type { HistoryOperation, OperationResult } from './history.ts'

type OperationParts = Partial<HistoryOperation> & { at: [number, number] }

const operation = ({ at: [begin, end], ...parts }: OperationParts): HistoryOperation => ({
  ...{ process: 'a', kind: 'call', what: 'call', begin, end, result: 'ok' },
  ...parts,
})
const write = (record: string, value: string, at: [number, number], result: OperationResult = 'ok') =>
  operation({ at, result, what: `write ${record}`, writes: [{ record, value }] })
const read = (values: Record<string, string | null>, at: [number, number]) =>
  operation({ at, what: 'read', reads: Object.entries(values).map(([record, value]) => ({ record, value })) })
const order = (record: string, values: string[], at: [number, number]) =>
  operation({ at, orders: [{ record, values }] })
const page = (after: number, places: number[]) => operation({ at: [0, 1], logPage: { after, places } })
const logged = (sequence: number, at: [number, number], more: object = {}) =>
  operation({ at, kind: 'event', event: { ...eventOf(sequence), ...more } })
const eventOf = (sequence: number) => ({
  ...{ eventId: `event ${sequence}`, type: 'reservation.updated', sequence, subject: 'reservation 1' },
  ...{ revision: sequence, content: `content ${sequence}` },
})
const delivered = (
  sequence: number,
  at: [number, number],
  more: object = {},
  result: OperationResult = 'ok',
) =>
  operation({
    ...{ at, kind: 'delivery', result, event: { ...eventOf(sequence), ...more } },
    delivery: { endpoint: '/ordered', isOrdered: true, deliveryId: `delivery ${sequence} ${at[0]}` },
  })
const keyed = (answer: string, at: [number, number], result: OperationResult = 'ok') =>
  operation({ at, idempotencyKey: 'k', answer, result })
const booking = (id: string, at: [number, number]) =>
  operation({ at, effects: [{ kind: 'booking', id, causes: ['stay G1'] }] })
const night = 'home 2027-02-10'
const book = (holder: string, at: [number, number]) =>
  operation({ at, holds: { holder, nights: [night], alias: 'reservation 1' } })
const cancel = (holder: string, at: [number, number], result: OperationResult = 'ok') =>
  operation({ at, result, releases: { holder, nights: null } })
const setClosed = (at: [number, number]) => operation({ at, holds: { holder: 'host', nights: [night] } })
const setOpen = (at: [number, number]) => operation({ at, releases: { holder: 'host', nights: [night] } })
const seenOpen = (at: [number, number]) => operation({ at, what: 'read', openNights: [night] })
const asked = (at: [number, number], result: OperationResult = 'ok') =>
  operation({ at, result, causes: ['stay G1'] })

const cases: { what: string; rule: HistoryRule; broken: HistoryOperation[]; sound: HistoryOperation[] }[] = [
  {
    what: 'an acknowledged write is nowhere',
    rule: 'lost update',
    broken: [write('x', '1', [0, 1]), read({ x: null }, [2, 3])],
    // Nobody knows whether a write without an answer took effect.
    sound: [write('x', '1', [0, 1], 'unknown'), read({ x: null }, [2, 3])],
  },
  {
    what: 'an acknowledged write is not among the values that a record had',
    rule: 'lost update',
    broken: [write('x', '1', [0, 1]), write('x', '2', [0, 1]), order('x', ['2'], [2, 3])],
    sound: [write('x', '1', [0, 1]), write('x', '2', [0, 1]), order('x', ['1', '2'], [2, 3])],
  },
  {
    what: 'an overwritten value is read again',
    rule: 'stale read',
    broken: [write('x', '1', [0, 1]), read({ x: null }, [2, 3]), read({ x: '1' }, [4, 5])],
    sound: [write('x', '1', [0, 3]), read({ x: null }, [2, 3]), read({ x: '1' }, [4, 5])],
  },
  {
    what: 'of two values that were written at the same time each is read after the other',
    rule: 'stale read',
    broken: [
      ...[write('x', '1', [0, 2]), write('x', '2', [1, 3])],
      ...[read({ x: '2' }, [4, 5]), read({ x: '1' }, [6, 7]), read({ x: '2' }, [8, 9])],
    ],
    sound: [
      ...[write('x', '1', [0, 2]), write('x', '2', [1, 3])],
      ...[read({ x: '1' }, [1, 2]), read({ x: '2' }, [4, 5]), read({ x: '2' }, [8, 9])],
    ],
  },
  {
    what: 'a night is seen open after it was sold',
    rule: 'stale read',
    broken: [book('stay G1', [0, 1]), seenOpen([2, 3])],
    sound: [book('stay G1', [0, 2]), seenOpen([1, 3])],
  },
  {
    what: 'a night is seen open though only another stay gave it up',
    rule: 'stale read',
    broken: [book('stay G1', [0, 1]), cancel('reservation 2', [2, 3]), seenOpen([4, 5])],
    // Nobody knows whether a request without an answer took effect.
    sound: [book('stay G1', [0, 1]), cancel('reservation 1', [2, 3], 'unknown'), seenOpen([4, 5])],
  },
  {
    what: 'a night is seen open after it was opened and closed again',
    rule: 'stale read',
    broken: [setOpen([0, 1]), setClosed([2, 3]), seenOpen([4, 5])],
    sound: [setClosed([0, 1]), setOpen([2, 4]), seenOpen([3, 4]), seenOpen([5, 6])],
  },
  {
    what: 'a list goes back behind what was read from it',
    rule: 'stale read',
    broken: [write('x', '1', [0, 9]), read({ x: '1' }, [2, 3]), read({ x: null }, [4, 5])],
    sound: [write('x', '1', [0, 9]), read({ x: null }, [2, 3]), read({ x: '1' }, [4, 5])],
  },
  {
    what: 'a value is read that nobody wrote',
    rule: 'effect without cause',
    broken: [write('x', '1', [0, 1]), read({ x: '2' }, [2, 3]), read({ x: '1' }, [4, 5])],
    sound: [write('x', '1', [1, 2]), read({ x: '2' }, [0, 1]), read({ x: '1' }, [4, 5])],
  },
  {
    what: 'a value of a refused write is read',
    rule: 'effect without cause',
    broken: [write('x', '1', [0, 1]), write('x', '2', [0, 1], 'failed'), read({ x: '2' }, [2, 3])],
    sound: [write('x', '1', [0, 1]), write('x', '2', [0, 1], 'unknown'), read({ x: '2' }, [2, 3])],
  },
  {
    what: 'a booking is there that was refused',
    rule: 'effect without cause',
    broken: [asked([0, 1], 'failed'), booking('7', [2, 3])],
    sound: [asked([0, 1], 'unknown'), booking('7', [2, 3])],
  },
  {
    what: 'a booking is there before it was asked for',
    rule: 'effect without cause',
    broken: [booking('7', [0, 1]), asked([2, 3])],
    sound: [booking('7', [0, 3]), asked([2, 4])],
  },
  {
    what: 'an event arrives that is not in the log',
    rule: 'effect without cause',
    broken: [delivered(2, [0, 1]), operation({ at: [2, 3], what: 'GET /v1/events' }), logged(1, [2, 3])],
    sound: [delivered(1, [0, 1]), operation({ at: [2, 3], what: 'GET /v1/events' }), logged(1, [2, 3])],
  },
  {
    what: 'a key is answered in two ways',
    rule: 'effect twice',
    broken: [keyed('a', [0, 1]), keyed('b', [2, 3])],
    sound: [keyed('a', [0, 1], 'unknown'), keyed('b', [2, 3])],
  },
  {
    what: 'a booking is made twice',
    rule: 'effect twice',
    broken: [asked([0, 1]), booking('7', [2, 3]), booking('8', [2, 3])],
    sound: [asked([0, 1]), booking('7', [2, 3]), booking('7', [4, 5])],
  },
  {
    what: 'an event arrives with two contents',
    rule: 'effect twice',
    broken: [logged(1, [0, 1]), delivered(1, [2, 3]), delivered(1, [4, 5], { content: 'another' })],
    sound: [logged(1, [0, 1]), delivered(1, [2, 3]), delivered(1, [4, 5])],
  },
  {
    what: 'the log has a gap',
    rule: 'order',
    broken: [page(0, [1, 2]), page(2, [4, 5])],
    sound: [page(0, [1, 2]), page(2, [3, 4]), page(2, [])],
  },
  {
    what: 'a page of the log is not in order',
    rule: 'order',
    broken: [page(0, [2, 1])],
    sound: [page(1, [2]), page(0, [1])],
  },
  {
    what: 'revisions of a record fall',
    rule: 'order',
    broken: [logged(1, [0, 1], { revision: 5 }), logged(2, [0, 1], { revision: 4 })],
    sound: [logged(1, [0, 1], { revision: 5 }), logged(2, [0, 1], { revision: 4, subject: 'reservation 2' })],
  },
  {
    what: 'a revision comes again behind another event',
    rule: 'order',
    broken: [
      logged(1, [0, 1], { revision: 5 }),
      logged(2, [0, 1], { subject: 'reservation 2' }),
      logged(3, [0, 1], { revision: 5 }),
    ],
    sound: [logged(1, [0, 1], { revision: 5 }), logged(2, [0, 1], { revision: 5 })],
  },
  {
    what: 'events of a record arrive in another order',
    rule: 'order',
    broken: [delivered(2, [0, 1]), delivered(1, [2, 3])],
    sound: [delivered(1, [0, 1], {}, 'failed'), delivered(1, [2, 3]), delivered(2, [4, 5])],
  },
  {
    what: 'events of a record arrive beside each other',
    rule: 'order',
    broken: [delivered(1, [0, 2]), delivered(2, [1, 3])],
    sound: [delivered(1, [0, 2]), delivered(2, [1, 3], { subject: 'reservation 2' })],
  },
  {
    what: 'an event never arrives',
    rule: 'missing delivery',
    broken: [logged(1, [0, 1]), logged(2, [0, 1]), delivered(1, [2, 3])],
    sound: [logged(1, [0, 1]), logged(2, [0, 1]), delivered(2, [2, 3])],
  },
  {
    what: 'a read sees the second of two writes and not the first',
    rule: 'cycle',
    broken: [write('x', '1', [0, 1]), write('y', '1', [2, 3]), read({ x: null, y: '1' }, [0, 4])],
    sound: [write('x', '1', [0, 1]), write('y', '1', [2, 3]), read({ x: '1', y: null }, [0, 4])],
  },
  {
    what: 'two reads see two writes in different orders',
    rule: 'cycle',
    broken: [
      ...[write('x', '1', [0, 9]), write('y', '1', [0, 9])],
      ...[read({ x: '1', y: null }, [0, 9]), read({ x: null, y: '1' }, [0, 9])],
    ],
    sound: [
      ...[write('x', '1', [0, 9]), write('y', '1', [0, 9])],
      ...[read({ x: '1', y: null }, [0, 9]), read({ x: '1', y: '1' }, [0, 9])],
    ],
  },
  {
    what: 'values came against the time of their writes',
    rule: 'cycle',
    broken: [write('x', '1', [0, 1]), write('x', '2', [2, 3]), order('x', ['2', '1'], [4, 5])],
    sound: [write('x', '1', [0, 3]), write('x', '2', [2, 3]), order('x', ['2', '1'], [4, 5])],
  },
]

const rulesOf = (history: readonly HistoryOperation[]) => [
  ...new Set(checkHistory(history).map(({ rule }) => rule)),
]

for (const { what, rule, broken, sound } of cases)
  test(`${rule}: ${what}`, () => {
    // A single record that is read too late is a cycle as well.
    const found = rulesOf(broken)
    assert.deepEqual(rule === 'cycle' ? found : found.filter((one) => one !== 'cycle'), [rule])
    assert.deepEqual(rulesOf(sound), [])
  })

test('requests with one key are one write', () => {
  const request = (at: [number, number], result: OperationResult) => ({
    ...write('x', '1', at, result),
    ...{ idempotencyKey: 'k', answer: result === 'ok' ? 'done' : 'lost' },
  })
  const requests = [request([0, 1], 'unknown'), request([4, 5], 'ok'), request([7, 8], 'ok')]
  // It may have taken effect at the first request or at the second, and not later.
  assert.deepEqual(rulesOf([...requests, read({ x: null }, [2, 3]), read({ x: '1' }, [6, 7])]), [])
  assert.deepEqual(rulesOf([...requests, read({ x: '1' }, [2, 3]), read({ x: '1' }, [6, 7])]), [])
  assert.ok(
    rulesOf([...requests, read({ x: '1' }, [2, 3]), read({ x: null }, [6, 7])]).includes('stale read'),
  )
})

test('a long chain of operations is followed to its end', () => {
  const long = Array.from({ length: 5_000 }, (_, at): HistoryOperation[] => [
    write(`x${at % 50}`, String(at), [at, at + 0.4]),
    read({ [`x${at % 50}`]: String(at) }, [at + 0.5, at + 0.9]),
  ]).flat()
  assert.deepEqual(rulesOf(long), [])
})
