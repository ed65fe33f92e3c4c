/** Pictures that lie on this server and that the listing does not show: found again here, to be shown or deleted. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { notify } from '../ui/notices.tsx'
import { Picture } from './picture.tsx'

interface StoredPhotosProps {
  listingId: string
  shown: readonly string[]
  onShow: (urls: string[]) => void
}

const useStoredPhotos = (listingId: string) =>
  useQuery({
    queryKey: ['listing', listingId, 'stored photos'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/listings/{id}/photos', { params: { path: { id: listingId } }, signal })),
  })

export function StoredPhotos({ listingId, shown, onShow }: StoredPhotosProps) {
  const query = useStoredPhotos(listingId)
  const [leaving, setLeaving] = useState<string | null>(null)
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const idle = (query.data?.photos ?? []).filter(({ url }) => !shown.includes(url))
  if (idle.length === 0) return null
  return (
    <section class="card">
      <h2>{text('photo.stored')}</h2>
      <p class="soft">{text('photo.storedLead')}</p>
      <ul class="rows">
        {idle.map(({ url, path, createdAt }) => (
          <li key={path} class="with-picture">
            <Picture
              listingId={listingId}
              url={url}
              label={text('photo.storedAt', { at: moment(createdAt) })}
            />
            <span class="soft small">{moment(createdAt)}</span>
            <button type="button" class="second" onClick={() => onShow([url])}>
              {text('photo.show')}
            </button>
            <button type="button" class="link" onClick={() => setLeaving(path)}>
              {text('photo.delete')}
            </button>
          </li>
        ))}
      </ul>
      {leaving !== null && (
        <Dialog title={text('photo.deleteTitle')} onClose={() => setLeaving(null)}>
          <p>{text('photo.deleteLead')}</p>
          <div class="actions">
            <ActionButton
              kind="danger"
              run={() =>
                answerOf(
                  client.DELETE('/v1/listings/{id}/photos', {
                    params: { path: { id: listingId } },
                    body: { path: leaving },
                  }),
                )
              }
              onDone={() => {
                setLeaving(null)
                notify(text('photo.deleted'))
                void query.refetch()
              }}
            >
              {text('photo.delete')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setLeaving(null)}>
              {text('photo.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
