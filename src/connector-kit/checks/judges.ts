/** Judges what was read, without input or output. */
import type { RowFailure } from '../paginate.ts'
import { daysFrom } from '../dates.ts'
import { warningsOf, type RowWarning, type UnreadField } from '../tolerance/unread-fields.ts'
import { recordChecks, type RecordKind } from '../validate.ts'
import type { CalendarDayRecord } from '../../contract/records.ts'
import { found, type CertificationFinding, type FindingCode } from './findings.ts'
import type { BoundedWalk } from './walk.ts'
import type { ReportableName, ReportWords } from './words.ts'

type WalkedRecord = { externalId: string }

export function walkFindings(
  kind: RecordKind,
  walked: BoundedWalk<WalkedRecord>,
  words: ReportWords,
): CertificationFinding[] {
  const { records, failures, end, expected } = walked
  const ids = new Set(records.map(({ externalId }) => externalId))
  const complete = end === 'ended' && expected !== null
  const rows = records.length + failures.length
  return [
    ...found('walk_loops', end === 'loops' ? 1 : 0),
    ...found('walk_bounded', end === 'bounded' ? 1 : 0),
    ...found('ids_twice', records.length - ids.size),
    ...recordFindings(kind, records, words),
    ...failureFindings(failures, words),
    ...warningFindings(warningsOf(records), words),
    ...found('count_differs', complete ? Math.abs(expected - rows) : 0),
  ]
}

function recordFindings(
  kind: RecordKind,
  records: readonly unknown[],
  words: ReportWords,
): CertificationFinding[] {
  const problems = records.flatMap((record) => recordChecks[kind].problem(record) ?? [])
  return found(
    'record_invalid',
    problems.length,
    problems.map((text) => placeIn(text, words)),
  )
}

const failureKinds: [RegExp, FindingCode][] = [
  [/^unexpected shape at /, 'row_shape'],
  [/^cannot be represented: /, 'row_record'],
  [/^unknown (status|state|type)/, 'row_word'],
]

/** Groups failed rows by kind and place. Their texts can hold personal values, so they are not used. */
function failureFindings(failures: readonly RowFailure[], words: ReportWords): CertificationFinding[] {
  const kindOf = (message: string): FindingCode =>
    failureKinds.find(([pattern]) => pattern.test(message))?.[1] ?? 'row_other'
  const byKind = Map.groupBy(failures, ({ message }) => kindOf(message))
  return [...byKind].flatMap(([code, rows]) =>
    found(
      code,
      rows.length,
      rows.map(({ message }) => placeIn(message, words)),
    ),
  )
}

const isStatus = ({ field }: UnreadField) => /(?:^|[._])(?:status|state|type|status_type)$/i.test(field)

/** Records stored in part. An unknown status holds the nights until the connector learns it. */
function warningFindings(warnings: readonly RowWarning[], words: ReportWords): CertificationFinding[] {
  const withWord = warnings.filter(({ unread }) => unread.some(isStatus))
  const others = warnings.filter(({ unread }) => !unread.every(isStatus))
  const fields = others.flatMap(({ unread }) =>
    unread.map(({ field }) => words.path(field.replaceAll('.', '/'))),
  )
  return [...found('row_word', withWord.length), ...found('row_part', others.length, fields)]
}

/** A problem begins with its place, such as `/guest/email`. */
function placeIn(problem: string, words: ReportWords): ReportableName | null {
  const place = /(?:^|(?:at|represented:) )(\/\S*): /.exec(problem)?.[1]
  return place === undefined ? null : words.path(place)
}

export function againFindings(
  first: BoundedWalk<WalkedRecord>,
  second: BoundedWalk<WalkedRecord>,
): CertificationFinding[] {
  const ids = (walked: BoundedWalk<WalkedRecord>) =>
    new Set(walked.records.map(({ externalId }) => externalId))
  const [before, after] = [ids(first), ids(second)]
  return [
    ...found('again_lost', before.difference(after).size),
    ...found('again_new', after.difference(before).size),
  ]
}

/** Judges a single record beside its row in the list. */
export function singleFindings(
  row: WalkedRecord,
  single: WalkedRecord | null,
  words: ReportWords,
): CertificationFinding[] {
  if (single === null) return found('one_missing', 1)
  const fields = differingFields(row, single)
  return found('one_differs', fields.length === 0 ? 0 : 1, fields.map(words.say))
}

/** Judges a walk that starts at the newest change of a full one: that change comes again, and not everything. */
export function incrementalFindings(
  full: Pick<BoundedWalk<WalkedRecord>, 'records'>,
  walked: Pick<BoundedWalk<WalkedRecord>, 'records'>,
): CertificationFinding[] {
  const all = full.records.length > 1 && walked.records.length >= full.records.length
  return [
    ...found('bound_left_out', walked.records.length === 0 ? 1 : 0),
    ...found('reads_everything', all ? 1 : 0),
  ]
}

/** Names the fields in which two records differ; the names come from our own schemas. */
export function differingFields(a: object, b: object): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const text = (record: object, name: string) =>
    JSON.stringify(sorted((record as Record<string, unknown>)[name]))
  return [...names].filter((name) => text(a, name) !== text(b, name))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

export function calendarFindings(
  days: readonly CalendarDayRecord[],
  request: { from: string; to: string; unitCount: number },
  words: ReportWords,
): CertificationFinding[] {
  const wanted = daysFrom(request.from, request.to)
  const given = new Set(days.map(({ date }) => date))
  const missing = wanted.filter((date) => !given.has(date)).length
  const isInOrder = days.every(({ date }, index) => date === wanted[index])
  return [
    ...found('days_missing', isInOrder ? missing : Math.max(1, missing)),
    ...found('too_many_units', days.filter((day) => day.availableUnits > request.unitCount).length),
    ...recordFindings('calendarDay', days, words),
  ]
}

/** Invents an id of the same form that hardly any record has. */
export function madeUpId(id: string): string {
  if (/^\d+$/.test(id)) return '9'.repeat(Math.max(9, id.length))
  const madeUp = id.replace(/\d/g, '9').replace(/[a-f]/g, 'f')
  // Some ids are codes of capital letters alone.
  return madeUp === id ? id.replace(/[A-Za-z]/g, 'Z') : madeUp
}
