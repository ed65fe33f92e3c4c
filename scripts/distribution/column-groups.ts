/** Sets of columns that are equal. */
export class ColumnGroups {
  readonly #parents = new Map<string, string>()

  /** What a column's set is known by. */
  rootOf(node: string): string {
    let root = node
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next
    return root
  }

  join(left: string, right: string): void {
    const [from, to] = [this.rootOf(left), this.rootOf(right)]
    if (from !== to) this.#parents.set(from, to)
  }

  areEqual(left: string, right: string): boolean {
    return this.rootOf(left) === this.rootOf(right)
  }
}

/** Stands for all values. */
export const value = '='
