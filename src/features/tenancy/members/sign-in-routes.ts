import {
  RedeemBody,
  SignedIn,
  SignInAsked,
  SignInBody,
  sessionSeconds,
  signInSeconds,
} from '../../../contract/members.ts'
import { isFromConsole, setSessionCookie } from '../../../http/credentials.ts'
import { RouteReply } from '../../../http/route.ts'
import { route } from '../../route.ts'
import { requestSignInLink, openSignInLink } from './sign-in.ts'

const tag = 'Members'
const secret = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

export const signInRoutes = [
  route({
    method: 'POST',
    url: '/v1/sign-in',
    id: 'askForSignInLink',
    tag,
    summary: 'Ask for a sign-in link',
    description:
      'Needs no key. The answer is the same for every address: whoever has it in a workspace here is mailed a link, one for each of the ten workspaces signed in to last. At most five mails are asked for to an address, and thirty from a network, in 15 minutes.',
    auth: 'none',
    audited: false,
    body: SignInBody,
    reply: SignInAsked,
    status: 202,
    errors: ['rate_limit_exceeded'],
    handle: async ({ services, body: { email, locale = 'en' }, address }) => {
      await requestSignInLink(services, { email, locale, from: address() })
      return { status: 'accepted' as const, expiresInSeconds: signInSeconds }
    },
  }),
  route({
    method: 'POST',
    url: '/v1/sign-in/redeem',
    id: 'redeemSignInLink',
    tag,
    summary: 'Sign in with a link',
    description:
      'Needs no key: what the link carries is enough, once. Opens an invitation as well, and confirms the address. The link that makes the first owner needs their `email`. Of two who send it at once one is signed in.',
    auth: 'none',
    countAddress: 'misses',
    // The member is known only once the link is opened, so the handler writes the audit line itself.
    audited: false,
    body: RedeemBody,
    reply: SignedIn,
    status: 201,
    errors: ['sign_in_link_invalid', 'invalid_body'],
    handle: async ({ services, body, headers, requestId, address }) => {
      const opened = await openSignInLink(services, { body, requestId, ip: address() })
      const { sessionId, token, expiresAt, scope, member } = opened
      const isConsole = isFromConsole(headers)
      const reply = {
        sessionId,
        token: isConsole ? null : token,
        expiresAt: expiresAt.toISOString(),
        workspaceId: scope.workspaceId,
        member,
      }
      const cookie = isConsole ? { 'set-cookie': setSessionCookie('live', token, sessionSeconds) } : {}
      return new RouteReply(reply, { headers: { ...secret, ...cookie } })
    },
  }),
]
