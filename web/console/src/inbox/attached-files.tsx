/** Files of an answer: pictures by button or by drag, others by their address. */
import { useRef, useState } from 'preact/hooks'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { useAction } from '../ui/use-action.ts'
import type { ConversationDetail } from './thread.tsx'
import type { MessageFile, UnsentAnswer } from './unsent.ts'
import { pictureTypes, removePictures, uploadPicture } from './upload-picture.ts'

/** The API takes no more in one message. */
const mostFiles = 5

type Keep = (answer: UnsentAnswer) => void

export function useAttaching({ listingId }: ConversationDetail, answer: UnsentAnswer, keep: Keep) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(answer)
  latest.current = answer
  const upload = useAction(async (files: readonly File[]) => {
    if (listingId === null) throw new Error(text('files.noListing'))
    for (const file of files) {
      if (latest.current.files.length >= mostFiles) throw new Error(text('files.most', { count: mostFiles }))
      if (!pictureTypes.some((type) => type === file.type))
        throw new Error(text('files.onlyPictures', { name: file.name }))
      const uploaded = await uploadPicture(listingId, file)
      const next = { ...latest.current, files: [...latest.current.files, uploaded], failure: null }
      latest.current = next
      keep(next)
    }
  })
  const add = (files: FileList | null | undefined) => {
    if (files && files.length > 0 && !upload.isPending) upload.mutate([...files])
  }
  return {
    isOver,
    isPending: upload.isPending,
    error: upload.error,
    add,
    dropHandlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer?.files)
      },
    },
  }
}

function AddressField({ onAdd }: { onAdd: (file: MessageFile) => void }) {
  const [address, setAddress] = useState('')
  const url = URL.parse(address)
  const isUsable = url?.protocol === 'https:'
  const add = () => {
    if (!url || !isUsable) return
    onAdd({ url: url.href, name: url.pathname.split('/').at(-1) || url.host, path: null })
    setAddress('')
  }
  return (
    <div class="address-field">
      <label class="field grow">
        <span>{text('files.address')}</span>
        <input
          type="url"
          placeholder="https://"
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </label>
      <button type="button" class="second" aria-disabled={!isUsable} onClick={add}>
        {text('files.add')}
      </button>
    </div>
  )
}

interface AttachedFilesProps {
  conversation: ConversationDetail
  answer: UnsentAnswer
  keep: Keep
  attaching: ReturnType<typeof useAttaching>
}

export function AttachedFiles({ conversation, answer, keep, attaching }: AttachedFilesProps) {
  const { listingId } = conversation
  const { files } = answer
  const remove = (file: MessageFile) => {
    keep({ ...answer, files: files.filter((other) => other !== file), failure: null })
    if (listingId !== null) void removePictures(listingId, [file])
  }
  return (
    <details class="attach" open={files.length > 0 || attaching.isPending}>
      <summary>{text('files.attach')}</summary>
      {files.length > 0 && (
        <ul class="rows">
          {files.map((file) => (
            <li key={file.url}>
              <span class="cut">{file.name}</span>
              <button
                type="button"
                class="icon"
                aria-label={text('files.remove', { name: file.name })}
                onClick={() => remove(file)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {attaching.isPending && <p role="status">{text('files.uploading')}</p>}
      {listingId !== null && (
        <label class="field">
          <span>{text('files.pictures')}</span>
          <input
            type="file"
            multiple
            accept={pictureTypes.join(',')}
            onChange={(event) => {
              attaching.add(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </label>
      )}
      <AddressField onAdd={(file) => keep({ ...answer, files: [...files, file], failure: null })} />
    </details>
  )
}
