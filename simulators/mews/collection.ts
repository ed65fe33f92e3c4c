import { VendorRows } from '../kit/world/rows.ts'

export interface CollectionEntry {
  Id: string
}

/** Keeps records in the order they were made. Removed records keep their place, since cursors point at it. */
export class Collection<T extends CollectionEntry> extends VendorRows<T> {
  readonly #places = new Map<string, number>()

  constructor() {
    super(({ Id }) => Id)
  }

  override add(row: T): T {
    this.#places.set(row.Id, this.#places.size)
    return super.add(row)
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id)
  }
}
