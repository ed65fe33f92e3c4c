/** How answers are kept: for how long they count as fresh, and when a call is tried again. */
import { QueryClient } from '@tanstack/preact-query'
import { ApiProblem } from './api-problem.ts'

const freshMs = 15_000
const mostTries = 3

const isWorthATry = (failures: number, error: Error): boolean =>
  failures < mostTries && error instanceof ApiProblem && error.isPassing

/** As long as the server asks for, else a second, two, four. */
const pauseMs = (failures: number, error: Error): number =>
  error instanceof ApiProblem && error.retryAfter !== null
    ? Math.min(error.retryAfter, 30) * 1000
    : 1000 * 2 ** failures

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: isWorthATry,
      retryDelay: pauseMs,
      // The server knows better than the browser whether it can be reached.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
