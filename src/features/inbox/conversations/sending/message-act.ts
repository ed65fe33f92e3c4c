/** One message of a send as an act: if nobody repeats the request, the server looks for it in the thread. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import { closeAct, openAct, type ActKinds, type StoredAct } from '../../../../upstream/acts/public.ts'
import { readThread } from '../../../sync/public.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { toStoredAttachment } from './files.ts'
import { sendOfId } from './queries.ts'
import { showFiles } from '../../../../records/messages/store-queries.ts'
import { lockPart } from '../../../../records/messages/part-queries.ts'

interface MessageAct {
  sendId: string
  place: number
  conversationExternalId: string
}

/** Stores the act before the vendor is called. */
export async function openMessageAct(access: ConnectionAccess, kept: MessageAct): Promise<StoredAct> {
  const key = `message:${kept.sendId}:${kept.place}`
  return (await openAct(access, { key, kind: 'send_message', kept })).act
}

export const messageActs: Pick<ActKinds, 'send_message'> = {
  send_message: {
    async find(context, _, { request }, access) {
      const { sendId, place, conversationExternalId } = request as MessageAct
      const { services, scope } = access
      const isSent = async () => (await lockPart(services.db, scope, sendId, place))?.state === 'sent'
      // A sync may have found it in the thread before.
      if (await isSent()) return {}
      const isWhole = await readThread(access, conversationExternalId, context)
      if (await isSent()) return {}
      if (isWhole) return null
      throw new VendorError('unavailable', 'the thread could not be read to its end')
    },

    /** Reading the thread has stored it and its event, but some vendors do not show its files. */
    record: ({ services, scope }, { key, request }) =>
      services.db.transaction().execute(async (tx) => {
        const { sendId, place } = request as MessageAct
        const part = await lockPart(tx, scope, sendId, place)
        const send = await sendOfId(tx, scope, sendId)
        const files = part?.file_places.flatMap((filePlace) => send?.files[filePlace] ?? []) ?? []
        const now = services.clock.now()
        const shown = files.map((file) => toStoredAttachment(services, file, now))
        if (part) await showFiles(tx, scope, part.message_id, shown)
        await closeAct(tx, scope, key)
      }),
  },
}
