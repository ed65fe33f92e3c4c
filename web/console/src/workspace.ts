/** Going to another workspace, and out of all. */
import { answerOf, client, showWorkspace } from './api/client.ts'
import { queryClient } from './api/queries.ts'

/** What the answers of the member are kept under. */
export const sessionKey = ['session']

/** Everything that was read belongs to the other workspace, so all of it goes. */
export async function switchWorkspace(workspaceId: string): Promise<void> {
  await answerOf(client.POST('/v1/sessions', { body: { workspaceId } }))
  showWorkspace(null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  await queryClient.refetchQueries({ queryKey: sessionKey })
}

export async function signOut(): Promise<void> {
  const { data } = await answerOf(client.GET('/v1/sessions', { params: { query: { limit: 100 } } }))
  const own = data.find(({ current }) => current)
  if (own) await answerOf(client.DELETE('/v1/sessions/{id}', { params: { path: { id: own.id } } }))
  showWorkspace(null)
  queryClient.clear()
  queryClient.setQueryData(sessionKey, null)
}
