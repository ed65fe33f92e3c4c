/**
 * A cycle: operations of which each has to come before the next and the last before the first, so that no serial order
 * explains what was read. Changes of a workspace commit one after the other, and an answer is of one moment, so there
 * has to be such an order that agrees with time. The names are Adya's: G0 has only overwritten versions, G1c also read
 * ones, G-single one read that was overwritten, G2 several.
 *
 * The smallest history: `write x = 1 (ok)`, then `write y = 1 (ok)`, and beside both `read x = nothing and y = 1`.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import { buildDependencyGraph, type Dependency, type DependencyGraph } from '../dependency-graph.ts'
import { strongComponents } from '../strong-components.ts'
import type { LogicalOperation } from '../timelines.ts'

export const findCycles: HistoryCheck = (view) => {
  const graph = buildDependencyGraph(view)
  const targets = new Map([...graph].map(([from, edges]) => [from, edges.map(({ to }) => to)]))
  return strongComponents(graph.keys(), (node) => targets.get(node) ?? []).map((component) =>
    faultOf(shortestCycle(graph, component)),
  )
}

interface CycleStep extends Dependency {
  from: LogicalOperation
}

/** Looks from each member for the shortest way back to it. */
function shortestCycle(graph: DependencyGraph, component: readonly LogicalOperation[]): CycleStep[] {
  const members = new Set(component)
  let shortest: CycleStep[] = []
  for (const start of component) {
    const way = wayBack(graph, members, start)
    if (way.length > 0 && (shortest.length === 0 || way.length < shortest.length)) shortest = way
    if (shortest.length === 2) break
  }
  return shortest
}

function wayBack(
  graph: DependencyGraph,
  members: ReadonlySet<LogicalOperation>,
  start: LogicalOperation,
): CycleStep[] {
  const steps = new Map<LogicalOperation, CycleStep>()
  const queue = [start]
  for (const from of queue)
    for (const edge of graph.get(from) ?? []) {
      if (!members.has(edge.to) || steps.has(edge.to)) continue
      steps.set(edge.to, { ...edge, from })
      if (edge.to === start) return follow(steps, start)
      queue.push(edge.to)
    }
  return []
}

function follow(steps: ReadonlyMap<LogicalOperation, CycleStep>, start: LogicalOperation): CycleStep[] {
  const way: CycleStep[] = []
  for (let step = steps.get(start); step; step = steps.get(step.from)) {
    way.unshift(step)
    if (step.from === start) break
  }
  return way
}

function nameOf(cycle: readonly CycleStep[]): string {
  const kinds = cycle.map(({ kind }) => kind)
  const reads = kinds.filter((kind) => kind === 'rw').length
  const name = reads > 1 ? 'G2' : reads === 1 ? 'G-single' : kinds.includes('wr') ? 'G1c' : 'G0'
  return kinds.includes('time') ? `${name} with time` : name
}

function faultOf(cycle: readonly CycleStep[]): HistoryFault {
  const way = cycle.map(
    ({ from, kind, record }) => `${from.process} ${from.what} -${kind}${record && ` ${record}`}->`,
  )
  const message = `${nameOf(cycle)}: ${way.join(' ')} the first`
  return { rule: 'cycle', message, operations: cycle.map(({ from }) => from) }
}
