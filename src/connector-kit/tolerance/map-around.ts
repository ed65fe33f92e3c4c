/**
 * Maps a row whose side fields may hold what their readers refuse: such a field is left out, as if the vendor had not sent it, and
 * noted. What is essential cannot be left out, because then there is no record.
 */
import type { SchemaNode } from './fit-row.ts'
import { joined, kindOf, type UnreadField } from './unread-fields.ts'

/** A record with what could not be read of it, or in words why there is none. */
export type MapAttempt<R> =
  { record: R | undefined; unread: UnreadField[] } | { problem: string; isEssential: boolean }

type PathStep = string | number

interface RemovalCandidate {
  steps: PathStep[]
  value: unknown
}

/** So many tries are made of one row at most: a row with more wrong is no row. */
const mostTries = 400
const deepest = 4

/** What rows of one kind have taught: a vendor that sends one of them wrong sends it wrong in all of them. */
export interface TaughtFields {
  /** Fields whose readers refused what they held. */
  hindering: Set<string>
  /** Fields that the mapping cannot do without, though their schema calls them optional. */
  needed: Set<string>
}

export const nothingTaught = (): TaughtFields => ({ hindering: new Set(), needed: new Set() })
const mostTaught = 50

function teach(fields: Set<string>, field: string): void {
  if (fields.size < mostTaught) fields.add(field)
}

/**
 * Leaves out fields until the row maps; with a schema only those that it calls optional. null: whatever is left out, it does not.
 * Fields are tried many at a time: where the row fails as before without all of them, each of them is innocent.
 */
export function mapAround<Row, R>(
  row: Row,
  attempt: (row: Row) => MapAttempt<R>,
  first: { problem: string },
  { schema, taught }: { schema: SchemaNode | undefined; taught: TaughtFields },
): { record: R | undefined; unread: UnreadField[] } | null {
  let kept = row
  let { problem } = first
  let tries = 0
  const unread: UnreadField[] = []

  /** The record, once it is there. */
  const search = (
    candidates: readonly RemovalCandidate[],
  ): { record: R | undefined; unread: UnreadField[] } | null => {
    const [only] = candidates
    if (only === undefined || tries >= mostTries) return null
    const without = candidates.reduce<unknown>((left, { steps }) => leaveOut(left, steps), kept)
    if (without === kept) return null
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
    kept = without as Row
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

/** Those that hindered before by themselves, then all others at once; what the mapping needs spoils no group. */
function groupsToTry(
  candidates: readonly RemovalCandidate[],
  { hindering, needed }: TaughtFields,
): RemovalCandidate[][] {
  // An item that is taken out of a list moves those after it, so items stay in their order.
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

/** The smallest fields first, so that no more is left out than has to be; lists from their ends, so that places stay what they are. */
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

/** The same row but for one field; the row itself where the field is gone already. */
function leaveOut(value: unknown, [step, ...rest]: readonly PathStep[]): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return value
  const member = (value as Record<PathStep, unknown>)[step]
  if (member === null || member === undefined) return value
  const left = rest.length === 0 ? null : leaveOut(member, rest)
  if (left === member) return value
  if (!Array.isArray(value)) return { ...value, [step]: left }
  return left === null ? value.toSpliced(Number(step), 1) : value.with(Number(step), left)
}
