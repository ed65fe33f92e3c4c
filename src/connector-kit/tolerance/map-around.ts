/**
 * Maps a row whose side fields may be unreadable: such a field is left out, as if not sent, and noted.
 * Essential fields cannot be left out, because there is no record without them.
 */
import type { SchemaNode } from './fit-row.ts'
import { joined, kindOf, type UnreadField } from './unread-fields.ts'

/** The attempt gives a record with its unread fields, or the problem in words. */
export type MapAttempt<R> =
  { record: R | undefined; unread: UnreadField[] } | { problem: string; isEssential: boolean }

type PathStep = string | number

interface RemovalCandidate {
  steps: PathStep[]
  value: unknown
}

/** A row that needs more tries than this counts as unreadable. */
const mostTries = 400
const deepest = 4

/** A vendor that sends a field wrong once sends it wrong in all rows of the kind, so it is remembered. */
export interface TaughtFields {
  /** Readers refused the content of these fields. */
  hindering: Set<string>
  /** The mapping cannot do without these fields, though their schema calls them optional. */
  needed: Set<string>
}

export const nothingTaught = (): TaughtFields => ({ hindering: new Set(), needed: new Set() })
const mostTaught = 50

function teach(fields: Set<string>, field: string): void {
  if (fields.size < mostTaught) fields.add(field)
}

/**
 * Leaves out fields until the row maps; with a schema only optional ones. Returns null if that never helps.
 * Many fields are tried at a time: if the row fails the same way without them, they are innocent.
 */
export function mapAround<Row, R>(
  row: Row,
  attempt: (row: Row) => MapAttempt<R>,
  first: { problem: string },
  { schema, taught }: { schema: SchemaNode | undefined; taught: TaughtFields },
): { record: R | undefined; unread: UnreadField[] } | null {
  let remainder = row
  let { problem } = first
  let tries = 0
  const unread: UnreadField[] = []

  /** Returns the record as soon as one is found. */
  const search = (
    candidates: readonly RemovalCandidate[],
  ): { record: R | undefined; unread: UnreadField[] } | null => {
    const [only] = candidates
    if (only === undefined || tries >= mostTries) return null
    const without = candidates.reduce<unknown>((left, { steps }) => leaveOut(left, steps), remainder)
    if (without === remainder) return null
    tries += 1
    const tried = attempt(without as Row)
    if ('problem' in tried && tried.problem === problem) return null
    if (candidates.length > 1) {
      const middle = Math.ceil(candidates.length / 2)
      return search(candidates.slice(0, middle)) ?? search(candidates.slice(middle))
    }
    if ('problem' in tried && tried.isEssential) {
      teach(taught.needed, fieldAt(only.steps))
      return null
    }
    remainder = without as Row
    unread.push({ field: fieldAt(only.steps), found: kindOf(only.value) })
    if (!('problem' in tried)) return { record: tried.record, unread: [...unread, ...tried.unread] }
    problem = tried.problem
    return null
  }

  for (const group of groupsToTry(candidatesIn(row, schema), taught)) {
    const found = search(group)
    if (found === null) continue
    for (const { field } of unread) teach(taught.hindering, field)
    return found
  }
  return null
}

/**
 * Tries fields that failed before one by one, then all others at once; fields the mapping needs spoil no
 * group.
 */
function groupsToTry(
  candidates: readonly RemovalCandidate[],
  { hindering, needed }: TaughtFields,
): RemovalCandidate[][] {
  // Removing a list's item moves those after it, so items stay in their order.
  const isLikely = ({ steps }: RemovalCandidate) =>
    typeof steps.at(-1) === 'string' && hindering.has(fieldAt(steps))
  const likely = candidates.filter(isLikely)
  const others = candidates.filter((candidate) => !isLikely(candidate))
  const isNeeded = ({ steps }: RemovalCandidate) => needed.has(fieldAt(steps))
  return [
    ...likely.map((candidate) => [candidate]),
    others.filter((candidate) => !isNeeded(candidate)),
    ...others.filter(isNeeded).map((candidate) => [candidate]),
  ]
}

const fieldAt = (steps: readonly PathStep[]): string =>
  steps.map((step) => (typeof step === 'number' ? '[]' : step)).reduce(joined, '')

/**
 * The smallest fields come first, so that little is left out; lists go from their ends, so that positions
 * stay valid.
 */
function candidatesIn(row: unknown, schema: SchemaNode | undefined): RemovalCandidate[] {
  const found: RemovalCandidate[] = []
  const visit = (value: unknown, node: SchemaNode | undefined, steps: PathStep[], isSide: boolean): void => {
    if (Array.isArray(value) && steps.length < deepest) {
      const items = listNode(node)?.items
      for (const [place, member] of [...value.entries()].reverse())
        visit(member, items, [...steps, place], isSide)
    } else if (typeof value === 'object' && value !== null && steps.length < deepest) {
      const { properties = {}, required = [] } = objectNode(node) ?? {}
      for (const [name, member] of Object.entries(value)) {
        if (schema !== undefined && !Object.hasOwn(properties, name)) continue
        const isOptional = schema === undefined || isSide || !required.includes(name)
        visit(member, properties[name], [...steps, name], isOptional)
      }
    }
    if (steps.length > 0 && isSide && value !== null && value !== undefined) found.push({ steps, value })
  }
  visit(row, schema, [], false)
  return found
}

const choicesOf = (node: SchemaNode | undefined): SchemaNode[] =>
  node === undefined ? [] : (node.anyOf?.flatMap((choice) => choicesOf(choice)) ?? [node])
const listNode = (node: SchemaNode | undefined) => choicesOf(node).find(({ type }) => type === 'array')
const objectNode = (node: SchemaNode | undefined) => choicesOf(node).find(({ type }) => type === 'object')

/** Returns the row without one field, or the row itself if that field is gone already. */
function leaveOut(value: unknown, [step, ...rest]: readonly PathStep[]): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return value
  const member = (value as Record<PathStep, unknown>)[step]
  if (member === null || member === undefined) return value
  const left = rest.length === 0 ? null : leaveOut(member, rest)
  if (left === member) return value
  if (!Array.isArray(value)) return { ...value, [step]: left }
  return left === null ? value.toSpliced(Number(step), 1) : value.with(Number(step), left)
}
