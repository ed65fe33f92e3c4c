/** Who is signed in, and to which workspace; everything else is shown only then. */
import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import {
  answerOf,
  chooseMode,
  client,
  currentMode,
  listenForSessionEnd,
  showWorkspace,
} from './api/client.ts'
import { ApiProblem } from './api/api-problem.ts'
import { queryClient } from './api/queries.ts'
import type { components } from './api/schema.ts'
import { SignIn } from './screens/sign-in.tsx'
import { Problem } from './ui/problem.tsx'
import { Busy } from './ui/busy.tsx'
import { keepAgentRequest } from './agent-request.ts'
import { signInToken } from './sign-in-token.ts'
import { sessionKey } from './workspace.ts'

export type OwnMember = components['schemas']['OwnMember']

const SessionContext = createContext<OwnMember | null>(null)

/** The member who is signed in. */
export function useMember(): OwnMember {
  const member = useContext(SessionContext)
  if (!member) throw new Error('nobody is signed in')
  return member
}

/** Whether the member's role allows changes; the server decides, this only hides what it would refuse. */
export const useMayWrite = (): boolean => useMember().role !== 'read_only'
export const useIsOwner = (): boolean => useMember().role === 'owner'

/** Null when nobody is signed in. */
async function readMember(): Promise<OwnMember | null> {
  try {
    const member = await answerOf(client.GET('/v1/members/me'))
    showWorkspace(member.workspace.id)
    return member
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status !== 401 && error.status !== 404)) throw error
    if (currentMode() === 'live') return null
    // The session of the sandbox is over; the live one may go on.
    chooseMode('live')
    return readMember()
  }
}

export function SessionGate({ children }: { children: ComponentChildren }) {
  const session = useQuery({ queryKey: sessionKey, queryFn: readMember, staleTime: 60_000 })
  useEffect(
    () =>
      listenForSessionEnd(() => {
        showWorkspace(null)
        void queryClient.resetQueries({ queryKey: sessionKey })
      }),
    [],
  )
  const token = signInToken.use()
  if (token !== null) return <SignIn token={token} />
  if (session.isPending) return <Busy />
  if (session.error) return <Problem error={session.error} onRetry={() => void session.refetch()} />
  if (!session.data) {
    keepAgentRequest()
    return <SignIn token={null} />
  }
  return <SessionContext.Provider value={session.data}>{children}</SessionContext.Provider>
}
