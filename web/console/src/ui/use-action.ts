/** What a press of a button sets off. */
import { useMutation, type UseMutationResult } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'

interface ActionResults<Reply> {
  onSuccess?: ((reply: Reply) => void) | undefined
  onSettled?: (() => void) | undefined
}

/**
 * A mutation that always runs what the last drawing of the screen gave. The library itself takes new functions only after
 * the browser has painted, so a form that is sent right after a key press would send what stood there before.
 */
export function useAction<Reply, Body = void>(
  run: (body: Body) => Promise<Reply>,
  results: ActionResults<Reply> = {},
): UseMutationResult<Reply, Error, Body> {
  const latest = useRef({ run, ...results })
  latest.current = { run, ...results }
  const underWay = useRef<{ words: string; reply: Promise<Reply> } | null>(null)
  const start = async (body: Body): Promise<Reply> => {
    try {
      const reply = await latest.current.run(body)
      latest.current.onSuccess?.(reply)
      return reply
    } finally {
      underWay.current = null
      latest.current.onSettled?.()
    }
  }
  return useMutation<Reply, Error, Body>({
    // The second press of a double click comes before the screen shows that the first is under way.
    mutationFn: (body) => {
      const words = JSON.stringify(body) ?? ''
      if (underWay.current?.words !== words) underWay.current = { words, reply: start(body) }
      return underWay.current.reply
    },
  })
}
