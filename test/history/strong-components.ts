/** Tarjan's algorithm, with a stack of its own, since histories are longer than calls can be nested. */

interface Visit<Node> {
  node: Node
  /** How many of its edges were followed. */
  followed: number
}

/** Returns the sets of nodes that reach each other, without those of a single node. */
export function strongComponents<Node>(
  nodes: Iterable<Node>,
  edgesOf: (node: Node) => readonly Node[],
): Node[][] {
  const numbers = new Map<Node, number>()
  const lowest = new Map<Node, number>()
  const path: Node[] = []
  const onPath = new Set<Node>()
  const components: Node[][] = []
  const lower = (node: Node, number: number) => lowest.set(node, Math.min(lowest.get(node) ?? number, number))

  const enter = (node: Node, visits: Visit<Node>[]) => {
    numbers.set(node, numbers.size)
    lower(node, numbers.size - 1)
    path.push(node)
    onPath.add(node)
    visits.push({ node, followed: 0 })
  }
  const leave = (node: Node) => {
    if (lowest.get(node) !== numbers.get(node)) return
    const component = path.splice(path.lastIndexOf(node))
    for (const member of component) onPath.delete(member)
    if (component.length > 1) components.push(component)
  }

  for (const start of nodes) {
    if (numbers.has(start)) continue
    const visits: Visit<Node>[] = []
    enter(start, visits)
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const { node } = visit
      const next = edgesOf(node)[visit.followed]
      visit.followed += 1
      if (next === undefined) {
        leave(node)
        visits.pop()
        const parent = visits.at(-1)
        if (parent) lower(parent.node, lowest.get(node) ?? 0)
      } else if (!numbers.has(next)) enter(next, visits)
      else if (onPath.has(next)) lower(node, numbers.get(next) ?? 0)
    }
  }
  return components
}
