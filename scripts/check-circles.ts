/**
 * Fails if parts of a folder import each other in a circle, types included. A part is a file or a sub-folder. Circular
 * parts belong together, or their common part belongs below both.
 */
import path from 'node:path'
import { readImports } from './read-imports.ts'

/** A folder's door imports everything, and only other folders import it. */
const isDoor = (file: string) => path.basename(file) === 'public.ts'

type Graph = Map<string, Set<string>>

/** Returns the folders that hold both files, with the parts that the files belong to. */
function* partsOf(from: string, to: string): Generator<[folder: string, from: string, to: string]> {
  const [a, b] = [from.split(path.sep), to.split(path.sep)]
  for (let depth = 1; a[depth - 1] === b[depth - 1]; depth += 1) {
    const [partOfA, partOfB] = [a[depth], b[depth]]
    if (partOfA === undefined || partOfB === undefined) return
    const folder = a.slice(0, depth).join(path.sep)
    if (partOfA !== partOfB && !(isDoor(from) && a.length === depth + 1)) yield [folder, partOfA, partOfB]
  }
}

/** Finds sets of parts that reach each other, by Tarjan's algorithm. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (part: string): void => {
    order.set(part, order.size)
    let low = order.size - 1
    stack.push(part)
    for (const next of graph.get(part) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low)
    }
    lowest.set(part, low)
    if (low !== order.get(part)) return
    const circle = stack.splice(stack.indexOf(part))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const part of graph.keys()) if (!order.has(part)) visit(part)
  return circles
}

const graphs = new Map<string, Graph>()
const why = new Map<string, string>()
for (const { from, to } of await readImports()) {
  for (const [folder, partOfFrom, partOfTo] of partsOf(from, to)) {
    const graph = graphs.getOrInsertComputed(folder, () => new Map())
    graph.getOrInsertComputed(partOfFrom, () => new Set()).add(partOfTo)
    why.set(`${folder} ${partOfFrom} ${partOfTo}`, `${from} imports ${to}`)
  }
}

const lines = [...graphs].flatMap(([folder, graph]) =>
  circlesOf(graph).map((circle) => {
    const reasons = circle.flatMap((one) =>
      circle.flatMap((other) => why.get(`${folder} ${one} ${other}`) ?? []),
    )
    return [
      `${folder}: ${circle.join(', ')} need each other`,
      ...reasons.map((reason) => `  ${reason}`),
    ].join('\n')
  }),
)
if (lines.length > 0) {
  console.error(lines.join('\n'))
  process.exitCode = 1
}
