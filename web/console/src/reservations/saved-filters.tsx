import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { useSavedFilters } from './stay-filters.ts'

const longestName = 40

/** Filters under a name, and a field that saves the ones that are set. */
export function SavedFilters() {
  const { query } = useLocation()
  const { saved, save, remove } = useSavedFilters()
  const [name, setName] = useState('')
  const search = new URLSearchParams(query).toString()
  const isSaved = saved.some((one) => one.search === search)
  return (
    <div class="saved-filters">
      {saved.length > 0 && (
        <ul class="plain chips" aria-label={text('filter.saved')}>
          {saved.map((one) => (
            <li key={one.name} class={one.search === search ? 'chip current' : 'chip'}>
              <a
                href={pathTo(`/reservations?${one.search}`)}
                aria-current={one.search === search ? 'true' : undefined}
              >
                {one.name}
              </a>
              <button
                type="button"
                class="icon"
                aria-label={text('filter.remove', { name: one.name })}
                onClick={() => remove(one.name)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {search !== '' && !isSaved && (
        <form
          class="address-field"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            save(name.trim(), search)
            setName('')
          }}
        >
          <label class="field">
            <span>{text('filter.name')}</span>
            <input
              required
              maxLength={longestName}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <button class="second">{text('filter.save')}</button>
          <a href={pathTo('/reservations')}>{text('filter.clear')}</a>
        </form>
      )}
    </div>
  )
}
