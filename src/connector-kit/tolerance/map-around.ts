/**
 * Maps a row whose side fields may hold what their readers refuse: such a field is left out, as if the vendor had not sent it, and
 * noted. What is essential cannot be left out, because then there is no record.
 */
import type { SchemaNode } from './fit-row.ts'
import { joined, kindOf, type UnreadField } from './unread-fields.ts'

/** A record with what could not be read of it, or in words why there is none. */
export type MapAttempt<R> =
  { record: R | undefined; unread: UnreadField[] } | { problem: string; isEssential: boolean }

type Step = string | number

interface Candidate {
  steps: Step[]
  value: unknown
}

/** So many fields of one row are tried at most: a row with more wrong is no row. */
const mostAttempts = 400
const deepest = 4

/** Leaves out fields until the row maps; with a schema only those that it calls optional. null: whatever is left out, it does not. */
export function mapAround<Row, R>(
  row: Row,
  attempt: (row: Row) => MapAttempt<R>,
  first: { problem: string },
  { schema, hindering }: { schema: SchemaNode | undefined; hindering: HinderingFields },
): { record: R | undefined; unread: UnreadField[] } | null {
  let kept = row
  let { problem } = first
  const unread: UnreadField[] = []
  const candidates = hinderingFirst(candidatesIn(row, schema), hindering)
  for (const { steps, value } of candidates.slice(0, mostAttempts)) {
    const without = leaveOut(kept, steps)
    if (without === kept) continue
    const tried = attempt(without as Row)
    if ('problem' in tried && (tried.isEssential || tried.problem === problem)) continue
    kept = without as Row
    unread.push({ field: fieldAt(steps), found: kindOf(value) })
    if (!('problem' in tried)) {
      for (const { field } of unread) if (hindering.size < mostHindering) hindering.add(field)
      return { record: tried.record, unread: [...unread, ...tried.unread] }
    }
    problem = tried.problem
  }
  return null
}

/** Fields that hindered earlier rows of the same kind: a vendor that sends one wrong sends it wrong in all of them. */
export type HinderingFields = Set<string>
const mostHindering = 20

function hinderingFirst(candidates: Candidate[], hindering: HinderingFields): Candidate[] {
  if (hindering.size === 0) return candidates
  // An item that is taken out of a list moves those after it, so items stay in their order.
  const isLikely = ({ steps }: Candidate) => typeof steps.at(-1) === 'string' && hindering.has(fieldAt(steps))
  return [...candidates.filter(isLikely), ...candidates.filter((candidate) => !isLikely(candidate))]
}

const fieldAt = (steps: readonly Step[]): string =>
  steps.map((step) => (typeof step === 'number' ? '[]' : step)).reduce(joined, '')

/** The smallest fields first, so that no more is left out than has to be; lists from their ends, so that places stay what they are. */
function candidatesIn(row: unknown, schema: SchemaNode | undefined): Candidate[] {
  const found: Candidate[] = []
  const visit = (value: unknown, node: SchemaNode | undefined, steps: Step[], isSide: boolean): void => {
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
function leaveOut(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return value
  const member = (value as Record<Step, unknown>)[step]
  if (member === null || member === undefined) return value
  const left = rest.length === 0 ? null : leaveOut(member, rest)
  if (left === member) return value
  if (!Array.isArray(value)) return { ...value, [step]: left }
  return left === null ? value.toSpliced(Number(step), 1) : value.with(Number(step), left)
}
