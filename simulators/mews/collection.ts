export interface CollectionEntry {
  Id: string
}

/** Keeps records in the order they were made. Removed records keep their position, since cursors point at it. */
export class Collection<T extends CollectionEntry> {
  readonly #rows = new Map<string, T>()
  readonly #places = new Map<string, number>()

  get size(): number {
    return this.#rows.size
  }

  add(row: T): T {
    this.#places.set(row.Id, this.#places.size)
    this.#rows.set(row.Id, row)
    return row
  }

  get(id: string): T | undefined {
    return this.#rows.get(id)
  }

  delete(id: string): void {
    this.#rows.delete(id)
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  values(): T[] {
    return [...this.#rows.values()]
  }

  newestFirst(): T[] {
    return this.values().reverse()
  }
}
