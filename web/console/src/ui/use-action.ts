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
  return useMutation<Reply, Error, Body>({
    mutationFn: (body) => latest.current.run(body),
    onSuccess: (reply) => latest.current.onSuccess?.(reply),
    onSettled: () => latest.current.onSettled?.(),
  })
}
