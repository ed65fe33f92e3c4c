/** What a home has: a catalogue that can be searched, and the home's own words beside it. */
import { useState } from 'preact/hooks'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Problem } from '../ui/problem.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { amenityGroups, type AmenityGroup } from './amenity-catalogue.ts'
import {
  amenitiesToSave,
  amenityKeyOf,
  changedAmenities,
  hasAmenity,
  type AmenityEdits,
  type AmenityRow,
} from './amenity-choice.ts'
import { isAirbnbWord, mostAirbnbAmenities } from './channel-rules.ts'
import { ContentResult } from './content-result.tsx'
import {
  contentKeeperOf,
  isTaken,
  platformsOf,
  readListing,
  saveContent,
  type ListingDetail,
} from './listing-data.ts'
import { SaveBar } from './save-bar.tsx'

interface ShownGroup {
  group: AmenityGroup | 'other'
  keys: string[]
}

const catalogued = new Set<string>(Object.values(amenityGroups).flat())

/** The catalogue, then what the home has beside it; only what the search finds, in the reader's words or the key. */
function groupsOf(own: readonly string[], search: string): ShownGroup[] {
  const sought = search.trim().toLowerCase()
  const isFound = (key: string) =>
    key.includes(amenityKeyOf(sought)) || wordFor('amenity', key).toLowerCase().includes(sought)
  const groups: ShownGroup[] = [
    ...Object.entries(amenityGroups).map(([group, keys]) => ({
      group: group as AmenityGroup,
      keys: [...keys] as string[],
    })),
    { group: 'other', keys: own.filter((key) => !catalogued.has(key)) },
  ]
  return groups
    .map(({ group, keys }) => ({ group, keys: sought === '' ? keys : keys.filter(isFound) }))
    .filter(({ keys }) => keys.length > 0)
}

/** What Airbnb leaves out of the list. */
function AirbnbHint({ rows }: { rows: readonly AmenityRow[] }) {
  const present = rows.filter(({ isPresent }) => isPresent)
  const foreign = present.filter(({ amenityKey }) => !isAirbnbWord(amenityKey)).length
  if (foreign === 0 && present.length <= mostAirbnbAmenities) return null
  return (
    <p class="small soft">
      {foreign > 0 && text('amenities.notAirbnb', { count: foreign })}{' '}
      {present.length > mostAirbnbAmenities && text('amenities.tooMany', { most: mostAirbnbAmenities })}
    </p>
  )
}

interface GroupProps extends ShownGroup {
  rows: readonly AmenityRow[]
  edits: AmenityEdits
  isLocked: boolean
  onChange: (key: string, isPresent: boolean) => void
}

const Group = ({ group, keys, rows, edits, isLocked, onChange }: GroupProps) => (
  <fieldset class="card checks">
    <legend>{wordFor('amenityGroup', group)}</legend>
    {keys.map((key) => {
      const row = rows.find(({ amenityKey }) => amenityKey === key)
      return (
        <label key={key} class="check">
          <input
            type="checkbox"
            checked={hasAmenity(rows, edits, key)}
            disabled={isLocked}
            onChange={(event) => onChange(key, event.currentTarget.checked)}
          />
          <span>
            {wordFor('amenity', key)}
            {row?.instruction != null && <span class="small soft"> {row.instruction}</span>}
          </span>
        </label>
      )
    })}
  </fieldset>
)

export function Amenities({ listing }: { listing: ListingDetail }) {
  const mayWrite = useMayWrite()
  const [search, setSearch] = useAddressState('q')
  const [edits, setEdits] = useState<AmenityEdits>({})
  const rows = listing.amenities ?? []
  const changed = changedAmenities(rows, edits)
  const count = Object.keys(changed).length
  const keeper = contentKeeperOf(listing)
  const isOpen = isTaken(listing, 'amenities')
  const save = useAction(() => saveContent(listing.id, { amenities: amenitiesToSave(rows, changed) }), {
    onSuccess: () =>
      setEdits((before) => changedAmenities(readListing(listing.id)?.amenities ?? rows, before)),
  })
  const change = (key: string, isPresent: boolean) => {
    save.reset()
    setEdits((before) => ({ ...before, [key]: isPresent }))
  }
  const groups = groupsOf(
    [...rows.map(({ amenityKey }) => amenityKey), ...Object.keys(edits)].filter(
      (key, at, all) => all.indexOf(key) === at,
    ),
    search,
  )
  const newKey = amenityKeyOf(search)
  const isNew = newKey !== '' && !groups.some(({ keys }) => keys.includes(newKey))
  return (
    <>
      <search class="filters">
        <SearchField label={text('amenities.search')} value={search} onChange={setSearch} />
        {mayWrite && isOpen && isNew && (
          <button type="button" class="second" onClick={() => change(newKey, true)}>
            {text('amenities.addOwn', { name: search.trim() })}
          </button>
        )}
        <p class="soft">
          {text('amenities.has', {
            count: amenitiesToSave(rows, changed).filter(({ isPresent }) => isPresent).length,
          })}
        </p>
      </search>
      {!isOpen && <p class="notice">{text('content.notTaken', { system: wordFor('provider', keeper) })}</p>}
      {keeper === null && platformsOf(listing).includes('airbnb') && (
        <AirbnbHint rows={amenitiesToSave(rows, changed)} />
      )}
      {groups.length === 0 && <p class="soft">{text('amenities.none')}</p>}
      <div class="columns">
        {groups.map((group) => (
          <Group
            key={group.group}
            {...group}
            rows={rows}
            edits={edits}
            isLocked={!mayWrite || !isOpen}
            onChange={change}
          />
        ))}
      </div>
      {save.error !== null && <Problem error={save.error} />}
      {save.data !== undefined && <ContentResult written={save.data} />}
      {mayWrite && isOpen && (
        <SaveBar
          label={text('amenities.save')}
          count={count}
          isPending={save.isPending}
          onSave={() => save.mutate()}
          onDiscard={() => setEdits({})}
        />
      )}
    </>
  )
}
