/** Suggests which listing a channel unit is, by name. Pure. */

export interface NamedUnit {
  externalId: string
  name: string
  /** null: it is not mapped yet. */
  listingId: string | null
}

export interface NamedListing {
  id: string
  name: string
  public_name: string | null
}

/** Only where exactly one unit and one listing share the name: a guess would sell the wrong home. */
export function suggestMappings(
  units: readonly NamedUnit[],
  listings: readonly NamedListing[],
): ReadonlyMap<string, string> {
  const unitsOf = Map.groupBy(units, ({ name }) => name)
  const found = new Map<string, string>()
  for (const { externalId, name, listingId } of units) {
    const named = listings.filter((one) => one.name === name || one.public_name === name)
    const [listing] = named
    if (listingId === null && listing && named.length === 1 && unitsOf.get(name)?.length === 1) {
      found.set(externalId, listing.id)
    }
  }
  return keepUnambiguous(found)
}

/** Drops a listing matched by one unit's name and by another's public name. */
function keepUnambiguous(found: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const wanted = Map.groupBy(found.values(), (id) => id)
  return new Map([...found].filter(([, id]) => wanted.get(id)?.length === 1))
}
