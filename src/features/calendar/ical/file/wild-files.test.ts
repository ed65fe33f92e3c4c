/** Files as calendars and rental programs write them, each with the nights that it closes. Their sources are bug reports of readers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile } from './read-events.ts'

const [from, to] = ['2027-01-01', '2028-01-01']

interface FileCase {
  name: string
  /** Of July 2027, as numbers; other nights as dates. */
  nights: string
  zone?: string | null
  /** Kinds of problems, in order of their appearance. */
  problems?: string
  /** Lines of the only event, or the whole file. */
  event?: string
  file?: string | Buffer
}

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n')
const days = (first: number, until: number) =>
  `DTSTART;VALUE=DATE:202707${String(first).padStart(2, '0')}\r\nDTEND;VALUE=DATE:202707${String(until).padStart(2, '0')}`
const stay = days(10, 13)
const whole = calendar(event(stay))
const times = (zone: string, first = '20270710T030000', last = '20270712T190000') =>
  `DTSTART;TZID=${zone}:${first}\r\nDTEND;TZID=${zone}:${last}`

function nightsOf({ event: lines, file = calendar(event(lines ?? '')), zone = 'Europe/Berlin' }: FileCase) {
  const read = readFile({ bytes: Buffer.from(file as string), timeZone: zone, from, to })
  const nights = new Set<string>()
  for (const { first, until } of read.events)
    for (let night = Temporal.PlainDate.from(first); String(night) < until; night = night.add({ days: 1 }))
      nights.add(String(night))
  const shown = [...nights].toSorted().map((night) => night.replace(/^2027-07-0?/, ''))
  return { nights: shown.join(' '), problems: [...read.problems.keys()].join(' ') }
}

function check(cases: readonly FileCase[]) {
  for (const one of cases)
    it(one.name, () => assert.deepEqual(nightsOf(one), { nights: one.nights, problems: one.problems ?? '' }))
}

describe('series of days whose dates are instants', () => {
  const daily = `${days(10, 11)}\r\nRRULE:FREQ=DAILY`
  const five = `${days(16, 17)}\r\nRRULE:FREQ=DAILY;COUNT=5`
  const moved = `RECURRENCE-ID:20270717T220000Z\r\n${days(25, 26)}`
  check([
    { name: 'end at the owner’s midnight', event: `${daily};UNTIL=20270712T220000Z`, nights: '10 11 12 13' },
    {
      name: 'end at it in winter',
      event: `${days(10, 11)}\r\nRRULE:FREQ=WEEKLY;UNTIL=20270723T220000Z`,
      nights: '10 17 24',
    },
    {
      name: 'end at it west of Greenwich',
      zone: 'America/Los_Angeles',
      event: `${daily};UNTIL=20270713T070000Z`,
      nights: '10 11 12 13',
    },
    {
      name: 'end a second before it',
      zone: 'America/Los_Angeles',
      event: `${daily};UNTIL=20270714T065959Z`,
      nights: '10 11 12 13',
    },
    {
      name: 'end at midnight in UTC',
      zone: 'America/Los_Angeles',
      event: `${daily};UNTIL=20270713T000000Z`,
      nights: '10 11 12 13',
    },
    {
      name: 'end at it in Auckland',
      zone: 'Pacific/Auckland',
      event: `${daily};UNTIL=20270712T120000Z`,
      nights: '10 11 12 13',
    },
    { name: 'end at a time without a zone', event: `${daily};UNTIL=20270713T000000`, nights: '10 11 12 13' },
    { name: 'leave out an instant', event: `${five}\r\nEXDATE:20270717T220000Z`, nights: '16 17 19 20' },
    {
      name: 'leave out a midnight of a named zone',
      event: `${five}\r\nEXDATE;TZID=Europe/Berlin:20270718T000000`,
      nights: '16 17 19 20',
    },
    {
      name: 'leave out several in two lines',
      event: `${five}\r\nEXDATE:20270716T220000Z,20270717T220000Z\r\nEXDATE;VALUE=DATE:20270720`,
      nights: '16 19',
    },
    { name: 'leave out nothing in an empty list', event: `${five}\r\nEXDATE:`, nights: '16 17 18 19 20' },
    {
      name: 'have an occurrence elsewhere, named by an instant',
      file: calendar(event(five), event(moved)),
      nights: '16 17 19 20 25',
    },
    {
      name: 'have it called off',
      file: calendar(event(five), event('RECURRENCE-ID:20270717T220000Z', 'STATUS:CANCELLED', days(18, 19))),
      nights: '16 17 19 20',
    },
    {
      name: 'have it in the file before the series',
      file: calendar(event(moved), event(five)),
      nights: '16 17 19 20 25',
    },
    {
      name: 'have an instant more',
      event: `${days(16, 17)}\r\nRRULE:FREQ=DAILY;COUNT=2\r\nRDATE:20270719T220000Z`,
      nights: '16 17 20',
    },
    {
      name: 'have a period more',
      event: `${days(16, 17)}\r\nRDATE;VALUE=PERIOD:20270720T130000Z/20270722T080000Z`,
      nights: '16 20 21',
    },
    {
      name: 'have two ends, of which the later counts',
      event: `${days(10, 11)}\r\nRRULE:FREQ=DAILY;COUNT=2;UNTIL=20270713`,
      nights: '10 11 12 13',
    },
    {
      name: 'have a newer telling of an occurrence',
      file: calendar(
        event(five),
        event(moved, 'SEQUENCE:2'),
        event(`RECURRENCE-ID:20270717T220000Z\r\n${days(27, 28)}\r\nSEQUENCE:1`),
      ),
      nights: '16 17 19 20 25',
    },
    {
      name: 'move with all that follow',
      file: calendar(
        event(five),
        event(`RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270718\r\n${days(23, 24)}`),
      ),
      nights: '16 17 23 24 25',
    },
  ])
})

