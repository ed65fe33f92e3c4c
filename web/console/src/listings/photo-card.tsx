/** One picture of the grid: where it stands, its caption, and the ways to move it without a mouse. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import type { ListingPhoto } from './listing-data.ts'
import { Picture } from './picture.tsx'

export type MoveButton = 'earlier' | 'later' | 'cover'

export interface PhotoMoves {
  move: (from: number, to: number, button: MoveButton | null) => void
  caption: (place: number, caption: string) => void
  askRemoval: (place: number) => void
}

interface PhotoCardProps {
  listingId: string
  photo: ListingPhoto
  place: number
  count: number
  /** Null where pictures are only shown. */
  moves: PhotoMoves | null
  dragged: { from: number | null; start: (from: number | null) => void }
  /** The button that moved it, which keeps the focus; null where another picture was moved. */
  movedBy: MoveButton | null
}

export function PhotoCard({ listingId, photo, place, count, moves, dragged, movedBy }: PhotoCardProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (movedBy === null) return
    const button = buttons.current?.querySelector<HTMLButtonElement>(`.${movedBy}:not([disabled])`)
    ;(button ?? buttons.current?.querySelector<HTMLButtonElement>('button:not([disabled])'))?.focus()
  }, [movedBy, place])
  const number = place + 1
  const name = photo.caption ?? text('photo.number', { number })
  return (
    <li
      class={`photo${isOver ? ' over' : ''}${dragged.from === place ? ' dragged' : ''}`}
      draggable={moves !== null}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', String(place))
        dragged.start(place)
      }}
      onDragEnd={() => dragged.start(null)}
      onDragOver={(event) => {
        if (dragged.from === null) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (dragged.from !== null) moves?.move(dragged.from, place, null)
        dragged.start(null)
      }}
    >
      <Picture listingId={listingId} url={photo.thumbnailUrl ?? photo.url} label={name} />
      <span class="place">{place === 0 ? text('photo.cover') : number}</span>
      {moves === null ? (
        photo.caption !== null && <p class="small">{photo.caption}</p>
      ) : (
        <>
          <label class="field">
            <span class="unseen">{text('photo.captionOf', { number })}</span>
            <input
              value={photo.caption ?? ''}
              maxLength={500}
              placeholder={text('photo.caption')}
              onInput={(event) => moves.caption(place, event.currentTarget.value)}
            />
          </label>
          <div class="photo-buttons" ref={buttons}>
            <button
              type="button"
              class="icon earlier"
              disabled={place === 0}
              aria-label={text('photo.earlier', { number })}
              onClick={() => moves.move(place, place - 1, 'earlier')}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              class="icon later"
              disabled={place === count - 1}
              aria-label={text('photo.later', { number })}
              onClick={() => moves.move(place, place + 1, 'later')}
            >
              <Icon name="right" />
            </button>
            {place > 0 && (
              <button type="button" class="link small cover" onClick={() => moves.move(place, 0, 'cover')}>
                {text('photo.makeCover')}
              </button>
            )}
            <button
              type="button"
              class="icon end"
              aria-label={text('photo.remove', { number })}
              onClick={() => moves.askRemoval(place)}
            >
              <Icon name="close" />
            </button>
          </div>
        </>
      )}
    </li>
  )
}
