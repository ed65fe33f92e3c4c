import type { FastifyInstance } from 'fastify'
import { ControlError } from '../kit/control-error.ts'
import { readObject } from '../kit/fields.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound, success } from './envelope.ts'

type WithId = { Params: { id: string } }

const communicationTypes = ['email', 'channel', 'sms', 'whatsapp']

/** Listings changed and messages sent through the API. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.put<WithId>('/listings/:id', (request, reply) => {
    const listing = store.listings.get(Number(request.params.id))
    if (listing === undefined) return sendAnswer(reply, notFound)
    if (listing.specialStatus === 'archived') return sendAnswer(reply, failure(400, 'Listing is archived'))
    try {
      return success(account.changeListing(request.params.id, request.body))
    } catch (error) {
      if (error instanceof ControlError) return sendAnswer(reply, failure(400, error.message))
      throw error
    }
  })

  app.post<WithId>('/listings/:id/images', (request, reply) => {
    const listing = store.listings.get(Number(request.params.id))
    if (listing === undefined) return sendAnswer(reply, notFound)
    const { images } = readObject(request.body)
    if (!Array.isArray(images) || images.length === 0)
      return sendAnswer(reply, failure(400, 'images is required'))
    const held = listing.listingImages ?? []
    const added = images.map((image, index) => {
      const { url, caption = null } = readObject(image)
      return { id: listing.id * 1000 + held.length + index, url, caption, sortOrder: held.length + index + 1 }
    })
    if (added.some(({ url }) => typeof url !== 'string'))
      return sendAnswer(reply, failure(400, 'url is required'))
    account.changeListing(request.params.id, { listingImages: [...held, ...added] })
    return success({ message: 'Images are being imported', imagesCount: added.length })
  })

  app.post<WithId>('/conversations/:id/messages', (request, reply) => {
    const conversation = store.conversations.get(Number(request.params.id))
    if (conversation === undefined) return sendAnswer(reply, notFound)
    const { body, communicationType = 'email' } = readObject(request.body)
    if (typeof body !== 'string' || body.trim() === '')
      return sendAnswer(reply, failure(400, 'body is required'))
    if (typeof communicationType !== 'string' || !communicationTypes.includes(communicationType)) {
      return sendAnswer(
        reply,
        failure(400, `communicationType must be one of ${communicationTypes.join(', ')}`),
      )
    }
    const message = account.write({ conversationId: conversation.id, body, isIncoming: 0 })
    message.communicationType = communicationType
    return success(message)
  })
}
