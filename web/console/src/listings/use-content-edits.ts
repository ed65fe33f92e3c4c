import { useState } from 'preact/hooks'
import { fieldsChangedSince } from '../ui/changed-fields.ts'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { useAction } from '../ui/use-action.ts'
import { bodyOf, changedOf, valuesOf, type ContentEdits, type ContentValues } from './content-values.ts'
import { readListing, readListingNow, saveContent, type ListingDetail } from './listing-data.ts'

/** What was typed, and what stood in each field when it was first changed. */
export function useContentEdits(listing: ListingDetail) {
  const [edits, setEdits] = useState<ContentEdits>({})
  const [seen, setSeen] = useState<ContentEdits>({})
  const stored = valuesOf(listing)
  const changed = changedOf(stored, edits)
  const save = useAction(
    async () => {
      const now = valuesOf(await readListingNow(listing.id))
      const others = fieldsChangedSince(seen, now, changed)
      // Whoever presses again has seen them.
      setSeen((before) => ({
        ...before,
        ...Object.fromEntries(others.map(({ name, now: value }) => [name, value])),
      }))
      if (others.length > 0) throw new ChangedMeanwhile(others)
      return saveContent(listing.id, bodyOf(changed))
    },
    {
      onSuccess: () => {
        const now = readListing(listing.id)
        setSeen({})
        // What was not taken over stays in the form.
        if (now) setEdits((before) => changedOf(valuesOf(now), before))
      },
    },
  )
  return {
    values: { ...stored, ...edits },
    changed,
    count: Object.keys(changed).length,
    save,
    edit: (part: ContentEdits) => {
      const names = Object.keys(part) as (keyof ContentValues)[]
      const before = Object.fromEntries(names.map((name) => [name, stored[name]]))
      setSeen((known) => ({ ...before, ...known }))
      setEdits((known) => ({ ...known, ...part }))
      if (!save.isPending) save.reset()
    },
    discard: () => {
      setEdits({})
      setSeen({})
      save.reset()
    },
  }
}
