/**
 * Serves a page on which a guest sees a price and books: `PORT=3000 LISTING=4812 node booking-page.ts`. The page sends the
 * key of its booking, so a guest who presses twice, or again after an error, has one booking.
 */
import { createServer } from 'node:http'
import { isLodgewireError } from 'lodgewire-sdk'
import { lodgewire } from './from-environment.ts'

const listingId = process.env['LISTING'] ?? ''
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Book</title><main>${body}</main>`

async function offer(query: URLSearchParams): Promise<string> {
  const checkIn = query.get('from') ?? ''
  const checkOut = query.get('to') ?? ''
  const guests = Number(query.get('guests') ?? 2)
  const quote = await lodgewire.get('/v1/quotes', {
    query: { property_id: listingId, check_in: checkIn, check_out: checkOut, guests },
  })
  if (!quote.available) return page(`<p>These nights cannot be booked (${escaped(quote.reason ?? '')}).</p>`)
  const fields = { from: checkIn, to: checkOut, guests: String(guests), key: crypto.randomUUID() }
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return page(`<p>${quote.nights} nights: <b>${quote.pricing.total} ${quote.currency}</b></p>
    <form method="post">${hidden.join('')}<input name="first" required><input name="last" required>
    <input name="email" type="email" required><button>Book</button></form>`)
}

async function book(form: URLSearchParams): Promise<string> {
  const value = (name: string) => form.get(name) ?? ''
  const stay = await lodgewire.post('/v1/reservations', {
    body: {
      listingId,
      checkIn: value('from'),
      checkOut: value('to'),
      guestCount: Number(value('guests')),
      guest: { firstName: value('first'), lastName: value('last'), email: value('email') },
    },
    idempotencyKey: value('key'),
  })
  return page(`<p>Booked. Your code is <b>${escaped(stay.confirmationCode ?? '')}</b>.</p>`)
}

const server = createServer((request, response) => {
  const answer = async (): Promise<[number, string]> => {
    try {
      if (request.method !== 'POST')
        return [200, await offer(new URL(request.url ?? '/', 'http://page').searchParams)]
      let body = ''
      for await (const part of request) body += String(part)
      return [200, await book(new URLSearchParams(body))]
    } catch (error) {
      // Somebody else booked meanwhile, or a date is wrong: the guest is told what, and may try again.
      if (isLodgewireError(error) && error.status < 500)
        return [422, page(`<p>${escaped(error.message)}</p>`)]
      console.error(error)
      return [502, page('<p>Press Book again: nothing is booked twice.</p>')]
    }
  }
  void answer().then(([status, text]) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text),
  )
})
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
