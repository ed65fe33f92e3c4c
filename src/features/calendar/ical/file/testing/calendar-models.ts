/** Generates calendars: of days and times, single and in series, with exceptions, in zones of both hemispheres. */
import fc from 'fast-check'
import { dayNumber, type EventModel, type FileModel, type RuleModel } from './calendar-model.ts'
import { describedZones } from './calendar-text.ts'

/** Zones whose clocks change between one and four in the morning, or never. */
const zones = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'America/Sao_Paulo'],
  ...[
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'Pacific/Chatham',
    'Asia/Tokyo',
    'Asia/Kolkata',
  ],
]
const today = dayNumber('2027-01-01')
const dateForm = fc.constantFrom('day' as const, 'instant' as const)
/** Minutes that no clock change skips or repeats. */
const minute = fc.constantFrom(
  0,
  15,
  5 * 60,
  8 * 60,
  10 * 60,
  11 * 60 + 30,
  15 * 60,
  18 * 60,
  22 * 60,
  23 * 60 + 45,
)

const timed = fc
  .record({
    zone: fc.constantFrom(...zones),
    form: fc.constantFrom('named' as const, 'prefixed' as const, 'utc' as const, 'described' as const),
    startMinute: minute,
    endMinute: minute,
  })
  .map((time) =>
    time.form === 'described' && !describedZones.includes(time.zone)
      ? { ...time, form: 'named' as const }
      : time,
  )

const weekDayOf = (day: number) => (day + 3) % 7

const rules = (first: number): fc.Arbitrary<RuleModel> =>
  fc
    .record({
      freq: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
      interval: fc.integer({ min: 1, max: 3 }),
      weekDays: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
      end: fc.oneof(
        fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 12 }) }),
        fc.record({
          kind: fc.constant('until' as const),
          after: fc.integer({ min: 0, max: 120 }),
          form: dateForm,
        }),
        fc.constant({ kind: 'none' as const }),
      ),
      excepted: fc.array(fc.record({ place: fc.nat(6), form: dateForm }), { maxLength: 2 }),
      moved: fc.uniqueArray(
        fc.record({
          place: fc.nat(6),
          by: fc.integer({ min: -3, max: 9 }),
          form: dateForm,
          nights: fc.integer({ min: 1, max: 4 }),
        }),
        { maxLength: 2, selector: ({ place }) => place },
      ),
      added: fc.array(fc.record({ after: fc.integer({ min: 1, max: 90 }), form: dateForm }), {
        maxLength: 2,
      }),
    })
    .map((rule) => ({
      ...rule,
      // Readers disagree on the first day where the rule excludes its own start.
      weekDays:
        rule.freq === 'MONTHLY' || rule.weekDays.length === 0
          ? []
          : [...new Set([weekDayOf(first), ...rule.weekDays])],
    }))

const events: fc.Arbitrary<EventModel> = fc
  .record({
    first: fc.oneof(fc.integer({ min: today - 200, max: today + 360 }), fc.constant(today)),
    nights: fc.integer({ min: 1, max: 6 }),
    time: fc.option(timed, { freq: 1 }),
    endForm: fc.constantFrom('end' as const, 'duration' as const),
    isSeries: fc.boolean(),
  })
  .chain(({ isSeries, ...event }) =>
    (isSeries ? rules(event.first) : fc.constant(null)).map((rule) => ({ ...event, rule })),
  )
  // A separate occurrence as long as the others counts hours as they do only where no clock changes.
  .map((event) => ({
    ...event,
    rule: event.rule && {
      ...event.rule,
      moved: event.rule.moved.map((one) =>
        one.nights === event.nights ? { ...one, nights: one.nights + 1 } : one,
      ),
    },
  }))

/** A stay that a platform lists in two halves. */
const halves = events.chain((event) =>
  fc.integer({ min: 1, max: 4 }).map((cut): EventModel[] => {
    const single = { ...event, time: null, rule: null }
    return [
      { ...single, nights: cut },
      { ...single, first: event.first + cut },
    ]
  }),
)

export const calendarModels: fc.Arbitrary<FileModel> = fc.record({
  listingZone: fc.constantFrom(...zones),
  events: fc
    .array(
      fc.oneof({ weight: 5, arbitrary: events.map((event) => [event]) }, { weight: 1, arbitrary: halves }),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) => all.flat()),
})

/** What the second reader understands: days, and rules without additions and moves. It counts exceptions differently from us under COUNT. */
export const plainModels: fc.Arbitrary<FileModel> = calendarModels.map(({ events: all }) => ({
  listingZone: 'UTC',
  events: all.map((event) => ({
    ...event,
    time: null,
    endForm: 'end' as const,
    rule: event.rule && {
      ...event.rule,
      freq: event.rule.freq === 'MONTHLY' ? 'DAILY' : event.rule.freq,
      weekDays: event.rule.freq === 'WEEKLY' ? event.rule.weekDays : [],
      end: event.rule.end.kind === 'until' ? { ...event.rule.end, form: 'day' as const } : event.rule.end,
      excepted:
        event.rule.end.kind === 'count'
          ? []
          : event.rule.excepted.map(({ place }) => ({ place, form: 'day' as const })),
      moved: [],
      added: [],
    },
  })),
}))
