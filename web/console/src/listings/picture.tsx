/** A picture of a home, which this server fetches from wherever it is kept; words stand where it cannot be shown. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { serverRoot } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'

/** A browser opens six connections to a server; slow pictures leave half of them to everything else. */
const mostAtOnce = 3
const staleMs = 10 * 60_000
let running = 0
const line: (() => void)[] = []

/** Runs the work when its turn comes. */
async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => line.push(resolve))
  else running += 1
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    // Whoever waits longest takes over the place.
    const next = line.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** An uploaded file is asked for where the console itself came from, whatever other name the server has. */
function ownAddressOf(url: string): string | undefined {
  const [, file] = /^https?:\/\/[^?]*\/(files\/\d+\/listings\/\d+\/[\w-]+\.\w+)$/.exec(url) ?? []
  return file === undefined ? undefined : new URL(file, serverRoot).href
}

const readPicture = (id: string, url: string, signal: AbortSignal): Promise<Blob> =>
  answerOf(
    client.GET('/v1/listings/{id}/photos/image', {
      params: { path: { id }, query: { url } },
      parseAs: 'blob',
      cache: 'no-cache',
      signal,
    }),
  )

/** True from the moment on when the element is about to come into view. */
function useIsNear(element: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '300px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return isNear
}

/** The address of bytes in memory, given back when nothing shows them any more. */
function useBlobAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return setAddress(undefined)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}

interface PictureProps {
  listingId: string
  url: string
  label: string
}

export function Picture({ listingId, url, label }: PictureProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [brokenAddress, setBroken] = useState<string>()
  const own = ownAddressOf(url)
  const isNear = useIsNear(box)
  const { data, error } = useQuery({
    queryKey: ['picture', listingId, url],
    queryFn: ({ signal }) => inTurn(() => readPicture(listingId, url, signal), signal),
    enabled: own === undefined && isNear,
    staleTime: staleMs,
    gcTime: staleMs,
    refetchOnWindowFocus: false,
    // The server leaves a host that failed alone for a minute, so asking again at once gains nothing.
    retry: (failures, problem) => failures < 3 && problem instanceof ApiProblem && problem.status === 429,
  })
  const blobAddress = useBlobAddress(data)
  const address = own ?? blobAddress
  if (error !== null || (address !== undefined && address === brokenAddress))
    return (
      <span class="picture broken">
        <Icon name="picture" />
        <span class="small">
          {text(error instanceof ApiProblem && error.status === 404 ? 'photo.unsaved' : 'photo.broken')}
        </span>
      </span>
    )
  if (address === undefined || (own !== undefined && !isNear))
    return (
      <span class="picture waiting" ref={box}>
        <span class="unseen">{label}</span>
      </span>
    )
  return (
    <img class="picture" src={address} alt={label} draggable={false} onError={() => setBroken(address)} />
  )
}