describe('series of times', () => {
  const evening = 'DTSTART;TZID=Europe/Berlin:20270710T180000\r\nDTEND;TZID=Europe/Berlin:20270711T100000'
  check([
    { name: 'end with a day', event: `${evening}\r\nRRULE:FREQ=DAILY;UNTIL=20270712`, nights: '10 11 12' },
    {
      name: 'end with an instant',
      event: `${evening}\r\nRRULE:FREQ=DAILY;UNTIL=20270712T160000Z`,
      nights: '10 11 12',
    },
    {
      name: 'leave out a day',
      event: `${evening}\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE;VALUE=DATE:20270711`,
      nights: '10 12',
    },
    {
      name: 'leave out an instant',
      event: `${evening}\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20270711T160000Z`,
      nights: '10 12',
    },
    {
      name: 'keep what no exception names',
      event: `${evening}\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20270711T170000Z`,
      nights: '10 11 12',
    },
    {
      name: 'name their hour in the rule',
      event: `${evening}\r\nRRULE:FREQ=DAILY;COUNT=3;BYHOUR=18;BYMINUTE=0;BYSECOND=0`,
      nights: '10 11 12',
    },
    {
      name: 'are written in lower case, with blanks',
      event: `${evening}\r\nrrule:freq=daily; count=2`,
      nights: '10 11',
    },
    {
      name: 'have their name in the value',
      event: `${evening}\r\nRRULE:RRULE:FREQ=DAILY;COUNT=2;`,
      nights: '10 11',
    },
    {
      name: 'begin on a day that is none of the rule',
      event: `${evening}\r\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2`,
      nights: '10 12 19',
    },
  ])
})

