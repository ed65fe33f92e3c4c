/** The pictures of a home in their order: moved by mouse or keyboard, named, added, removed, and what channels show. */
import { useState } from 'preact/hooks'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { AddPhotos } from './add-photos.tsx'
import { ContentResult } from './content-result.tsx'
import {
  contentKeeperOf,
  isTaken,
  saveContent,
  type ListingDetail,
  type ListingPhoto,
} from './listing-data.ts'
import { PhotoCard, type MoveButton, type PhotoMoves } from './photo-card.tsx'
import { PhotoChannels } from './photo-channels.tsx'
import { isSamePictures, moved } from './photo-order.ts'
import { SaveBar } from './save-bar.tsx'
import { StoredPhotos } from './stored-photos.tsx'

const newPhoto = (url: string): ListingPhoto => ({
  url,
  thumbnailUrl: null,
  caption: null,
  category: 'property',
  width: null,
  height: null,
  sourceUrl: null,
})

interface PhotoGridProps {
  listingId: string
  photos: readonly ListingPhoto[]
  moves: PhotoMoves | null
}

/** The picture that the focus goes back to is named by its address, since moving changes its place. */
function PhotoGrid({ listingId, photos, moves }: PhotoGridProps) {
  const [from, start] = useState<number | null>(null)
  const [last, setLast] = useState<{ url: string; button: MoveButton | null } | null>(null)
  const [said, setSaid] = useState('')
  const move: PhotoMoves['move'] = (place, to, button) => {
    setLast({ url: photos[place]?.url ?? '', button })
    setSaid(text('photo.movedTo', { number: to + 1, of: photos.length }))
    moves?.move(place, to, button)
  }
  return (
    <>
      <p class="unseen" role="status">
        {said}
      </p>
      <ol class="photos">
        {photos.map((photo, place) => (
          <PhotoCard
            key={photo.url}
            listingId={listingId}
            photo={photo}
            place={place}
            count={photos.length}
            moves={moves && { ...moves, move }}
            dragged={{ from, start }}
            movedBy={photo.url === last?.url ? last.button : null}
          />
        ))}
      </ol>
    </>
  )
}

interface RemovalProps {
  place: number
  run: () => Promise<unknown>
  onClose: () => void
}

const Removal = ({ place, run, onClose }: RemovalProps) => (
  <Dialog title={text('photo.removeTitle', { number: place + 1 })} onClose={onClose}>
    <p>{text('photo.removeLead')}</p>
    <div class="actions">
      <ActionButton kind="danger" run={run} onDone={onClose}>
        {text('photo.removeNow')}
      </ActionButton>
      <button type="button" class="second" onClick={onClose}>
        {text('photo.keep')}
      </button>
    </div>
  </Dialog>
)

/** A PMS takes new pictures at once and keeps its order; what is kept here is put in order first, then saved. */
export function Photos({ listing }: { listing: ListingDetail }) {
  const mayWrite = useMayWrite()
  const stored = listing.photos ?? []
  const [draft, setDraft] = useState<ListingPhoto[] | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const keeper = contentKeeperOf(listing)
  const shown = draft ?? stored
  const isChanged = draft !== null && !isSamePictures(draft, stored)
  const save = useAction((photos: ListingPhoto[]) => saveContent(listing.id, { photos }), {
    onSuccess: () => setDraft(null),
  })
  const append = useAction((urls: string[]) =>
    saveContent(listing.id, { photos: urls.map((url) => ({ url })), photosMode: 'append' }),
  )
  const change = (photos: (before: ListingPhoto[]) => ListingPhoto[]) => {
    save.reset()
    setDraft((before) => photos(before ?? stored))
  }
  const add = (urls: string[]) => {
    if (keeper !== null) append.mutate(urls)
    else
      change((before) => [
        ...before,
        ...urls.filter((url) => !before.some((photo) => photo.url === url)).map(newPhoto),
      ])
  }
  const moves: PhotoMoves | null =
    mayWrite && keeper === null
      ? {
          move: (from, to) => change((before) => moved(before, from, to)),
          caption: (place, caption) =>
            change((before) =>
              before.map((photo, at) =>
                at === place ? { ...photo, caption: caption === '' ? null : caption } : photo,
              ),
            ),
          askRemoval: setLeaving,
        }
      : null
  const written = save.data ?? append.data
  const error = save.error ?? append.error
  return (
    <>
      {keeper !== null && (
        <p class="notice">
          {text(isTaken(listing, 'photosAdd') ? 'photo.onlyAdded' : 'photo.notTaken', {
            system: wordFor('provider', keeper),
          })}
        </p>
      )}
      {shown.length === 0 ? (
        <Empty title={text('photo.none')}>
          <p>{text('photo.noneLead')}</p>
        </Empty>
      ) : (
        <PhotoGrid listingId={listing.id} photos={shown} moves={moves} />
      )}
      {error !== null && <Problem error={error} />}
      {written !== undefined && <ContentResult written={written} />}
      {isChanged && (
        <SaveBar
          label={text('photo.save')}
          count={1}
          isPending={save.isPending}
          onSave={() => save.mutate(shown)}
          onDiscard={() => setDraft(null)}
        />
      )}
      <div class="cards">
        {mayWrite && isTaken(listing, 'photosAdd') && <AddPhotos listingId={listing.id} onAdd={add} />}
        <PhotoChannels listing={listing} photos={shown} />
        {mayWrite && <StoredPhotos listingId={listing.id} shown={shown.map(({ url }) => url)} onShow={add} />}
      </div>
      {leaving !== null && (
        <Removal
          place={leaving}
          run={() => save.mutateAsync(shown.filter((_, place) => place !== leaving))}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}
