/** Renders calendar models as files. */
import { instantIn, occurrenceDays, shownDay } from './calendar-model.ts'
import type { DateForm, EventModel, FileModel, RuleModel } from './calendar-model.ts'

/** Offsets in winter and summer of zones that change alike every year, and when they change. */
const described: Readonly<
  Record<string, readonly [standard: string, daylight: string, toDaylight: string, toStandard: string]>
> = {
  'Europe/Berlin': [
    '+0100',
    '+0200',
    '19700329T020000 BYMONTH=3;BYDAY=-1SU',
    '19701025T030000 BYMONTH=10;BYDAY=-1SU',
  ],
  'America/New_York': [
    '-0500',
    '-0400',
    '19700308T020000 BYMONTH=3;BYDAY=2SU',
    '19701101T020000 BYMONTH=11;BYDAY=1SU',
  ],
  'Australia/Sydney': [
    '+1000',
    '+1100',
    '19701004T020000 BYMONTH=10;BYDAY=1SU',
    '19700405T030000 BYMONTH=4;BYDAY=1SU',
  ],
}
export const describedZones = Object.keys(described)

function zoneText(zone: string): string[] {
  const [standard = '', daylight = '', toDaylight = '', toStandard = ''] = described[zone] ?? []
  const block = (name: string, from: string, to: string, when: string) => {
    const [start = '', rule = ''] = when.split(' ')
    return [
      ...[`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
      ...[`RRULE:FREQ=YEARLY;${rule}`, `END:${name}`],
    ]
  }
  return [
    ...['BEGIN:VTIMEZONE', `TZID:Our ${zone}`],
    ...block('DAYLIGHT', standard, daylight, toDaylight),
    ...block('STANDARD', daylight, standard, toStandard),
    'END:VTIMEZONE',
  ]
}

const dayText = (day: number) => shownDay(day).replaceAll('-', '')
const pad = (value: number) => String(value).padStart(2, '0')
const wallText = (day: number, minute: number) =>
  `${dayText(day)}T${pad(Math.floor(minute / 60))}${pad(minute % 60)}00`
const utcText = (instant: number) => {
  const day = Math.floor(instant / 86_400_000)
  return `${wallText(day, (instant - day * 86_400_000) / 60_000)}Z`
}

type TimedModel = Pick<EventModel, 'time'>

/** Parameters and value of a time, in the form of the event's own times. */
function momentText({ time }: TimedModel, day: number, minute: number): string {
  if (!time) return `;VALUE=DATE:${dayText(day)}`
  const wall = wallText(day, minute)
  if (time.form === 'utc') return `:${utcText(instantIn(time.zone, day, minute))}`
  const names = {
    named: time.zone,
    prefixed: `/mozilla.org/20070129_1/${time.zone}`,
    described: `Our ${time.zone}`,
  }
  return `;TZID=${names[time.form]}:${wall}`
}

/** An occurrence by its date: as a day, or as the listing's midnight. */
function dateText(event: EventModel, day: number, form: DateForm, listingZone: string): string {
  const { time } = event
  if (!time)
    return form === 'day' ? `;VALUE=DATE:${dayText(day)}` : `:${utcText(instantIn(listingZone, day, 0))}`
  return form === 'day'
    ? momentText(event, day, time.startMinute)
    : `:${utcText(instantIn(time.zone, day, time.startMinute))}`
}

const weekDayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function ruleText(event: EventModel, rule: RuleModel, listingZone: string): string {
  const { end } = rule
  const until =
    end.kind === 'until'
      ? dateText(event, event.first + end.after, event.time ? 'instant' : end.form, listingZone)
      : ''
  return [
    `RRULE:FREQ=${rule.freq}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...(rule.weekDays.length === 0
      ? []
      : [`BYDAY=${rule.weekDays.map((day) => weekDayNames[day]).join(',')}`]),
    ...(end.kind === 'count' ? [`COUNT=${end.count}`] : []),
    ...(end.kind === 'until' ? [`UNTIL=${until.slice(until.indexOf(':') + 1)}`] : []),
  ].join(';')
}

function spanText(event: EventModel, first: number, nights: number): string[] {
  const { time, endForm } = event
  const start = `DTSTART${momentText(event, first, time?.startMinute ?? 0)}`
  if (!time && endForm === 'duration') return [start, `DURATION:P${nights}D`]
  return [start, `DTEND${momentText(event, first + nights, time?.endMinute ?? 0)}`]
}

export function calendarText({ events, listingZone }: FileModel): string {
  const zones = new Set(events.flatMap(({ time }) => (time?.form === 'described' ? [time.zone] : [])))
  const lines = events.flatMap((event, at) => {
    const { rule, first } = event
    const own = (...more: string[]) => [
      'BEGIN:VEVENT',
      `UID:${at}`,
      'DTSTAMP:20260101T000000Z',
      ...more,
      'END:VEVENT',
    ]
    if (!rule) return own(...spanText(event, first, event.nights))
    const starts = occurrenceDays(event, rule)
    const dayAt = (place: number) => starts[place % starts.length] ?? first
    const excepted = rule.excepted.map(
      ({ place, form }) => `EXDATE${dateText(event, dayAt(place), form, listingZone)}`,
    )
    const added = rule.added.map(
      ({ after, form }) => `RDATE${dateText(event, first + after, form, listingZone)}`,
    )
    const moved = rule.moved.flatMap(({ place, by, form, nights }) =>
      own(
        `RECURRENCE-ID${dateText(event, dayAt(place), form, listingZone)}`,
        ...spanText(event, dayAt(place) + by, nights),
      ),
    )
    return [
      ...own(
        ...spanText(event, first, event.nights),
        ruleText(event, rule, listingZone),
        ...excepted,
        ...added,
      ),
      ...moved,
    ]
  })
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//House//Calendar//EN',
    ...[...zones].flatMap(zoneText),
    ...lines,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
