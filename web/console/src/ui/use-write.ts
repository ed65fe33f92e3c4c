/** Writes that are carried out once, however often they are sent. */
import { useMutation, type UseMutationResult } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { ApiProblem } from '../api/api-problem.ts'

/** Beside the body of a write: the server answers a repeated key with the first answer. */
export type WriteHeaders = { 'idempotency-key': string }

const isUnsure = (error: Error | null): boolean => error instanceof ApiProblem && error.isPassing

/**
 * A write of a form. While it is not known whether the last one arrived, the same body is sent with the same key; another
 * body, or the next write after an answer, has a key of its own.
 */
export function useWrite<Body, Reply>(
  send: (body: Body, headers: WriteHeaders) => Promise<Reply>,
  onSuccess?: (reply: Reply) => void,
): UseMutationResult<Reply, Error, Body> {
  const keys = useRef(new Map<string, string>())
  return useMutation<Reply, Error, Body>({
    mutationFn: (body) => {
      const text = JSON.stringify(body)
      const key = keys.current.get(text) ?? crypto.randomUUID()
      keys.current.set(text, key)
      return send(body, { 'idempotency-key': key })
    },
    onSuccess: (reply) => onSuccess?.(reply),
    onSettled: (_reply, error) => {
      if (!isUnsure(error)) keys.current.clear()
    },
  })
}
