/** Which nights events take: time zones, recurrence with its bounds, and text folded in the middle of a character. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile } from './read-events.ts'

const [from, to] = ['2026-03-01', '2027-03-01']

function read(events: string | readonly string[], timeZone: string | null = 'Europe/Zagreb', zones = '') {
  const parts = [events]
    .flat()
    .map((event) => `BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n${event}\r\nEND:VEVENT`)
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...(zones ? [zones] : []),
    ...parts,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  return readFile({ bytes: Buffer.from(text), timeZone, from, to })
}
const spans = (...given: Parameters<typeof read>) => {
  const file = read(...given)
  assert.equal(file.unreadable, 0)
  return file.events.map(({ first, until }) => `${first}/${until}`)
}
const firsts = (...given: Parameters<typeof read>) => spans(...given).map((span) => span.slice(0, 10))

const inHouse = 'DTSTART;TZID=House time:20260702T060000\r\nDTEND;TZID=House time:20260704T060000'
const houseTime = [
  ...['BEGIN:VTIMEZONE', 'TZID:House time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+1400', 'TZOFFSETTO:+1400', 'END:STANDARD', 'END:VTIMEZONE'],
]
const ownTime = [
  ...['BEGIN:VTIMEZONE', 'TZID:Own time', 'BEGIN:STANDARD', 'DTSTART:19701025T030000'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]

describe('times', () => {
  it('days are days, whatever the zone', () => {
    const days = 'DTSTART;VALUE=DATE:20260701\r\nDTEND;VALUE=DATE:20260705'
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Zagreb', null])
      assert.deepEqual(spans(days, zone), ['2026-07-01/2026-07-05'])
    assert.deepEqual(spans('DTSTART;VALUE=DATE:20260701'), ['2026-07-01/2026-07-02'])
    assert.deepEqual(spans('DTSTART;VALUE=DATE:20260701\r\nDURATION:P3D'), ['2026-07-01/2026-07-04'])
  })

  it('a time of UTC is taken to the listing’s day', () => {
    const night = 'DTSTART:20260701T230000Z\r\nDTEND:20260704T080000Z'
    assert.deepEqual(spans(night, 'Europe/Zagreb'), ['2026-07-02/2026-07-04'])
    assert.deepEqual(spans(night, 'America/New_York'), ['2026-07-01/2026-07-04'])
    assert.deepEqual(spans(night, 'Pacific/Auckland'), ['2026-07-02/2026-07-04'])
  })

  it('a time without a zone is what the clock of the listing shows', () => {
    const night = 'DTSTART:20260701T233000\r\nDTEND:20260704T003000'
    for (const zone of ['Europe/Zagreb', 'America/Los_Angeles', 'Asia/Tokyo'])
      assert.deepEqual(spans(night, zone), ['2026-07-01/2026-07-04'])
  })

  it('a time of a named zone is taken to the listing’s day', () => {
    const tokyo = 'DTSTART;TZID=Asia/Tokyo:20260702T060000\r\nDTEND;TZID=Asia/Tokyo:20260704T060000'
    assert.deepEqual(spans(tokyo, 'Europe/Zagreb'), ['2026-07-01/2026-07-03'])
    assert.deepEqual(spans(tokyo, 'Asia/Tokyo'), ['2026-07-02/2026-07-04'])
  })

  it('a zone that the file describes counts by its description', () => {
    assert.deepEqual(spans(inHouse, 'Europe/Zagreb', houseTime.join('\r\n')), ['2026-07-01/2026-07-03'])
    const quoted = inHouse.replaceAll('TZID=House time', 'TZID="(UTC+14:00) House: time"')
    const zone = houseTime.map((line) => line.replace('TZID:House', 'TZID:(UTC+14:00) House:'))
    assert.deepEqual(spans(quoted, 'Europe/Zagreb', zone.join('\r\n')), ['2026-07-01/2026-07-03'])
    const summers = inHouse.replaceAll('House', 'Own')
    assert.deepEqual(spans(summers, 'Europe/Zagreb', ownTime.join('\r\n')), ['2026-07-02/2026-07-04'])
    assert.deepEqual(spans(summers, 'Pacific/Auckland', ownTime.join('\r\n')), ['2026-07-02/2026-07-04'])
  })

  it('one that everybody knows counts by its name, whatever the file says of it', () => {
    const tokyo = inHouse.replaceAll('House time', 'Asia/Tokyo')
    const windows = inHouse.replaceAll('House time', 'Tokyo Standard Time')
    for (const event of [tokyo, windows]) {
      const zone = houseTime.map((line) =>
        line.replace('House time', event === tokyo ? 'Asia/Tokyo' : 'Tokyo Standard Time'),
      )
      for (const said of ['', zone.join('\r\n'), zone.toSpliced(-3, 1).join('\r\n')])
        assert.deepEqual(spans(event, 'Europe/Zagreb', said), ['2026-07-01/2026-07-03'], said)
    }
  })

  it('a description that is not whole counts for nothing: the time is read without it, and the event says so', () => {
    const whole = (zone: readonly string[]) => read(inHouse, 'Europe/Zagreb', zone.join('\r\n')).events[0]
    assert.deepEqual([whole(houseTime)?.first, whole(houseTime)?.lostZone], ['2026-07-01', false])
    const [begin, end] = [houseTime.indexOf('BEGIN:STANDARD'), houseTime.indexOf('END:STANDARD')]
    const needed = [houseTime.indexOf('TZID:House time'), begin + 1, begin + 2, begin + 3]
    for (const at of needed) {
      const line = houseTime[at] ?? ''
      const spoilt = [
        houseTime.toSpliced(at, 1),
        houseTime.toSpliced(at, 0, line),
        ...Array.from({ length: line.length - line.indexOf(':') - 1 }, (_, cut) =>
          houseTime.with(at, line.slice(0, line.length - cut - 1)),
        ),
      ]
      for (const zone of spoilt) {
        const event = whole(zone)
        assert.deepEqual([event?.first, event?.lostZone], ['2026-07-02', true], zone.join())
      }
    }
    for (const zone of [
      houseTime.toSpliced(begin, end - begin + 1),
      houseTime.with(begin + 3, 'TZOFFSETTO:+1300'),
      houseTime.map((line) => line.replace('STANDARD', 'DAYLIGHT')),
      [...houseTime, ...houseTime.with(begin + 2, 'TZOFFSETFROM:+1300').with(begin + 3, 'TZOFFSETTO:+1300')],
    ])
      assert.deepEqual([whole(zone)?.first, whole(zone)?.lostZone], ['2026-07-02', true], zone.join())
  })

  it('names that a parser takes for the zone of the server are those of nobody', () => {
    for (const name of ['Customized Time Zone', '"tzone://Microsoft/Custom"', 'House time']) {
      const [event] = read(inHouse.replaceAll('House time', name), 'Asia/Tokyo').events
      assert.deepEqual([event?.first, event?.lostZone], ['2026-07-02', true], name)
    }
  })

  it('the night the clocks change is one night', () => {
    for (const [start, end, span] of [
      ['20260329T003000Z', '20260330T003000Z', '2026-03-29/2026-03-30'],
      ['20261024T223000Z', '20261026T100000Z', '2026-10-25/2026-10-26'],
    ] as const)
      assert.deepEqual(spans(`DTSTART:${start}\r\nDTEND:${end}`), [span])
    // 02:30 is no time of that night in Zagreb.
    const gap = 'DTSTART;TZID=Europe/Zagreb:20260329T023000\r\nDTEND;TZID=Europe/Zagreb:20260330T100000'
    assert.deepEqual(spans(gap), ['2026-03-29/2026-03-30'])
  })
})

describe('recurrence', () => {
  const night = 'DTSTART;VALUE=DATE:20260703\r\nDTEND;VALUE=DATE:20260704'

  it('ends with its count, and with its last day', () => {
    assert.deepEqual(firsts(`${night}\r\nRRULE:FREQ=WEEKLY;COUNT=3`), [
      '2026-07-03',
      '2026-07-10',
      '2026-07-17',
    ])
    assert.deepEqual(firsts(`${night}\r\nRRULE:FREQ=WEEKLY;UNTIL=20260717`), [
      '2026-07-03',
      '2026-07-10',
      '2026-07-17',
    ])
  })

  it('without an end goes as far as anybody looks, and no further', () => {
    const all = firsts(`${night}\r\nRRULE:FREQ=WEEKLY`)
    assert.equal(all[0], '2026-07-03')
    assert.ok(all.length > 30 && all.length < 40, String(all.length))
    assert.ok(all.every((date) => date <= to))
    const days = read(`${night}\r\nRRULE:FREQ=DAILY`)
    assert.ok(days.events.length > 200 && days.events.length < 400)
  })

  it('leaves out what is excepted', () => {
    const except = 'RRULE:FREQ=WEEKLY;COUNT=3\r\nEXDATE;VALUE=DATE:20260710'
    assert.deepEqual(firsts(`${night}\r\n${except}`), ['2026-07-03', '2026-07-17'])
  })

  it('takes an occurrence that is told by itself where it was moved to', () => {
    const moved =
      'RECURRENCE-ID;VALUE=DATE:20260710\r\nDTSTART;VALUE=DATE:20260712\r\nDTEND;VALUE=DATE:20260714'
    assert.deepEqual(spans([`${night}\r\nRRULE:FREQ=WEEKLY;COUNT=3`, moved]).toSorted(), [
      '2026-07-03/2026-07-04',
      '2026-07-12/2026-07-14',
      '2026-07-17/2026-07-18',
    ])
  })

  it('is told as not understood where nobody can lay it out, and closes the night it begins with', () => {
    for (const rule of [
      'FREQ=HOURLY',
      'FREQ=DAILY;COUNT=0',
      'FREQ=DAILY;UNTIL=',
      'FREQ=WEEKLY;BYDAY=XX',
      '',
    ]) {
      const file = read(`${night}\r\nRRULE:${rule}`)
      assert.deepEqual([...file.problems], [['event_rule', 1]], rule)
      assert.deepEqual(
        file.events.map(({ first, until }) => `${first}/${until}`),
        ['2026-07-03/2026-07-04'],
        rule,
      )
    }
  })

  it('adds dates that are listed one by one', () => {
    assert.deepEqual(firsts(`${night}\r\nRDATE;VALUE=DATE:20260801,20260810`), [
      '2026-07-03',
      '2026-08-01',
      '2026-08-10',
    ])
  })
})

describe('text', () => {
  it('folded in the middle of a character is read as it was written', () => {
    const summary = Buffer.from('SUMMARY:Reserved - Zoë 🏡 Žužić')
    for (let cut = 9; cut < summary.length; cut += 1) {
      const head = Buffer.from(
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20260701\r\n',
      )
      const bytes = Buffer.concat([
        head,
        summary.subarray(0, cut),
        Buffer.from('\r\n '),
        summary.subarray(cut),
        Buffer.from('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
      ])
      const [event] = readFile({ bytes, timeZone: null, from, to }).events
      assert.equal(event?.summary, 'Reserved - Zoë 🏡 Žužić', `cut at ${cut}`)
    }
  })
})
