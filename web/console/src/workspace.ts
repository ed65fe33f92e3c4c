/** Going to the sandbox and back, and out. */
import { answerOf, chooseMode, client, inMode, type Mode } from './api/client.ts'
import { queryClient } from './api/queries.ts'
import { forgetUnsent } from './inbox/unsent.ts'
import { forgetDrafts } from './ui/kept-drafts.ts'

/** What the answer about the member is kept under. */
export const sessionKey = ['session']

/** Everything that was read belongs to the other side, so all of it goes. */
async function show(mode: Mode): Promise<void> {
  chooseMode(mode)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  await queryClient.resetQueries({ queryKey: sessionKey })
}

export async function openSandbox(): Promise<void> {
  await answerOf(client.POST('/v1/sessions/sandbox', inMode('live')))
  await show('sandbox')
}

export const backToLive = (): Promise<void> => show('live')

/** Ends one session, if there is one. */
async function end(mode: Mode): Promise<void> {
  const { data } = await client.GET('/v1/sessions', { ...inMode(mode), params: { query: { limit: 100 } } })
  const own = data?.data.find(({ current }) => current)
  if (own)
    await answerOf(client.DELETE('/v1/sessions/{id}', { ...inMode(mode), params: { path: { id: own.id } } }))
}

export async function signOut(): Promise<void> {
  await end('sandbox')
  await end('live')
  chooseMode('live')
  forgetUnsent()
  forgetDrafts()
  // The query itself stays: who watches it is to see that nobody is signed in.
  queryClient.setQueryData(sessionKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
