import * as is from '../kit/shape.ts'

export const largestAttachment = 1024 * 1024

const place = '/messaging/properties/:pid/conversations'

export const messageShapes: is.RouteShapes = {
  'GET /messaging/messages/latest': {},
  'PUT /messaging/messages': { query: is.exactly({ number_of_messages: is.between(1, 100) }) },
  [`GET ${place}`]: { query: is.some({ page_id: is.text }) },
  [`GET ${place}/:cid`]: {},
  [`GET ${place}/type/:type`]: { query: is.exactly({ conversation_reference: is.text }) },
  [`POST ${place}/:cid`]: {
    body: is.exactly({
      message: is.exactly({ content: is.filled, attachment_ids: is.opt(is.list(is.text)) }),
    }),
  },
  [`POST ${place}/:cid/attachments`]: {
    body: is.exactly({
      attachment: is.exactly({
        file_name: is.filled,
        file_content: is.filled,
        file_type: is.oneOf('image/jpeg', 'image/png'),
        file_size: is.between(1, largestAttachment),
      }),
    }),
  },
  [`PUT ${place}/:cid/tags/:tag`]: {},
  [`DELETE ${place}/:cid/tags/:tag`]: {},
  'POST /messaging/messages/search': {
    body: is.some({ property_id: is.id, after: is.moment, before: is.moment }),
  },
  'GET /messaging/messages/search/result/:job': {},
}
