/** Pictures are added by their address, or uploaded to this server. */
import { useRef, useState } from 'preact/hooks'
import { queryClient } from '../api/queries.ts'
import { text } from '../text/text.ts'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { isPictureAddress } from './photo-order.ts'
import { fileTypes, isUploadable, uploadPhoto } from './upload-photo.ts'

interface AddPhotosProps {
  listingId: string
  /** Addresses of pictures that are now on a server, in their order. */
  onAdd: (urls: string[]) => void
}

/** Sends one file after the other, so that a slow line carries each to its end. */
function Upload({ listingId, onAdd }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const [done, setDone] = useState({ sent: 0, of: 0 })
  const upload = useAction(
    async (files: File[]) => {
      const urls: string[] = []
      for (const [index, file] of files.entries()) {
        setDone({ sent: index, of: files.length })
        urls.push(await uploadPhoto(listingId, file))
        // What is there stays, even if the next one fails.
        onAdd(urls.slice(index))
      }
    },
    {
      onSettled: () => {
        setDone({ sent: 0, of: 0 })
        void queryClient.invalidateQueries({ queryKey: ['listing', listingId, 'stored photos'] })
      },
    },
  )
  const send = (files: File[]) => {
    setRefused(files.filter((file) => !isUploadable(file)).map(({ name }) => name))
    const usable = files.filter(isUploadable)
    if (usable.length > 0 && !upload.isPending) upload.mutate(usable)
  }
  return (
    <div
      class="drop"
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        send([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <input
        ref={input}
        class="unseen"
        type="file"
        multiple
        accept={fileTypes.join(',')}
        aria-label={text('photo.choose')}
        tabIndex={-1}
        onChange={(event) => {
          send([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class="second"
        aria-disabled={upload.isPending}
        onClick={() => {
          if (!upload.isPending) input.current?.click()
        }}
      >
        {upload.isPending
          ? text('photo.sending', { sent: done.sent + 1, of: done.of })
          : text('photo.choose')}
      </button>
      <span class="soft small">{text('photo.chooseHelp')}</span>
      {upload.isPending && <progress max={done.of} value={done.sent} aria-label={text('photo.progress')} />}
      {refused.length > 0 && (
        <p class="notice warn" role="alert">
          {text('photo.refused', { names: refused.join(', ') })}
        </p>
      )}
      {upload.error !== null && <Problem error={upload.error} />}
    </div>
  )
}

export function AddPhotos({ listingId, onAdd }: AddPhotosProps) {
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <section class="card">
      <h2>{text('photo.add')}</h2>
      <Upload listingId={listingId} onAdd={onAdd} />
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          const isGood = isPictureAddress(address.trim())
          setWrong(!isGood)
          if (!isGood) return
          onAdd([address.trim()])
          setAddress('')
        }}
      >
        <label class="field grow">
          <span>{text('photo.address')}</span>
          <input
            type="url"
            value={address}
            maxLength={2000}
            placeholder="https://"
            aria-invalid={isWrong}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
        </label>
        <button class="second">{text('photo.addAddress')}</button>
      </form>
      {isWrong && (
        <p class="notice warn" role="alert">
          {text('photo.wrongAddress')}
        </p>
      )}
    </section>
  )
}
