import type { FastifyInstance } from 'fastify'
import { heldOr, orRefuse, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound, success } from './envelope.ts'

type ListingWriteRequest<Body = unknown> = { Params: { id: string }; Body: Body }
type ImagesBody = { images: { url: string; caption?: string | null }[] }
type MessageSent = { body: string; communicationType?: string }

/** Routes that change listings and send messages. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const listingOf = ({ id }: { id: string }) => heldOr(store.listings.get(Number(id)), notFound)

  app.put<ListingWriteRequest>('/listings/:id', ({ params, body }) => {
    if (listingOf(params).specialStatus === 'archived') refuse(failure(400, 'Listing is archived'))
    const change = () => account.changeListing(params.id, body)
    return success(orRefuse(change, (mistake) => failure(400, mistake)))
  })

  app.post<ListingWriteRequest<ImagesBody>>('/listings/:id/images', ({ params, body: { images } }) => {
    const listing = listingOf(params)
    const oldImages = listing.listingImages ?? []
    const added = images.map(({ url, caption = null }, index) => ({
      id: listing.id * 1000 + oldImages.length + index,
      url,
      caption,
      sortOrder: oldImages.length + index + 1,
    }))
    if (added.some(({ url }) => url === undefined)) refuse(failure(400, 'url is required'))
    account.changeListing(params.id, { listingImages: [...oldImages, ...added] })
    return success({ message: 'Images are being imported', imagesCount: added.length })
  })

  app.post<ListingWriteRequest<MessageSent>>('/conversations/:id/messages', ({ params, body: fields }) => {
    const conversation = heldOr(store.conversations.get(Number(params.id)), notFound)
    const { body, communicationType = 'email' } = fields
    if (body.trim() === '') refuse(failure(400, 'body is required'))
    const message = account.write({ conversationId: conversation.id, body, isIncoming: 0 })
    message.communicationType = communicationType
    return success(message)
  })
}