describe('zones', () => {
  const inWest = (zone: string) => ({ zone: 'America/Los_Angeles', event: times(zone), nights: '9 10 11' })
  const ofVienna = [
    ...['BEGIN:VTIMEZONE', 'TZID:House', 'BEGIN:STANDARD', 'DTSTART:16011028T030000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
    ...['DTSTART:16010325T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]
  const named = ['BEGIN:VTIMEZONE', 'TZID:House', 'X-LIC-LOCATION:Europe/Vienna', 'END:VTIMEZONE']
  check([
    ...[
      '/mozilla.org/20070129_1/Europe/Vienna',
      '/citadel.org/20211207_1/Europe/Berlin',
      '/freeassociation.sourceforge.net/Europe/Rome',
      '/freeassociation.sourceforge.net/Tzfile/Europe/Rome',
      '/softwarestudio.org/Olson_20011030_5/Europe/Paris',
      '/Europe/Vienna',
      'GMT+0200',
      'UTC+02:00',
      'UTC+2',
      '+0200',
      '+02:00',
      '"(UTC+02:00) Nowhere in particular"',
      '(UTC+02:00) Nowhere in particular',
      'W. Europe Standard Time',
      '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
      '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
      'europe/vienna',
      'Europe\\/Vienna',
      'CEST',
      '"Europe/Vienna',
      'Europe/Vienna;TZID=Europe/Vienna',
      'House;TZID=Europe/Vienna',
    ].map((zone) => ({ name: `called ${zone}`, ...inWest(zone) })),
    {
      name: 'with three names',
      zone: 'Asia/Tokyo',
      event: times(
        '/mozilla.org/20050126_1/America/Argentina/Buenos_Aires',
        '20270710T150000',
        '20270712T100000',
      ),
      nights: '11',
    },
    {
      name: 'that the file describes from 1601 on',
      zone: 'America/Los_Angeles',
      file: calendar(...ofVienna, event(times('House'))),
      nights: '9 10 11',
    },
    {
      name: 'that it describes twice alike',
      zone: 'America/Los_Angeles',
      file: calendar(...ofVienna, ...ofVienna, event(times('House'))),
      nights: '9 10 11',
    },
    {
      name: 'that it names within',
      zone: 'America/Los_Angeles',
      file: calendar(...named, event(times('House'))),
      nights: '9 10 11',
    },
    {
      name: 'as an offset behind the time',
      zone: 'America/Los_Angeles',
      event: 'DTSTART:2027-07-10T03:00:00+02:00\r\nDTEND:2027-07-12T19:00:00+02:00',
      nights: '9 10 11',
    },
    {
      name: 'of the calendar, where that of the listing is not known',
      zone: null,
      file: calendar(
        'X-WR-TIMEZONE:America/Los_Angeles',
        event('DTSTART:20270710T030000Z', 'DTEND:20270712T190000Z'),
      ),
      nights: '9 10 11',
    },
  ])
})

describe('events', () => {
  check([
    { name: 'in lower case', file: whole.toLowerCase(), nights: '10 11 12' },
    {
      name: 'with a zone behind their days',
      event: 'DTSTART;VALUE=DATE:20270710Z\r\nDTEND;VALUE=DATE:20270713Z',
      nights: '10 11 12',
    },
    {
      name: 'with dashes in their days',
      event: 'DTSTART:2027-07-10\r\nDTEND:2027-07-13',
      nights: '10 11 12',
    },
    {
      name: 'with times that are called days',
      event: 'DTSTART;VALUE=DATE:20270710T000000\r\nDTEND;VALUE=DATE:20270713T000000',
      nights: '10 11 12',
    },
    {
      name: 'with instants that are called days',
      event: 'DTSTART;VALUE=DATE:20270709T220000Z\r\nDTEND;VALUE=DATE:20270712T220000Z',
      nights: '10 11 12',
    },
    {
      name: 'with times without seconds',
      event: 'DTSTART:20270710T1500\r\nDTEND:20270713T1000',
      nights: '10 11 12',
    },
    {
      name: 'with an hour 24',
      event: 'DTSTART:20270710T150000\r\nDTEND:20270712T240000',
      nights: '10 11 12',
    },
    {
      name: 'with parameters twice, in quotes and with blanks',
      event: 'DTSTART;VALUE="DATE";VALUE=DATE : 20270710\r\nDTEND ; X-A="a:b;c" ;VALUE=DATE:20270713'.replace(
        ' : ',
        ':',
      ),
      nights: '10 11 12',
    },
    { name: 'without an end', event: 'DTSTART;VALUE=DATE:20270710', nights: '10' },
    {
      name: 'that last',
      event: 'DTSTART;VALUE=DATE:20270710\r\nDURATION:P1W',
      nights: '10 11 12 13 14 15 16',
    },
    {
      name: 'that last hours of days',
      event: 'DTSTART;VALUE=DATE:20270710\r\nDURATION:PT49H',
      nights: '10 11 12',
    },
    {
      name: 'that last weeks and days',
      event: 'DTSTART;VALUE=DATE:20270710\r\nDURATION:P0W3DT0H',
      nights: '10 11 12',
    },
    {
      name: 'that last and end, of which the later counts',
      event: `${days(10, 12)}\r\nDURATION:P3D`,
      nights: '10 11 12',
    },
    {
      name: 'with an alarm that lasts',
      event: 'DTSTART;VALUE=DATE:20270710\r\nBEGIN:VALARM\r\nDURATION:P5D\r\nREPEAT:2\r\nEND:VALARM',
      nights: '10',
    },
    { name: 'that end before they begin', event: days(13, 10), nights: '13', problems: 'event_end' },
    {
      name: 'with an end that is none',
      event: 'DTSTART;VALUE=DATE:20270710\r\nDTEND;VALUE=DATE:20270732',
      nights: '10',
      problems: 'event_end',
    },
    {
      name: 'with an empty end',
      event: 'DTSTART;VALUE=DATE:20270710\r\nDTEND:',
      nights: '10',
      problems: 'event_end',
    },
    {
      name: 'without a beginning',
      event: 'DTEND;VALUE=DATE:20270713',
      nights: '12',
      problems: 'event_start',
    },
    {
      name: 'with two beginnings',
      event: `DTSTART;VALUE=DATE:20270709\r\n${stay}`,
      nights: '9 10 11 12',
      problems: 'event_start',
    },
    {
      name: 'with the same beginning twice',
      event: `DTSTART;VALUE=DATE:20270710\r\n${stay}`,
      nights: '10 11 12',
    },
    { name: 'without anything', event: 'SUMMARY:Family', nights: '', problems: 'event_start' },
    {
      name: 'with a list of dates that are none',
      event: `${days(10, 11)}\r\nRRULE:FREQ=DAILY;COUNT=2\r\nEXDATE:tomorrow`,
      nights: '10 11',
      problems: 'event_dates',
    },
    {
      name: 'that somebody is busy',
      file: calendar(
        'BEGIN:VFREEBUSY',
        'FREEBUSY;FBTYPE=BUSY:20270710T130000Z/20270713T080000Z',
        'FREEBUSY;FBTYPE=FREE:20270720T130000Z/P1D',
        'END:VFREEBUSY',
      ),
      nights: '10 11 12',
    },
  ])
})

describe('marks of arrival and departure', () => {
  const mark = (summary: string, start: string, end: string) =>
    event(`SUMMARY:${summary}`, `DTSTART:${start}`, `DTEND:${end}`)
  const arrival = mark('Check-in', '20270710T140000Z', '20270710T141500Z')
  const departure = (summary: string) => mark(summary, '20270713T090000Z', '20270713T091500Z')
  check([
    {
      name: 'beside a stay take no night',
      file: calendar(event(stay), arrival, departure('Check-out')),
      nights: '10 11 12',
    },
    ...[
      'Checkout: Ann',
      'Ann - CHECK OUT',
      'Abreise',
      'Départ',
      'Salida',
      'Partenza',
      'Vertrek',
      'Saída',
    ].map((word) => ({
      name: `called ${word} take none`,
      file: calendar(event(stay), departure(word)),
      nights: '10 11 12',
    })),
    {
      name: 'of one day take none',
      file: calendar(event(stay), event('SUMMARY:Check-out', days(13, 14))),
      nights: '10 11 12',
    },
    { name: 'without a stay close their night', file: calendar(departure('Check-out')), nights: '13' },
    {
      name: 'elsewhere close it',
      file: calendar(event(days(10, 12)), departure('Check-out')),
      nights: '10 11 13',
    },
    {
      name: 'that say that nobody can arrive close it',
      file: calendar(event(stay), departure('No check-out')),
      nights: '10 11 12 13',
    },
    {
      name: 'of both days close it',
      file: calendar(event(stay), departure('Check-out and check-in')),
      nights: '10 11 12 13',
    },
  ])
})

describe('files that are damaged close what is readable', () => {
  const two = [event(stay, 'DESCRIPTION:Guests', 'Jane Doe'), event(days(20, 22))] as const
  const cut = calendar(event(stay), event(days(20, 22)))
  check([
    {
      name: 'a line that is no property',
      file: calendar(...two),
      nights: '10 11 12 20 21',
      problems: 'line_without_name',
    },
    {
      name: 'a line without a value',
      file: calendar(event(stay, 'LOCATION;LANGUAGE=en'), event(days(20, 22))),
      nights: '10 11 12 20 21',
      problems: 'line_without_value',
    },
    {
      name: 'a name that lost a letter',
      file: calendar(event('DTSTART;VALUE=DATE:20270710', 'DTEN;VALUE=DATE:20270713')),
      nights: '10',
      problems: 'line_without_name',
    },
    {
      name: 'without END:VCALENDAR',
      file: cut.replace('END:VCALENDAR\r\n', ''),
      nights: '10 11 12 20 21',
      problems: 'part_without_end',
    },
    {
      name: 'without END:VEVENT',
      file: cut.replace('END:VEVENT\r\n', ''),
      nights: '10 11 12 20 21',
      problems: 'part_without_end',
    },
    {
      name: 'without END:VALARM',
      file: calendar(event(stay, 'BEGIN:VALARM', 'TRIGGER:-PT15M')),
      nights: '10 11 12',
      problems: 'part_without_end',
    },
    {
      name: 'an end of nothing',
      file: calendar('END:VTODO', event(stay)),
      nights: '10 11 12',
      problems: 'part_without_end',
    },
    {
      name: 'cut within the last event',
      file: cut.slice(0, cut.lastIndexOf('DTEND') + 8),
      nights: '10 11 12 20',
      problems: 'line_without_value part_without_end',
    },
    {
      name: 'cut within a rule',
      file: calendar(event(days(10, 11), 'RRULE:FREQ=DAILY;COUNT=3')).split(';COUNT')[0] ?? '',
      nights: '10',
      problems: 'part_without_end',
    },
    {
      name: 'without BEGIN:VCALENDAR',
      file: whole.replace('BEGIN:VCALENDAR\r\n', ''),
      nights: '10 11 12',
      problems: 'line_outside part_without_end',
    },
    {
      name: 'behind the warning of a program',
      file: `<b>Warning</b>: something is old\r\n${whole}`,
      nights: '10 11 12',
      problems: 'line_outside',
    },
    {
      name: 'before the warning of a program',
      file: `${whole}<b>Warning</b>: something is old\r\n`,
      nights: '10 11 12',
      problems: 'line_outside',
    },
    {
      name: 'a fold that lost its blank',
      file: whole.replace('20270713', '202707\r\n13'),
      nights: '10 11 12',
      problems: 'line_without_name',
    },
    {
      name: 'a fold that lost its blank before the value',
      file: whole.replace('DTEND;VALUE=DATE', 'DTEND;VALUE=\r\nDATE'),
      nights: '10 11 12',
      problems: 'line_without_value',
    },
    {
      name: 'a text that lost the blanks of its folds',
      file: calendar(event(stay, 'DESCRIPTION:https://www.example.com/a', 'bc/def', '', 'ghi')),
      nights: '10 11 12',
      problems: 'line_without_name',
    },
  ])
})

describe('files written in other ways', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  check([
    { name: 'with lines that end in CR', file: whole.replaceAll('\r\n', '\r'), nights: '10 11 12' },
    { name: 'with lines that end in LF', file: whole.replaceAll('\r\n', '\n'), nights: '10 11 12' },
    { name: 'with lines that end twice', file: whole.replaceAll('\r\n', '\r\r\n'), nights: '10 11 12' },
    { name: 'with empty lines', file: whole.replaceAll('\r\n', '\r\n\r\n'), nights: '10 11 12' },
    { name: 'with a mark of its order', file: `\uFEFF${whole}`, nights: '10 11 12' },
    { name: 'in UTF-16', file: utf16(`\uFEFF${whole}`), nights: '10 11 12' },
    { name: 'in UTF-16 without a mark', file: utf16(whole), nights: '10 11 12' },
    { name: 'in UTF-16 of the other order', file: utf16(`\uFEFF${whole}`).swap16(), nights: '10 11 12' },
    { name: 'indented', file: whole.replaceAll(/^(?=.)/gm, '  '), nights: '10 11 12' },
    {
      name: 'folded in the middle of a name',
      file: whole.replace('DTSTART', 'DTS\r\n TART'),
      nights: '10 11 12',
    },
    { name: 'folded with a tab', file: whole.replace('20270710', '2027\r\n\t0710'), nights: '10 11 12' },
    { name: 'as several calendars', file: whole + calendar(event(days(20, 22))), nights: '10 11 12 20 21' },
    {
      name: 'with a very long line',
      file: calendar(event(stay, `ATTACH:${'A'.repeat(200_000)}`)),
      nights: '10 11 12',
    },
    { name: 'padded with empty bytes', file: `${whole}\0\0\0\0\0\0\0\0`, nights: '10 11 12' },
    { name: 'with blanks behind its lines', file: whole.replaceAll('\r\n', '  \r\n'), nights: '10 11 12' },
  ])
})
